import Dispatch

/// Runs the jobs of tasks on threads of Dispatch, which may block.
private final class BlockingExecutor: TaskExecutor {
    static let shared = BlockingExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The executor is never released.
        DispatchQueue.global().async {
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}

/// Runs work that blocks in the current task, but not on a thread that other tasks need.
@concurrent
func runBlocking<Value: Sendable>(
    _ work: @Sendable () throws(ArchiveError) -> Value
) async throws(ArchiveError) -> Value {
    try await withTaskExecutorPreference(BlockingExecutor.shared) { () throws(ArchiveError) in
        try work()
    }
}
