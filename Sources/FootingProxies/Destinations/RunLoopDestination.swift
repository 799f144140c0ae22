import FootingWaiting
public import Foundation

/// The run loop of a thread as a destination.
///
/// A call wakes the thread, and runs when the thread runs its loop in one of the common modes. If
/// the thread ends, calls that have not begun are released, also those that are delayed: a wait for
/// such a call throws an error with the code ``InvocationError/Code/destinationGone``. A call for
/// which no code waits is lost without a message.
///
/// Create the destination on the thread of the loop, or make a call run there first. Otherwise, the
/// end of the thread is not detected while other code retains the loop.
public struct RunLoopDestination: Destination {
    private let jobs: LoopJobs

    init(_ loop: RunLoop) {
        jobs = LoopJobs.of(loop)
        if isCurrent { jobs.noteThread() }
    }

    /// Whether the calling code runs on the thread of the run loop.
    public var isCurrent: Bool { RunLoop.current === jobs.loop }

    /// Runs `job` in the run loop, and wakes the loop's thread.
    public func enqueue(_ job: @escaping @Sendable () -> Void) {
        guard let loop = jobs.loop, let runner = jobs.add(job) else { return }
        loop.perform(inModes: [.common]) { runner.run() }
        loop.wake()
    }

    /// Whether the thread of the loop has stopped, as far as is known.
    var hasThreadStopped: Bool { jobs.loop == nil || jobs.hasThreadStopped }

    /// The run loop's place in the graph of waits.
    var place: SerialPlace { jobs.place }
}

extension RunLoopDestination: CustomStringConvertible {
    /// A phrase that tells the main run loop from others.
    public var description: String { place.name }
}

extension Destination where Self == RunLoopDestination {
    /// A destination that runs calls in the run loop `loop`.
    ///
    /// For main code, use `.main`: where `dispatchMain()` serves the main queue, no thread runs the
    /// main run loop.
    public static func runLoop(_ loop: RunLoop) -> RunLoopDestination {
        RunLoopDestination(loop)
    }
}
