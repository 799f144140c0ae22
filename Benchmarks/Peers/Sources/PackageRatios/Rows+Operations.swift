import FootingOperations
import Harness
import NIOCore
import NIOPosix

extension Comparison {
    static func operations() -> [Comparison] {
        [waitForEach()]
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
