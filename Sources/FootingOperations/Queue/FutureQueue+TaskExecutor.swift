extension FutureQueue: TaskExecutor {
    /// Runs an executor job, a segment of a task, on a worker.
    ///
    /// Tasks that prefer this queue as their executor may block without delaying other tasks:
    ///
    /// ```swift
    /// let size = try await Task(executorPreference: queue) {
    ///     try Data(contentsOf: file).count
    /// }.value
    /// ```
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let state = FutureState<Void, Never>()
        state.insert(.executorJob)
        enqueue(state, .normal) {
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
            state.settle(.success(()))
        }
    }
}
