import FootingOperations
import Harness
import NIOCore
import NIOPosix

extension Comparison {
    static func operations() -> [Comparison] {
        [waitForEach(), settleAndRead(), map()]
    }

    /// A promise that is settled and read, without a queue.
    private static func settleAndRead() -> Comparison {
        Comparison("create, settle, read", to: "NIO promise on its loop", goal: 1.2) { _ in
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let loop = group.next()
            return Sides(
                ours: { count in
                    for number in 0..<count {
                        let promise = Promise<Int, Never>()
                        promise.succeed(number)
                        blackHole(promise.future.settledOutcome)
                    }
                },
                peer: { count in
                    try onLoop(loop) {
                        for number in 0..<count {
                            let promise = loop.makePromise(of: Int.self)
                            promise.succeed(number)
                            promise.futureResult.assumeIsolated().whenSuccess { blackHole($0) }
                        }
                    }
                },
                cleanUp: { try? group.syncShutdownGracefully() }
            )
        }
    }

    /// A value that passes a hundred links.
    private static func map() -> Comparison {
        Comparison("100 links of map", to: "NIO map on its loop", goal: 1.2) { _ in
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let loop = group.next()
            return Sides(
                ours: { count in
                    for _ in 0..<count {
                        let promise = Promise<Int, Never>()
                        var future = promise.future
                        for _ in 0..<100 { future = future.map { $0 &+ 1 } }
                        promise.succeed(0)
                        blackHole(future.settledOutcome)
                    }
                },
                peer: { count in
                    try onLoop(loop) {
                        for _ in 0..<count {
                            let promise = loop.makePromise(of: Int.self)
                            var future = promise.futureResult
                            for _ in 0..<100 { future = future.map { $0 &+ 1 } }
                            promise.succeed(0)
                            future.assumeIsolated().whenSuccess { blackHole($0) }
                        }
                    }
                },
                cleanUp: { try? group.syncShutdownGracefully() }
            )
        }
    }

    private static func onLoop(
        _ loop: any EventLoop,
        _ work: @escaping @Sendable () -> Void
    ) throws {
        try loop.submit(work).wait()
    }

    /// Hands over a blocking job and waits for its result, one job after the other.
    private static func waitForEach() -> Comparison {
        Comparison("job, then its result, width 2", to: "NIOThreadPool", goal: 1.0) { _ in
            let queue = FutureQueue(maxConcurrentJobs: 2)
            let pool = NIOThreadPool(numberOfThreads: 2)
            pool.start()
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            return Sides(
                ours: { count in
                    for number in 0..<count { blackHole(try queue.submit { number }.wait()) }
                },
                peer: { count in
                    let loop = group.next()
                    for number in 0..<count {
                        blackHole(try pool.runIfActive(eventLoop: loop) { number }.wait())
                    }
                },
                cleanUp: {
                    try? pool.syncShutdownGracefully()
                    try? group.syncShutdownGracefully()
                }
            )
        }
    }
}
