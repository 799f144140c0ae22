/// A serial place, other than a dispatch queue, whose job the current thread runs: a worker thread,
/// a run loop, or an operation queue that runs one operation at a time.
package final class ThreadPlace: Sendable {
    private let place: SerialPlace
    /// The address of the label of the queue that the place's own code runs on.
    private let label: UInt
    /// The place that was entered before this one.
    private let outer: ThreadPlace?
    private let onLeave: @Sendable () -> Void

    private init(
        _ place: SerialPlace,
        inCodeOf label: UInt,
        in outer: ThreadPlace?,
        onLeave: @escaping @Sendable () -> Void = {}
    ) {
        self.place = place
        self.label = label
        self.outer = outer
        self.onLeave = onLeave
    }

    deinit {
        onLeave()
    }

    /// Whether this is `place`, or was entered from there.
    ///
    /// A thread that waits for a queue may run the queue's code itself. That code is not part of
    /// the place. So if `label` is not `nil`, it must be the label of the queue that the place's
    /// own code runs on.
    package func isInside(_ place: SerialPlace, inCodeOf label: UInt? = nil) -> Bool {
        guard label == nil || self.label == label else { return false }
        return self.place == place || outer?.isInside(place, inCodeOf: label) == true
    }

    /// Runs `work` as code of `place`, if there is one.
    package static func run(in place: SerialPlace?, _ work: () -> Void) {
        guard let place else { return work() }
        let record = ThreadRecord.current
        let outer = record.place
        record.place = ThreadPlace(place, inCodeOf: currentQueueLabel(), in: outer)
        work()
        record.place = outer
    }

    /// Marks all further code of this thread as code of `place`.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - isMainThread: Whether this is the main thread, whose code may be that of the main queue.
    ///   - onStop: Called when the thread has ended.
    package static func stay(
        in place: SerialPlace,
        isMainThread: Bool = false,
        onStop: @escaping @Sendable () -> Void = {}
    ) {
        let record = ThreadRecord.current
        let label = isMainThread ? labelOfMain : labelOfNoQueue
        record.home = ThreadPlace(place, inCodeOf: label, in: record.home, onLeave: onStop)
    }
}
