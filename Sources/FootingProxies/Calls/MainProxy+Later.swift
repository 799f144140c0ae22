extension MainProxy {
    /// Calls `body` with the object on the main queue, and suspends until it has returned.
    ///
    /// Blocks no thread. Cancelling the task does not prevent the call.
    ///
    /// - Throws: Any error that `body` throws, as it is.
    @inlinable
    public func run<Output: Sendable, Failure: Error>(
        _ body: consuming @escaping @MainActor (Target) throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        let call: (Target) -> sending Result<Output, Failure> = { [body = consume body] target in
            MainActor.assumeIsolated { Result(of: target, body) }
        }
        return try await proxy.run(consume call).get()
    }

    /// Calls `body` with the object on the main queue, later, and returns a handle at once.
    ///
    /// - Returns: A handle to wait for the result, or to cancel the call.
    public func submit<Output: Sendable>(
        _ body: consuming @escaping @MainActor (Target) throws -> Output
    ) -> PendingCall<Output> {
        after(.zero, consume body)
    }

    /// Calls `body` with the object on the main queue when `delay` is over, and returns a handle at once.
    ///
    /// The delay, the order and the handle are as with `after` of ``Proxy``.
    @discardableResult
    public func after(
        _ delay: Duration,
        _ body: consuming @escaping @MainActor (Target) -> Void
    ) -> PendingCall<Void> {
        proxy.after(delay, onMain(consume body))
    }

    /// Calls `body` with the object on the main queue when `delay` is over, and returns a handle for the
    /// result or the error.
    public func after<Output: Sendable>(
        _ delay: Duration,
        _ body: consuming @escaping @MainActor (Target) throws -> Output
    ) -> PendingCall<Output> {
        let call: (Target) throws -> Output = { [body = consume body] target in
            try MainActor.assumeIsolated { try body(target) }
        }
        return proxy.after(delay, consume call)
    }
}

extension MainProxy where Target: AnyObject {
    /// Makes calls to one object, which it does not hold, on the main queue.
    public struct Weak: Sendable {
        fileprivate let proxy: Proxy<Target, QueueDestination>.Weak

        /// Calls `body` with the object on the main queue, later, if the object still exists then.
        public func callAsFunction(_ body: consuming @escaping @MainActor (Target) -> Void) {
            proxy(onMain(consume body))
        }

        /// Calls `body` with the object on the main queue when `delay` is over, if the object still exists then.
        ///
        /// - Returns: A handle to cancel the call, or to wait for it. If the object is gone by then, the call
        ///   counts as cancelled.
        @discardableResult
        public func after(
            _ delay: Duration,
            _ body: consuming @escaping @MainActor (Target) -> Void
        ) -> PendingCall<Void> {
            proxy.after(delay, onMain(consume body))
        }
    }

    /// A proxy that does not hold the object, and skips its calls when the object is gone.
    public var weak: Weak { Weak(proxy: proxy.weak) }
}
