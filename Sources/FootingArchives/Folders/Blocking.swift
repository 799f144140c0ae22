import Dispatch
import FootingLocks

/// A flag that one thread sets and another reads.
private final class Flag: Sendable {
    let isSet = Lock(false)
}

/// Runs work that blocks on a queue of Dispatch, rather than on a thread that runs tasks.
///
/// The meter cancels the work with the task.
func runBlocking<Value: Sendable>(
    _ progress: (@Sendable (inout Archives.Progress) -> Void)?,
    _ work: @escaping @Sendable (ProgressMeter) throws(ArchiveError) -> Value
) async throws(ArchiveError) -> Value {
    let flag = Flag()
    let result = await withTaskCancellationHandler {
        await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Value, ArchiveError>, Never>) in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { () throws(ArchiveError) in
                        try work(ProgressMeter(progress) { flag.isSet.withLock { $0 } })
                    }
                )
            }
        }
    } onCancel: {
        flag.isSet.withLock { $0 = true }
    }
    return try result.get()
}
