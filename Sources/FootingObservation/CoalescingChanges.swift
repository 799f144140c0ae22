/// Changes properties, and reports the changes of each property as one, at the end.
///
/// ```swift
/// coalescingChanges {
///     account.balance += 1
///     account.balance += 4
/// }  // 30 -> 35
/// ```
///
/// Values are stored immediately. Observers are called when the outermost batch of this thread
/// ends, even if it ends by throwing: once for each observed key path or expression, with the value
/// from before the batch as the old value and the kind ``ChangeKind/coalesced``. A value computed
/// from several properties is evaluated once. A handler of several key paths
/// (``KeyValueObservable/observe(anyOf:initial:fileID:line:handler:)``) is called once for each of
/// them that has changed. If an observer is registered in the batch after a change, it gets one
/// call for the changes after its registration, and the other observers get two calls.
///
/// Handlers of ``KeyValueObservable/observe(beforeChangeOf:fileID:line:handler:)`` are still called
/// before each change.
///
/// - Parameter body: Changes properties.
/// - Returns: The result of the body.
/// - Throws: The error that the body throws.
public func coalescingChanges<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    Cascade.beginBatch()
    defer { Cascade.finishBatch() }
    return try body()
}
