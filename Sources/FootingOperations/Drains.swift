/// The `drain` calls of a queue that have not ended, guarded by the queue's lock.
///
/// Each call begins a generation of jobs. It ends when all jobs of older generations have ended.
struct Drains {
    typealias Drain = Promise<Void, Never>

    /// How many jobs of each generation have not ended; the last one is that of new jobs.
    private var counts = [0]
    /// The drain that each generation but the last belongs to.
    private var drains: [Drain] = []
    /// The number of the first generation in `counts`.
    private var first: UInt32 = 0

    /// Counts a new job, and returns its generation.
    mutating func add() -> UInt32 {
        counts[counts.count - 1] += 1
        return first &+ UInt32(counts.count - 1)
    }

    /// Notes that a job has ended, and returns the drains that have ended therefore.
    mutating func end(_ generation: UInt32) -> [Drain] {
        counts[Int(generation &- first)] -= 1
        guard counts[0] == 0, !drains.isEmpty else { return [] }
        let ended = counts.dropLast().prefix { $0 == 0 }.count
        defer {
            counts.removeFirst(ended)
            drains.removeFirst(ended)
            first &+= UInt32(ended)
        }
        return Array(drains.prefix(ended))
    }

    /// The future of a drain that begins now.
    mutating func begin(of queue: QueueCore) -> Future<Void, Never> {
        let drain = Drain(state: DrainState(queue))
        if counts == [0] {
            drain.succeed(())
        } else {
            drains.append(drain)
            counts.append(0)
        }
        return drain.future
    }
}

/// The state of a drain, which waits for all running jobs of a queue.
private final class DrainState: FutureState<Void, Never>, @unchecked Sendable {
    private let queue: QueueCore

    init(_ queue: QueueCore) {
        self.queue = queue
        super.init()
    }

    override var obstacle: Obstacle { .threads(queue.runners) }
}
