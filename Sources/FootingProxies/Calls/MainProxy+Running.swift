extension MainProxy {
    /// Calls `body` with the object on the main queue, and suspends until it has returned.
    ///
    /// Blocks no thread. Cancelling the task does not prevent the call.
    ///
    /// - Throws: What `body` throws, as it is.
    @inlinable
    public func run<Output: Sendable, Failure: Error>(
        _ body: consuming @escaping @MainActor (Target) throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        let parcel = Parcel(consume body)
        let outcome = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Output, Failure>, Never>) in
            self { target in
                guard let body = parcel.open() else { return }
                continuation.resume(returning: Result(of: target, body))
            }
        }
        return try outcome.get()
    }
}
