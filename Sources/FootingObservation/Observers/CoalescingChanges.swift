/// Changes properties, and reports each of them once, at the end.
///
/// ```swift
/// coalescingChanges {
///     account.balance += 1
///     account.balance += 4
/// }  // 30 -> 35
/// ```
///
/// Values are stored at once. Observers are called when the outermost batch of this thread ends, also if
/// it ends by throwing: each at most once, with the value from before the batch as the old value and the
/// kind ``ChangeKind/coalesced``. A value that is computed from several properties is evaluated once. An
/// observer registered in the batch after a change gets a call for the changes after its registration,
/// and then others get two.
///
/// ``KeyValueObservable/willChange(_:fileID:line:handler:)`` handlers are called for each change, before
/// it is stored, as always.
///
/// - Parameter body: Changes properties.
/// - Returns: The result of the body.
/// - Throws: The error of the body.
public func coalescingChanges<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    Cascade.beginBatch()
    defer { Cascade.endBatch() }
    return try body()
}
