extension Proxy where Target: AnyObject {
    /// Makes calls to one object, which it does not hold, at a destination.
    public struct Weak: Sendable {
        fileprivate weak let target: Target?
        fileprivate let destination: Place

        /// Calls `body` with the object at the destination, later, if the object still exists then.
        public func callAsFunction(_ body: consuming sending @escaping (Target) -> Void) {
            let parcel = Parcel(consume body)
            let call = job(self) { proxy in
                guard let body = parcel.open(), let target = proxy.target else { return }
                body(target)
            }
            destination.enqueue(call)
        }

        /// Calls `body` with the object at the destination when `delay` is over, if the object still exists then.
        ///
        /// - Parameters:
        ///   - delay: The time after which the call is sent to its destination.
        ///   - body: The work to do with the object.
        /// - Returns: A handle to cancel the call, or to wait for it. If the object is gone by then, the call
        ///   counts as cancelled.
        @discardableResult
        public func after(
            _ delay: Duration,
            _ body: consuming sending @escaping (Target) -> Void
        ) -> PendingCall<Void> {
            let parcel = Parcel((self, consume body))
            return PendingCall(at: .destination(destination), after: delay, with: parcel) {
                contents in
                let (proxy, body) = contents
                guard let target = proxy.target else {
                    throw InvocationError(.cancelled, at: proxy.destination.name)
                }
                body(target)
            }
        }
    }

    /// A proxy that does not hold the object, and skips its calls when the object is gone.
    public var weak: Weak { Weak(target: target, destination: destination) }
}
