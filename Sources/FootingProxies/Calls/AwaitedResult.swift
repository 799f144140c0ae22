/// The result of a call that a task awaits.
// Unchecked: the job sets it before the call is settled, and the task reads it afterwards.
@usableFromInline
final class AwaitedResult<Output, Failure: Error>: @unchecked Sendable {
    @usableFromInline var result: Result<Output, Failure>?

    @usableFromInline
    init() {}
}
