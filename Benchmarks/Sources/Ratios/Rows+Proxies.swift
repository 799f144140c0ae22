import Dispatch
import FootingProxies
import Foundation
import Harness
import Synchronization

extension Comparison {
    static func proxies() -> [Comparison] {
        [
            hop(), set(), wait(), waitForResult(), waitInline(), waitInside(), timedWait(),
            timeOutWhileTaken(), isMain(), invocation(), closureInvocation(),
        ] + proxiesOnMain() + workerThread() + delays()
    }

    private final class Target: Sendable, Invocable {
        let count = Atomic(0)
        var value: Int {
            get { count.load(ordering: .relaxed) }
            set { count.store(newValue, ordering: .relaxed) }
        }

        func add() { count.add(1, ordering: .relaxed) }
        func add(_ number: Int) { count.add(number, ordering: .relaxed) }
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

    private static func set() -> Comparison {
        let target = Target()
        let queue = DispatchQueue(label: "footing.benchmark")
        return Comparison(
            "property set on a queue",
            to: "DispatchQueue.async",
            goal: 1.25,
            ours: { count in
                for number in 0..<count { target.on(.queue(queue)).value = number }
                queue.sync {}
            },
            peer: { count in
                for number in 0..<count { queue.async { target.value = number } }
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

    /// Waits of a job of a queue for the same queue, which run at once.
    private static func waitInline() -> Comparison {
        let target = Target()
        let queue = DispatchQueue(label: "footing.benchmark")
        let idle = DispatchQueue(label: "footing.benchmark.idle")
        return Comparison(
            "wait inline on one's own queue",
            to: "DispatchQueue.sync on an idle one",
            goal: 0.85,
            ours: { count in
                let proxy = target.on(.queue(queue))
                proxy.sync { _ in
                    for _ in 0..<count { proxy.sync { $0.add() } }
                }
            },
            peer: { count in
                for _ in 0..<count { idle.sync { target.add() } }
            }
        )
    }

    private static func isMain() -> Comparison {
        Comparison("“on main?” off main", to: "Thread.isMainThread", goal: 0.10) { _ in
            Sides(
                ours: { count in
                    offMain { for _ in 0..<count { blackHole(MainDestination.isCurrent) } }
                },
                peer: { count in
                    offMain { for _ in 0..<count { blackHole(Thread.isMainThread) } }
                }
            )
        }
    }

    private static func invocation() -> Comparison {
        let target = Target()
        let invocation = Invocation(Target.add(_:), 1)
        let closures: [@Sendable (Target) -> Void] = [{ $0.add(1) }]
        return Comparison(
            "call of an Invocation",
            to: "a stored closure",
            goal: 3.0,
            ours: { count in
                for _ in 0..<count { invocation.call(on: target) }
            },
            peer: { count in
                for _ in 0..<count { closures[0](target) }
            }
        )
    }

    private static func closureInvocation() -> Comparison {
        let target = Target()
        let invocation = Invocation<Target, Void, Never>("add(1)") { $0.add(1) }
        let closures: [@Sendable (Target) -> Void] = [{ $0.add(1) }]
        return Comparison(
            "call of an Invocation of a closure",
            to: "a stored closure",
            goal: 1.2,
            ours: { count in
                for _ in 0..<count { invocation.call(on: target) }
            },
            peer: { count in
                for _ in 0..<count { closures[0](target) }
            }
        )
    }

    /// Runs work on a thread without a queue and waits for it.
    static func offMain(_ work: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            work()
            done.signal()
        }
        done.wait()
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
