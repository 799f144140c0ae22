import Dispatch
import FootingProxies
import Harness
import Synchronization

extension Comparison {
    static func proxies() -> [Comparison] {
        [hop(), wait(), waitForResult(), waitInside(), timedWait(), timeOutWhileTaken()]
    }

    private final class Target: Sendable, Invocable {
        let count = Atomic(0)

        func add() { count.add(1, ordering: .relaxed) }
    }

    /// Calls made one after the other to a serial queue, until the last one ran.
    private static func hop() -> Comparison {
        let target = Target()
        let queue = DispatchQueue(label: "footing.benchmark")
        return Comparison(
            "hop to a queue",
            to: "DispatchQueue.async",
            goal: 1.20,
            ours: { count in
                for _ in 0..<count { target.on(.queue(queue)) { $0.add() } }
                queue.sync {}
            },
            peer: { count in
                for _ in 0..<count { queue.async { target.add() } }
                queue.sync {}
            }
        )
    }

    private static func wait() -> Comparison {
        let target = Target()
        let queue = DispatchQueue(label: "footing.benchmark")
        return Comparison(
            "wait without a result, idle queue",
            to: "DispatchQueue.sync",
            goal: 1.15,
            ours: { count in
                let proxy = target.on(.queue(queue))
                for _ in 0..<count { proxy.sync { $0.add() } }
            },
            peer: { count in
                for _ in 0..<count { queue.sync { target.add() } }
            }
        )
    }

    /// Waits of a job of one queue for another queue, which are checked for cycles.
    private static func waitInside() -> Comparison {
        let target = Target()
        let queue = DispatchQueue(label: "footing.benchmark")
        let outer = target.on(.queue(DispatchQueue(label: "footing.benchmark.outer")))
        return Comparison(
            "wait from within another queue",
            to: "DispatchQueue.sync",
            goal: 2.2,
            ours: { count in
                let proxy = target.on(.queue(queue))
                outer.sync { _ in
                    for _ in 0..<count { proxy.sync { $0.add() } }
                }
            },
            peer: { count in
                for _ in 0..<count { queue.sync { target.add() } }
            }
        )
    }

    private static func timedWait() -> Comparison {
        let target = Target()
        let queue = DispatchQueue(label: "footing.benchmark")
        return Comparison(
            "wait with a time-out, idle queue",
            to: "DispatchQueue.async and a semaphore",
            goal: 1.15,
            ours: { count in
                let proxy = target.on(.queue(queue))
                for _ in 0..<count {
                    blackHole(try? proxy.sync(timeout: .seconds(10)) { $0.add() })
                }
            },
            peer: { count in
                for _ in 0..<count {
                    let done = DispatchSemaphore(value: 0)
                    queue.async {
                        target.add()
                        done.signal()
                    }
                    blackHole(done.wait(timeout: .now() + 10))
                }
            }
        )
    }

    private static func waitForResult() -> Comparison {
        let target = Target()
        let queue = DispatchQueue(label: "footing.benchmark")
        return Comparison(
            "wait with a result, idle queue",
            to: "DispatchQueue.sync { value }",
            goal: 0.60,
            ours: { count in
                let proxy = target.on(.queue(queue))
                for _ in 0..<count {
                    blackHole(proxy.sync { $0.count.load(ordering: .relaxed) })
                }
            },
            peer: { count in
                for _ in 0..<count {
                    blackHole(queue.sync { target.count.load(ordering: .relaxed) })
                }
            }
        )
    }

    /// A destination that takes as long over a call as it may take in all: nothing is left to wait.
    private static func timeOutWhileTaken() -> Comparison {
        struct Slow: Destination {
            var isCurrent: Bool { false }
            func enqueue(_ job: @escaping @Sendable () -> Void) { pause() }
            func pause() { blackHole(DispatchSemaphore(value: 0).wait(timeout: .now() + 0.002)) }
        }
        let slow = Slow()
        let proxy = Target().on(slow)
        return Comparison(
            "time-out that is over when taken",
            to: "the destination alone",
            goal: 1.25,
            ours: { count in
                for _ in 0..<count {
                    blackHole(try? proxy.sync(timeout: .milliseconds(2)) { $0.add() })
                }
            },
            peer: { count in
                for _ in 0..<count { slow.pause() }
            }
        )
    }
}
