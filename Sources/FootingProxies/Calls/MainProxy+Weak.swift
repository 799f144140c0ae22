extension MainProxy where Target: AnyObject {
    /// Makes calls to one object, which it does not hold, on the main queue.
    public struct Weak: Sendable {
        fileprivate weak let target: Target?

        /// Calls `body` with the object on the main queue, later, if the object still exists then.
        public func callAsFunction(_ body: consuming @escaping @MainActor (Target) -> Void) {
            let parcel = Parcel(consume body)
            let call = job(self) { proxy in
                guard let body = parcel.open(), let target = proxy.target else { return }
                MainActor.assumeIsolated { body(target) }
            }
            MainDestination.enqueue(call)
        }

        /// Calls `body` with the object on the main queue when `delay` is over, if the object still exists then.
        ///
        /// - Parameters:
        ///   - delay: The time after which the call is sent to the main queue.
        ///   - body: The work to do with the object.
        /// - Returns: A handle to cancel the call, or to wait for it. If the object is gone by then, the call
        ///   counts as cancelled.
        @discardableResult
        public func after(
            _ delay: Duration,
            _ body: consuming @escaping @MainActor (Target) -> Void
        ) -> PendingCall<Void> {
            PendingCall(at: .main, after: delay, with: Parcel((self, consume body))) { contents in
                let (proxy, body) = contents
                guard let target = proxy.target else {
                    throw InvocationError(.cancelled, at: AnyPlace.main.name)
                }
                MainActor.assumeIsolated { body(target) }
            }
        }
    }

    /// A proxy that does not hold the object, and skips its calls when the object is gone.
    public var weak: Weak { Weak(target: target) }
}
