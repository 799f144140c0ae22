import FootingThreadStack

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
    private struct State {
        var isEmpty = true
        var report = MappingReport()
        var requiredFailureCount = 0
        /// The end of the report when the conversion of the current value began.
        var valueStart = MappingReport.Mark.beginning
        var stack = StackBound()
    }

    /// The conversion of a value of several segments.
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
        return unsafe withUnsafeMutablePointer(to: &inner) { unsafe body(Findings(pointer: $0)) }
    }

    @inline(__always)
    var isEmpty: Bool { unsafe pointer.pointee.isEmpty }

    /// Whether little of the thread's stack is left.
    var isStackUsedUp: Bool { state.stack.isReached }

    /// The number of issues that are listed.
    var listedIssueCount: Int { unsafe pointer.pointee.report.issues.count }

    /// The current end of the findings.
    private var end: MappingReport.Mark { isEmpty ? .beginning : state.report.mark }

    /// Begins the conversion of an element of the current value, and returns a mark.
    @inline(__always)
    func beginElement() -> MappingReport.Mark {
        guard !isEmpty else { return .beginning }
        let end = end
        state.valueStart = end
        return end
    }

    /// Begins an attempt to convert the elements of the current value.
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

    /// Adds what was found in the object that is the current value.
    ///
    /// Earlier attempts at the same value were dropped, so their findings are removed.
    func accept(_ report: MappingReport, limit: Int) {
        if !isEmpty, end != state.valueStart { state.report.remove(since: state.valueStart) }
        add(report, limit: limit)
    }

    /// Removes the counts and notes of fields set since `start`: their object or list was
    /// dropped.
    func withdrawFields(since start: MappingReport.Mark = .beginning) {
        if !isEmpty { state.report.withdrawFields(since: start) }
    }

    /// Adds the issues of the value at `path`.
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
    func discardAll() {
        if !isEmpty { _ = removeAll() }
    }

    /// Removes all findings.
    ///
    /// Returns them with the number of required fields that failed.
    func removeAll() -> (report: MappingReport, requiredFailureCount: Int) {
        let removed = (state.report, state.requiredFailureCount)
        state.report = MappingReport()
        state.requiredFailureCount = 0
        state.valueStart = .beginning
        state.isEmpty = true
        return removed
    }
}
