package import Dispatch

extension DispatchTime {
    /// The time `duration` from now, rounded up to a nanosecond; `distantFuture` for `nil`, and if
    /// it overflows.
    ///
    /// A negative duration means now.
    package init(after duration: Duration?) {
        guard let duration else {
            self = .distantFuture
            return
        }
        let delay = duration > .zero ? (duration.attoseconds - 1) / 1_000_000_000 + 1 : 0
        let moment = Int128(DispatchTime.now().uptimeNanoseconds) + delay
        // Dispatch interprets the upper half of its range as another clock.
        self =
            moment < Int64.max ? DispatchTime(uptimeNanoseconds: UInt64(moment)) : .distantFuture
    }
}
