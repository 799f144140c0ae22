import FootingBytes
import FootingThreadStack

/// The state shared by all values in the conversion of one field.
struct SourceContext {
    /// The document, if the input is JSON; otherwise an empty one.
    var document = JSONDocument.empty
    var options: MappingOptions
    var findings: Findings
    /// The field's settings, or `nil` if it has none.
    var settings: FieldSettings.Shared?
    /// Whether the value, or an enclosing value, belongs to a sensitive field.
    var isSensitive = false
    /// The byte offset, in the JSON input, of the string that is being read as a list or as an
    /// embedded document.
    var enclosingOffset: Int?

    init(_ options: MappingOptions, _ findings: Findings) {
        self.options = options
        self.findings = findings
    }

    var isLossy: Bool { settings?.settings.isLossy == true }
    /// Whether a list drops the objects that can't be made.
    ///
    /// If not, nothing is made.
    var leavesOutObjects: Bool { !options.isAtomic || isLossy }

    /// The path component for a key of the input.
    func component(forInputKey key: String) -> MappingPath.Component {
        guard options.includesKeys, !isSensitive else { return .undeclaredKey }
        return .key(key.prefix(ofBytes: options.limits.keyBytes))
    }
}

/// A reference to the context of the values of one call, object or field.
// Safe, because only `lend` makes a reference, and its context outlives its closure. Every type
// that stores a reference is itself lent, except `DecodingCall`, which drops it when its call ends.
@safe
struct ContextReference {
    fileprivate let pointer: UnsafePointer<SourceContext>

    /// Copies the whole context.
    ///
    /// Members that are read for each value have their own accessors.
    var context: SourceContext { unsafe pointer.pointee }
    @inline(__always)
    var options: MappingOptions { unsafe pointer.pointee.options }
    @inline(__always)
    var acceptsArrayOfOne: Bool { unsafe pointer.pointee.options.acceptsArrayOfOne }
    @inline(__always)
    var document: JSONDocument { unsafe pointer.pointee.document }
    @inline(__always)
    var findings: Findings { unsafe pointer.pointee.findings }
    @inline(__always)
    var hasFindings: Bool { unsafe !pointer.pointee.findings.isEmpty }
    @inline(__always)
    var settings: FieldSettings.Shared? { unsafe pointer.pointee.settings }
    @inline(__always)
    var hasSettings: Bool { unsafe pointer.pointee.settings != nil }
    @inline(__always)
    var isSensitive: Bool { unsafe pointer.pointee.isSensitive }

    /// Calls `body` with a source for a value of a dictionary.
    @inline(__always)
    func withSource<Result>(
        _ value: NativeValue,
        _ standing: MappingSource.Standing,
        _ body: (borrowing MappingSource) -> Result
    ) -> Result {
        unsafe withUnsafePointer(to: value) { unsafe body(MappingSource($0, standing, in: self)) }
    }
}

extension SourceContext {
    /// Calls `body` with a reference to this context.
    @inline(__always)
    func lend<Result>(_ body: (ContextReference) -> Result) -> Result {
        unsafe withUnsafePointer(to: self) { unsafe body(ContextReference(pointer: $0)) }
    }
}

/// Issues inside a value that was converted nevertheless: a dropped element, or a field of an
/// object that kept its value.
///
/// A conversion can't return issues beside its value, so it adds them here. Their paths start at
/// the value of the field that is being converted; the caller that made the field's source collects
/// them.
// A pointer, because conversions only borrow their source. Safe, because only `lend` and
// `lendInner` make one, and its memory outlives their closures; every type that stores one is
// itself lent.
@safe
struct Findings {
    /// The order in which a dictionary's members are converted.
    enum MemberOrder {
        /// Any order, until a member has an issue or a note.
        case any
        /// Any order, because an enclosing dictionary starts again if there is an issue or a note.
        case provisional
        /// The order of the UTF-8 of their keys.
        case sorted
    }

    private struct State {
        var isEmpty = true
        var report = MappingReport()
        var requiredFailureCount = 0
        /// The end of the report when the conversion of the current value began.
        var valueStart = MappingReport.Mark.beginning
        var memberOrder = MemberOrder.any
        var stack = StackBound()
    }

    /// The conversion of a value of several parts.
    struct Attempt {
        /// The end of the findings when the attempt began.
        let start: MappingReport.Mark
        fileprivate let valueStart: MappingReport.Mark
    }

    private let pointer: UnsafeMutablePointer<State>

    /// Copies the whole state when read.
    ///
    /// Members that are read for each value use the pointer.
    private var state: State {
        @inline(__always)
        get { unsafe pointer.pointee }
        @inline(__always)
        nonmutating _modify { yield unsafe &pointer.pointee }
    }

    /// Calls `body` with an empty store.
    @inline(__always)
    static func lend<Result>(_ body: (Findings) -> Result) -> Result {
        var state = State()
        return unsafe withUnsafeMutablePointer(to: &state) { unsafe body(Findings(pointer: $0)) }
    }

    /// Calls `body` with an empty store for an object inside the current value.
    @inline(__always)
    func lendInner<Result>(_ body: (Findings) -> Result) -> Result {
        var inner = State()
        unsafe inner.stack = pointer.pointee.stack
        unsafe inner.memberOrder = pointer.pointee.memberOrder
        return unsafe withUnsafeMutablePointer(to: &inner) { unsafe body(Findings(pointer: $0)) }
    }

    @inline(__always)
    var isEmpty: Bool { unsafe pointer.pointee.isEmpty }

    /// Whether little of the thread's stack is left.
    var isStackUsedUp: Bool { state.stack.isReached }

    var memberOrder: MemberOrder {
        get { unsafe pointer.pointee.memberOrder }
        nonmutating set { unsafe pointer.pointee.memberOrder = newValue }
    }

    /// The number of issues that are listed.
    var listedIssueCount: Int { unsafe pointer.pointee.report.issues.count }

    /// The current end of the findings.
    private var end: MappingReport.Mark { isEmpty ? .beginning : state.report.mark }

    /// Begins the conversion of a part of the current value, and returns the end of the findings.
    @inline(__always)
    func beginPart() -> MappingReport.Mark {
        guard !isEmpty else { return .beginning }
        let end = end
        state.valueStart = end
        return end
    }

    /// Begins an attempt to convert the current value, part by part.
    func beginAttempt() -> Attempt {
        isEmpty
            ? Attempt(start: .beginning, valueStart: .beginning)
            : Attempt(start: state.report.mark, valueStart: state.valueStart)
    }

    /// Ends an attempt that accepted the value.
    ///
    /// Earlier attempts at the same value were dropped, so their findings are removed.
    func accept(_ attempt: Attempt) {
        guard !isEmpty else { return }
        state.valueStart = attempt.valueStart
        if attempt.start != attempt.valueStart {
            state.report.remove(from: attempt.valueStart, to: attempt.start)
        }
    }

    /// Ends an attempt that refused the value, and removes its findings.
    func refuse(_ attempt: Attempt) {
        guard !isEmpty else { return }
        state.valueStart = attempt.valueStart
        state.report.remove(since: attempt.start)
    }

    /// Whether there were issues since an attempt began, or notes that are listed.
    func hasListed(since attempt: Attempt) -> Bool {
        !isEmpty && state.report.hasListed(since: attempt.start)
    }

    /// Adds what was found in the object that is the current value.
    ///
    /// Earlier attempts at the same value were dropped, so their findings are removed.
    func accept(_ report: MappingReport, limit: Int) {
        if !isEmpty, end != state.valueStart { state.report.remove(since: state.valueStart) }
        add(report, limit: limit)
    }

    /// Takes back that fields were set since `start`: the object or list that they are in was not
    /// taken.
    func withdrawFields(since start: MappingReport.Mark = .beginning) {
        if !isEmpty { state.report.withdrawFields(since: start) }
    }

    /// Adds the issues of the part of the value at `path`.
    func add(
        _ inner: MappingReport,
        under path: [MappingPath.Component] = [],
        limit: Int,
        resolution: MappingIssue.Resolution? = nil,
        isTolerated: Bool = false
    ) {
        state.isEmpty = false
        state.report.add(
            inner,
            under: path,
            limit: limit,
            resolution: resolution,
            isTolerated
        )
    }

    func addRequiredFailures(_ count: Int) {
        state.isEmpty = false
        state.requiredFailureCount &+= count
    }

    /// Prefixes the paths of all findings since `start` with `step`.
    func insert(_ step: MappingPath.Component, since start: MappingReport.Mark) {
        state.report.insert(step, since: start)
    }

    /// Removes all findings: their value is refused after all.
    func forgetAll() {
        if !isEmpty { _ = takeAll() }
    }

    /// Removes all findings.
    ///
    /// Returns them with the number of required fields that failed.
    func takeAll() -> (report: MappingReport, requiredFailureCount: Int) {
        let taken = (state.report, state.requiredFailureCount)
        state.report = MappingReport()
        state.requiredFailureCount = 0
        state.valueStart = .beginning
        state.isEmpty = true
        return taken
    }
}
