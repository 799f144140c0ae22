/// An object of a list, passed to the closure of `forEachObject`.
// Safe, because it can't be copied and is lent to one call, which keeps both pointees alive.
@safe
@usableFromInline
struct ListElement: ~Copyable {
    private let plan: MappingPlan
    private let source: UnsafePointer<MappingSource>
    private let run: UnsafeMutablePointer<MappingRun>
    /// The number of elements in the list, including this one.
    @usableFromInline
    let siblingCount: Int

    init(
        _ plan: MappingPlan,
        _ source: UnsafePointer<MappingSource>,
        _ run: UnsafeMutablePointer<MappingRun>,
        siblingCount: Int
    ) {
        self.plan = plan
        unsafe self.source = source
        unsafe self.run = run
        self.siblingCount = siblingCount
    }

    /// Maps the object onto `target`, and returns whether every required field was set.
    @usableFromInline
    func map(onto target: Storage) -> Bool {
        let before = unsafe run.pointee.requiredFailureCount
        let start = unsafe run.pointee.report.mark
        unsafe plan.map(source.pointee, onto: target, &run.pointee)
        guard unsafe run.pointee.requiredFailureCount != before else { return true }
        unsafe run.pointee.report.withdrawFields(since: start)
        return false
    }

    /// Appends `initial` with its properties set, unless a required field fails.
    @inlinable
    @inline(__always)
    func append<Root>(_ initial: @autoclosure () -> Root, to values: inout [Root]) {
        // Capped: the list may have a million numbers and no object.
        if values.isEmpty { values.reserveCapacity(min(siblingCount, 1 << 16)) }
        // Mapped inside the array: copying a value afterwards costs as much as mapping it.
        values.append(initial())
        let isComplete = Storage.with(&values[values.count - 1]) { map(onto: $0) }
        if !isComplete { values.removeLast() }
    }

    /// Converts everything that mapping the object would convert, without storing it.
    func mapWithoutStoring() {
        unsafe plan.map(source.pointee, onto: .none, &run.pointee)
    }
}

@available(*, unavailable, message: "An element is lent to one call on one thread.")
extension ListElement: @unchecked Sendable {}
