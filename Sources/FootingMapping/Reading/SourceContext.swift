import FootingFormats
import FootingThreadStack

/// What all values that the conversion of one field sees have in common.
struct SourceContext {
    /// The document, if the input is JSON bytes; otherwise an empty one.
    var document = JSONDocument.empty
    var options: MappingOptions
    var findings: Findings
    /// What the field says about the form of its value, or `nil` if nothing.
    var settings: FieldSettings.Shared?
    /// The value, or one around it, belongs to a sensitive field.
    var isSensitive = false
    /// Where the text begins in JSON bytes that is read as a list or a document of its own.
    var enclosingOffset: Int?

    init(_ options: MappingOptions, _ findings: Findings) {
        self.options = options
        self.findings = findings
    }

    var isLossy: Bool { settings?.settings.isLossy == true }
    /// Whether objects that can't be made are left out of their lists; otherwise nothing is made.
    var leavesOutObjects: Bool { !options.isAtomic || isLossy }

    /// How a path names a key of the input.
    func component(forInputKey key: String) -> MappingPath.Component {
        guard options.includesKeys, !isSensitive else { return .undeclaredKey }
        return .key(key.prefix(ofBytes: options.limits.keyBytes))
    }
}

/// The context of the values of one call, object or field, lent together with them.
// Safe, because only `lend` makes one, whose context outlives its closure; everything that holds one
// is lent in turn, but for `DecodingCall`, which gives it up when its call ends.
@safe
struct ContextReference {
    fileprivate let pointer: UnsafePointer<SourceContext>

    /// Reading it copies all of it; members that are read for each value have accessors of their own.
    var context: SourceContext { unsafe pointer.pointee }
    @inline(__always)
    var options: MappingOptions { unsafe pointer.pointee.options }
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

    /// Lends a value of a dictionary.
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
    /// Lends a reference to this context.
    @inline(__always)
    func lend<Result>(_ body: (ContextReference) -> Result) -> Result {
        unsafe withUnsafePointer(to: self) { unsafe body(ContextReference(pointer: $0)) }
    }
}

/// Reports on values that were made, although something inside them was not: an element that was
/// left out, a field of an object that kept its value.
///
/// A conversion can't return them beside its value. Their paths begin at the value of the field that
/// is being converted, and whoever made the field's source takes them over.
// Behind a pointer, because conversions only borrow their source. Safe, because only `lend` makes one,
// whose memory outlives its closure; everything that holds one is lent in turn.
@safe
struct Findings {
    private struct State {
        var isEmpty = true
        var report = MappingReport()
        var requiredFailureCount = 0
        var stack = StackBound()
    }

    private let pointer: UnsafeMutablePointer<State>

    /// Reading it copies all of it; what is read for each value goes to the pointer.
    private var state: State {
        @inline(__always)
        get { unsafe pointer.pointee }
        @inline(__always)
        nonmutating _modify { yield unsafe &pointer.pointee }
    }

    /// Lends an empty store.
    @inline(__always)
    static func lend<Result>(_ body: (Findings) -> Result) -> Result {
        var state = State()
        return unsafe withUnsafeMutablePointer(to: &state) { unsafe body(Findings(pointer: $0)) }
    }

    /// Lends a store for the conversions of an object inside this one's.
    @inline(__always)
    func lendInner<Result>(_ body: (Findings) -> Result) -> Result {
        var inner = State()
        unsafe inner.stack = pointer.pointee.stack
        return unsafe withUnsafeMutablePointer(to: &inner) { unsafe body(Findings(pointer: $0)) }
    }

    @inline(__always)
    var isEmpty: Bool { unsafe pointer.pointee.isEmpty }

    /// Whether the stack of the thread is almost used up.
    var isStackUsedUp: Bool { state.stack.isReached }

    /// How much had been found at some time; `nil` for nothing.
    var mark: MappingReport.Mark? { isEmpty ? nil : state.report.mark }

    /// Adds what was found at `path` in the value.
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

    /// Says of all that was found since `start` in which part of a value it is.
    func insert(_ step: MappingPath.Component, since start: MappingReport.Mark?) {
        state.report.insert(step, since: start)
    }

    /// Drops what was found since `start`, in a value that is not taken after all.
    func forget(since start: MappingReport.Mark?) {
        guard !isEmpty else { return }
        if let start { state.report.remove(since: start) } else { _ = takeAll() }
    }

    /// Returns everything that was found, and how many required fields failed, and has nothing then.
    func takeAll() -> (report: MappingReport, requiredFailureCount: Int) {
        let taken = (state.report, state.requiredFailureCount)
        state.report = MappingReport()
        state.requiredFailureCount = 0
        state.isEmpty = true
        return taken
    }
}
