extension Proxy where Target: AnyObject {
    /// Makes calls to one object, which it does not retain, at a destination.
    public struct Weak: Sendable {
        fileprivate weak let target: Target?
        fileprivate let destination: Place

        /// Calls `body` with the object asynchronously at the destination, if the object still
        /// exists then.
        public func callAsFunction(_ body: consuming sending @escaping (Target) -> Void) {
            destination.call((self, consume body)) { proxy, body in
                if let target = proxy.target { body(target) }
            }
        }

        /// Calls `body` with the object at the destination after `delay`, if the object still
        /// exists then.
        ///
        /// - Returns: A handle with which to cancel the call, or to wait for it. If the object has
        ///   been deallocated, the call counts as cancelled.
        @discardableResult
        public func submit(
            delay: Duration,
            _ body: consuming sending @escaping (Target) -> Void
        ) -> PendingCall<Void> {
            let call = { [self, body = consume body] in
                guard let target else {
                    throw InvocationError(.cancelled, at: destination.name)
                }
                body(target)
            }
            return PendingCall(at: destination, after: delay, consume call)
        }
    }

    /// A proxy that does not retain the object, and skips calls after the object has been
    /// deallocated.
    public var weak: Weak { Weak(target: target, destination: destination) }
}

extension MainProxy where Target: AnyObject {
    /// Makes calls to one object, which it does not retain, on the main queue.
    public struct Weak: Sendable {
        fileprivate let proxy: Proxy<Target, QueueDestination>.Weak

        /// Calls `body` with the object asynchronously on the main queue, if the object still
        /// exists then.
        public func callAsFunction(_ body: consuming @escaping @MainActor (Target) -> Void) {
            proxy(onMain(consume body))
        }

        /// Calls `body` with the object on the main queue after `delay`, if the object still exists
        /// then.
        ///
        /// - Returns: A handle with which to cancel the call, or to wait for it. If the object has
        ///   been deallocated, the call counts as cancelled.
        @discardableResult
        public func submit(
            delay: Duration,
            _ body: consuming @escaping @MainActor (Target) -> Void
        ) -> PendingCall<Void> {
            proxy.submit(delay: delay, onMain(consume body))
        }
    }

    /// A proxy that does not retain the object, and skips calls after the object has been
    /// deallocated.
    public var weak: Weak { Weak(proxy: proxy.weak) }
}
