import FootingProxies
import Harness
import NIOCore
import NIOPosix
import Synchronization

extension Comparison {
    static func proxies() -> [Comparison] {
        [post(), roundTrip()]
    }

    private final class Target: Sendable, Invocable {
        private let count = Atomic(0)

        func add() { count.add(1, ordering: .relaxed) }
    }

    private static func post() -> Comparison {
        Comparison("post to a WorkerThread", to: "NIO execute", goal: 0.75) { _ in
            let target = Target()
            let worker = WorkerThread(name: "benchmark")
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let loop = group.next()
            return Sides(
                ours: { count in
                    for _ in 0..<count { target.on(worker) { $0.add() } }
                    target.on(worker).sync { _ in }
                },
                peer: { count in
                    for _ in 0..<count { loop.execute { target.add() } }
                    try loop.submit {}.wait()
                },
                cleanUp: { try? group.syncShutdownGracefully() }
            )
        }
    }

    private static func roundTrip() -> Comparison {
        Comparison("round trip to a WorkerThread", to: "NIO submit and wait", goal: 0.65) { _ in
            let target = Target()
            let worker = WorkerThread(name: "benchmark")
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let loop = group.next()
            let release = try stayOnOneProcessor()
            return Sides(
                ours: { count in
                    let proxy = target.on(worker)
                    for _ in 0..<count { proxy.sync { $0.add() } }
                },
                peer: { count in
                    for _ in 0..<count { try loop.submit { target.add() }.wait() }
                },
                cleanUp: {
                    release()
                    try? group.syncShutdownGracefully()
                }
            )
        }
    }
}
