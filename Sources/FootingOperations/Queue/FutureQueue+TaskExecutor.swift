extension FutureQueue: TaskExecutor {
    /// Runs a part of a task on a worker, as a job of the queue.
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
        state.insert(.partOfTask)
        submit(state, .normal) {
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
            state.settle(.success(()))
        }
    }
}
