/// The `drain` calls of a queue that have not ended, guarded by the queue's lock.
///
/// Each call begins a generation of jobs, unless the last one is still empty. A call ends when all jobs
/// of older generations have ended.
struct Drains {
    typealias Drain = Promise<Void, Never>

    /// How many jobs of each generation have not ended; the last one is that of new jobs.
    private var counts = [0]
    /// The drains that wait for each generation but the last.
    ///
    /// Each call has a drain of its own, so cancelling one does not end the wait of another caller.
    private var drains: [[Drain]] = []
    /// The number of the first generation in `counts`.
    private var first: UInt32 = 0

    /// The generation of new jobs.
    private var last: UInt32 { first &+ UInt32(counts.count - 1) }

    /// Counts a new job, and returns its generation.
    mutating func add() -> UInt32 {
        counts[counts.count - 1] += 1
        return last
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
        return drains.prefix(ended).flatMap { $0 }
    }

    /// The future of a drain that begins now.
    mutating func begin(of queue: QueueCore) -> Future<Void, Never> {
        // Nothing was submitted since the last one.
        if counts.last == 0, !drains.isEmpty {
            let drain = Drain(state: DrainState(queue, upTo: last &- 1))
            drains[drains.count - 1].append(drain)
            return drain.future
        }
        let drain = Drain(state: DrainState(queue, upTo: last))
        if counts == [0] {
            drain.succeed(())
        } else {
            drains.append([drain])
            counts.append(0)
        }
        return drain.future
    }
}

/// The state of a drain, which waits for all jobs of a queue up to a generation.
// Unchecked as its superclass is: all that this class adds is constant and Sendable.
private final class DrainState: FutureState<Void, Never>, @unchecked Sendable {
    private let queue: QueueCore
    private let lastGeneration: UInt32

    init(_ queue: QueueCore, upTo generation: UInt32) {
        self.queue = queue
        lastGeneration = generation
        super.init()
    }

    override var obstacle: Obstacle { queue.obstacle(upTo: lastGeneration) }
}
