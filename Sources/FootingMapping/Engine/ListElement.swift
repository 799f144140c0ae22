/// An object of a list, for `forEachObject` to lend.
// Safe, because it can't be copied and is lent to one call, which keeps `run` alive.
@safe
@usableFromInline
struct ListElement: ~Copyable {
    let plan: MappingPlan
    let run: UnsafeMutablePointer<MappingRun>
    let position: Int
    /// How many elements the list has, this one included.
    @usableFromInline
    let siblingCount: Int

    /// Maps the object onto `target`, and returns whether every required field was set.
    @usableFromInline
    func map(onto target: UnsafeMutableRawPointer) -> Bool {
        let before = unsafe run.pointee.requiredFailureCount
        let start = unsafe run.pointee.report.mark
        unsafe plan.map(position, onto: target, in: run)
        guard unsafe run.pointee.requiredFailureCount != before else { return true }
        unsafe run.pointee.report.withdrawFields(since: start)
        return false
    }

    /// Appends `initial` with its properties set, unless a required field was not.
    @inlinable
    @inline(__always)
    func append<Root>(_ initial: @autoclosure () -> Root, to values: inout [Root]) {
        // No further: the list may hold a million numbers and not one object.
        if values.isEmpty { values.reserveCapacity(min(siblingCount, 1 << 16)) }
        // Made where it stays: copying a value afterwards costs as much as mapping it.
        values.append(initial())
        let last = values.count - 1
        let isComplete = unsafe withUnsafeMutablePointer(to: &values[last]) { value in
            unsafe map(onto: value)
        }
        if !isComplete { values.removeLast() }
    }

    /// Converts all that mapping the object would convert.
    func mapWithoutStoring() {
        unsafe plan.map(position, onto: nil, in: run)
    }
}

@available(*, unavailable, message: "An element is lent to one call on one thread.")
extension ListElement: @unchecked Sendable {}
