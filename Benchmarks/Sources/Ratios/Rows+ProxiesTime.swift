import Dispatch
import FootingProxies
import Foundation
import Harness
import Synchronization

extension Comparison {
    static func workerThread() -> [Comparison] {
        let target = Target()
        let worker = WorkerThread(name: "benchmark")
        let queue = DispatchQueue(label: "footing.benchmark")
        return [
            Comparison(
                "post to a WorkerThread",
                to: "DispatchQueue.async",
                goal: 0.60,
                ours: { count in
                    for _ in 0..<count { target.on(worker) { $0.add() } }
                    target.on(worker).sync { _ in }
                },
                peer: { count in
                    for _ in 0..<count { queue.async { target.add() } }
                    queue.sync {}
                }
            ),
            Comparison(
                "round trip to a WorkerThread",
                to: "DispatchQueue.async and a semaphore",
                goal: 0.90
            ) { _ in
                let release = try stayOnOneProcessor()
                return Sides(
                    ours: { count in
                        let proxy = target.on(worker)
                        for _ in 0..<count { proxy.sync { $0.add() } }
                    },
                    peer: { count in
                        let done = DispatchSemaphore(value: 0)
                        for _ in 0..<count {
                            queue.async {
                                target.add()
                                done.signal()
                            }
                            done.wait()
                        }
                    },
                    cleanUp: release
                )
            },
        ]
    }

    /// 20,000 calls that are delayed by up to 20 ms, in processor time until the last one ran.
    static func delays() -> [Comparison] {
        let target = Target()
        let queue = DispatchQueue(label: "footing.benchmark")
        let calls = 20_000
        return [
            Comparison("20,000 delayed calls", to: "asyncAfter", goal: 1.3) { _ in
                Sides(
                    timingOurs: { count in
                        processorNanoseconds {
                            for _ in 0..<count {
                                let all = Countdown(from: calls)
                                for number in 0..<calls {
                                    let delay = Duration.microseconds(number * 7919 % 20_000)
                                    target.on(.queue(queue)).submit(delay: delay) {
                                        $0.add()
                                        all.countDown()
                                    }
                                }
                                all.wait()
                            }
                        }
                    },
                    timingPeer: { count in
                        processorNanoseconds {
                            for _ in 0..<count {
                                let all = Countdown(from: calls)
                                for number in 0..<calls {
                                    let delay = DispatchTimeInterval.microseconds(
                                        number * 7919 % 20_000
                                    )
                                    queue.asyncAfter(deadline: .now() + delay) {
                                        target.add()
                                        all.countDown()
                                    }
                                }
                                all.wait()
                            }
                        }
                    }
                )
            }
        ]
    }

    private final class Target: Sendable, Invocable {
        private let count = Atomic(0)

        func add() { count.add(1, ordering: .relaxed) }
    }

    private final class Countdown: Sendable {
        private let left: Atomic<Int>
        private let end = DispatchSemaphore(value: 0)

        init(from count: Int) { left = Atomic(count) }

        func countDown() {
            if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { end.signal() }
        }

        func wait() { end.wait() }
    }

    /// The time for which processors worked for this process while `work` ran.
    private static func processorNanoseconds(_ work: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
        }
        let start = now()
        work()
        return now() - start
    }
}
