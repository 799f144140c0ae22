/// Returns a sequence of the changes that an observation yields.
///
/// The observation is cancelled when the sequence is released or its task is cancelled.
///
/// - Parameters:
///   - newest: The maximum number of waiting changes, or `nil` for no limit.
///   - observe: Begins the observation.
/// - Returns: The sequence.
func changeSequence<Value: Sendable>(
    newest: Int?,
    _ observe: (AsyncStream<ValueChange<Value>>.Continuation) -> ObservationToken
) -> AsyncStream<ValueChange<Value>> {
    let (changes, continuation) = AsyncStream.makeStream(
        of: ValueChange<Value>.self,
        bufferingPolicy: newest.map { .bufferingNewest(max($0, 0)) } ?? .unbounded
    )
    let token = observe(continuation)
    if !token.isLive { continuation.finish() }
    continuation.onTermination = { _ in token.cancelElsewhere() }
    return changes
}
