extension Proxy {
    /// Calls `body` with the object at the destination, and suspends until it has returned.
    ///
    /// Blocks no thread. Cancelling the task does not prevent the call. The program stops, with a sentence, if the
    /// destination releases the call without making it.
    ///
    /// What `body` returns need not be `Sendable` if it is made there and nothing else holds it. Of an
    /// object that is `@unchecked Sendable` the compiler can't tell whether it keeps what it returns:
    /// not to return part of its state is the caller's promise.
    ///
    /// - Throws: What `body` throws, as it is.
    @inlinable
    public func run<Output, Failure: Error>(
        _ body: consuming sending @escaping (Target) throws(Failure) -> sending Output
    ) async throws(Failure) -> sending Output {
        let parcel = Parcel(consume body)
        // Not the unsafe form: the thread sanitizer of 6.3 reports races in it that are none.
        let outcome = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Output, Failure>, Never>) in
            // Held by the job alone, and so released with it.
            let receipt = Parcel((), requiredAt: destination)
            let job = job(target) { target in
                receipt.open()
                guard let body = parcel.open() else { return }
                // Sent: what `body` returns is its caller's alone.
                nonisolated(unsafe) let outcome = Result(of: target, body)
                continuation.resume(returning: unsafe outcome)
            }
            destination.enqueueUnrefused(job)
        }
        return try outcome.get()
    }
}
