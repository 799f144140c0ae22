extension Proxy {
    /// Calls `body` with the object at the destination, and suspends until it has returned.
    ///
    /// Blocks no thread. Cancelling the task does not prevent the call.
    ///
    /// - Throws: What `body` throws, as it is.
    @inlinable
    public func run<Output, Failure: Error>(
        _ body: consuming sending @escaping (Target) throws(Failure) -> sending Output
    ) async throws(Failure) -> sending Output {
        let parcel = Parcel(consume body)
        // Resumed exactly once: a destination runs a job exactly once.
        let outcome = unsafe await withUnsafeContinuation {
            (continuation: UnsafeContinuation<Result<Output, Failure>, Never>) in
            self { target in
                guard let body = parcel.open() else { return }
                // Sent: what `body` returns is its caller's alone.
                nonisolated(unsafe) let outcome = Result(of: target, body)
                unsafe continuation.resume(returning: outcome)
            }
        }
        return try outcome.get()
    }
}
