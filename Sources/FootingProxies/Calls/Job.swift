// A job is what a destination runs: a closure that holds the target and the body until it runs, and
// neither afterwards.
//
// Dispatch's `async` lets go of a block only when it returns, which is sometimes after the block
// ran; what the block captured is then released by the sender, in the wrong place. So a job takes its
// contents out when it runs, and whoever passes a target, a body or a value on consumes it: what the
// sender's own code holds no longer is the job's alone. Jobs are made in a function that is not
// inlined: no copy that the compiler makes outlives its return.
//
// `nonisolated(unsafe)`: the contents are set before the job is enqueued and touched only by the job,
// which runs exactly once: Dispatch does so, and `Destination.enqueue` demands it of any other place.
// Handing the job over orders the two. A body is not Sendable, but sent. A place that breaks its
// promise by running a job again later finds it empty; only one that runs it twice at the same moment
// would race, and is at fault.

@inlinable
@inline(never)
func job<Target: Sendable>(
    _ target: consuming Target,
    _ body: consuming sending @escaping (Target) -> Void
) -> @Sendable () -> Void {
    nonisolated(unsafe) var contents: (Target, (Target) -> Void)? = (consume target, consume body)
    return {
        guard let (target, body) = unsafe contents.take() else { return }
        body(target)
    }
}

@inlinable
@inline(never)
func job<Target: Sendable>(
    _ target: consuming Target,
    onMain body: consuming @escaping @MainActor (Target) -> Void
) -> @Sendable () -> Void {
    nonisolated(unsafe) var contents: (Target, @MainActor (Target) -> Void)? =
        (consume target, consume body)
    return {
        guard let (target, body) = unsafe contents.take() else { return }
        MainActor.assumeIsolated { body(target) }
    }
}

@inlinable
@inline(never)
func job<Target: Sendable, Value: Sendable>(
    _ target: Target,
    setting property: any ReferenceWritableKeyPath<Target, Value> & Sendable,
    to value: consuming Value
) -> @Sendable () -> Void {
    nonisolated(unsafe) var contents: (Target, Value)? = (target, consume value)
    return {
        guard let (target, value) = unsafe contents.take() else { return }
        target[keyPath: property] = value
    }
}

/// One value on its way to a destination, taken out there and released there.
// Unchecked: the value is set before the parcel is sent, and sent itself; `open()` is called only by
// the one who received it.
@usableFromInline
final class Parcel<Contents>: @unchecked Sendable {
    @usableFromInline var contents: Contents?
    /// The destination of contents that must arrive, since a task is suspended for them.
    @usableFromInline let addressee: (any Destination)?

    @inlinable
    init(_ contents: consuming sending Contents, requiredAt addressee: (any Destination)? = nil) {
        self.contents = consume contents
        self.addressee = addressee
    }

    @inlinable
    deinit {
        if contents != nil, let addressee { stop(losing: addressee) }
    }

    @inlinable
    @discardableResult
    func open() -> Contents? {
        contents.take()
    }
}

/// Stops the program because a destination let go of a call for which a task is suspended.
@usableFromInline
func stop(losing destination: any Destination) -> Never {
    // Not a precondition: its sentence is left out of release builds.
    fatalError(InvocationError(.destinationGone, at: destination.name).description)
}
