import CFooting
import FootingWaiting
public import Foundation
import Synchronization

/// A dedicated thread that runs calls, actors and tasks one at a time.
///
/// Use it for a library that must be called on a single thread. Calls reach it like a queue, and an
/// actor that uses it as its executor runs on the same thread:
///
/// ```swift
/// let scanner = WorkerThread(name: "scanner")
/// device.on(scanner) { $0.open() }
/// let page = device.on(scanner).sync { $0.scan() }
/// ```
///
/// The thread starts when this object is created. It ends when the last reference to the object is
/// released and all jobs that were sent to it have run. Keep a reference, especially while an actor
/// uses the thread: neither the actor's `unownedExecutor` nor calls that have been sent retain it.
///
/// After ``stop()``, the thread refuses calls, also those that are delayed. `sync(timeout:)` and
/// ``PendingCall`` throw an error with the code ``InvocationError/Code/destinationGone``. A call
/// without a wait is reported to the closure passed to the initializer. Calls that can't throw that
/// error (`sync` without a time-out, and `run`) still run, and so do the jobs of actors and tasks.
public final class WorkerThread: Destination, SerialExecutor, TaskExecutor {
    /// The name of the thread, also used in errors.
    public let name: String

    private let jobs = JobQueue()
    private let stopFlag = Atomic(false)
    var isStopped: Bool { stopFlag.load(ordering: .acquiring) }
    private let onRefusal: @Sendable (InvocationError) -> Void
    /// The thread's place in the wait graph.
    let place: SerialPlace

    /// Starts a thread.
    ///
    /// - Parameters:
    ///   - name: The name of the thread. Systems may show only its beginning; Linux shows 15 bytes.
    ///   - qualityOfService: The priority of the thread, where the system has one.
    ///   - stackSize: The size of its stack in bytes. `nil`, zero and negative values mean the
    ///     default size.
    ///   - onRefusal: Called for each call that is sent after ``stop()`` and that no thread or task
    ///     waits for, on the thread that sends the call; a delayed call is sent by a thread of the
    ///     package. By default, the error is written to standard error.
    public init(
        name: String,
        qualityOfService: QualityOfService = .default,
        stackSize: Int? = nil,
        onRefusal: (@Sendable (InvocationError) -> Void)? = nil
    ) {
        self.name = name
        self.onRefusal =
            onRefusal ?? { refusal in
                let line = "\(refusal)\n"
                unsafe footing_write_to_standard_error(line, line.utf8.count)
            }
        place = SerialPlace(name: name)
        let thread = Thread { [jobs, place] in
            nameCurrentThread(name)
            ThreadPlace.stay(in: place)
            jobs.runJobs()
        }
        thread.name = name
        thread.qualityOfService = qualityOfService
        if let stackSize, stackSize > 0 { thread.stackSize = stackSize }
        thread.start()
    }

    deinit {
        // The last job: no other code has a reference with which to send one.
        jobs.enqueue(Job { [jobs] in jobs.stop() })
    }

    /// Whether the calling code runs on this thread.
    public var isCurrent: Bool { ThreadRecord.existing?.home?.isInside(place) == true }

    /// Runs `job` on the thread, after everything that was sent to the thread earlier.
    ///
    /// After ``stop()``, the job is reported as refused instead, and released on the thread.
    public func enqueue(_ job: consuming @escaping @Sendable () -> Void) {
        send(Job(consume job))
    }

    /// Runs `work` on the thread, after everything that the calling thread sent to it, and returns
    /// when the work is done.
    ///
    /// On the thread itself, the work runs immediately. If the wait would complete a cycle of
    /// waits, the program stops with a message that names the cycle.
    public func sync(_ work: () -> Void) {
        if isCurrent { return work() }
        // Such a wait can't be refused or abandoned, so it needs no `Call`, which saves a tenth of
        // its time.
        let wait = enterOrStop(place, from: CurrentPlace())
        let record = ThreadRecord.current
        let isDone = record.claimSemaphore()
        // Safe: this thread retains the work and blocks until the work has run.
        withoutActuallyEscaping(work) { work in
            unsafe withUnsafePointer(to: work) { work in
                nonisolated(unsafe) let work = unsafe work
                jobs.enqueue(
                    Job {
                        unsafe Self.use(work)
                        if let wait { WaitGraph.leave(wait) }
                        isDone.signal()
                    }
                )
                isDone.wait()
            }
        }
        record.returnSemaphore(isDone)
    }

    // Not inlined, so that no reference to the non-escaping `work` outlives this function.
    @inline(never)
    private static func use(_ work: UnsafePointer<() -> Void>) {
        unsafe work.pointee()
    }

    /// Refuses all further calls.
    ///
    /// Calls that were made earlier still run, but those whose delay has not elapsed are refused as
    /// well. May be called from any thread, and more than once. This does not wait for earlier
    /// calls; to wait for them, call `sync` first.
    public func stop() {
        stopFlag.store(true, ordering: .releasing)
        DelayedCalls.shared.sendToStopped()
    }

    /// Sends a job, or refuses it if the thread was stopped.
    ///
    /// A refused job only releases its work, on the thread.
    @usableFromInline
    func send(_ job: consuming Job) {
        if isStopped, job.refuse() {
            onRefusal(InvocationError(.destinationGone, at: description))
        }
        jobs.enqueue(job)
    }
}

extension WorkerThread {
    /// Runs a job of an actor or a task on the thread, even after ``stop()``.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Retains the thread until the job has run.
        jobs.enqueue(
            Job { [self] in
                // Safe: Swift enqueues a job once, and the thread runs it once.
                unsafe job.runSynchronously(
                    isolatedTo: asUnownedSerialExecutor(),
                    taskExecutor: asUnownedTaskExecutor()
                )
            }
        )
    }

    /// Stops the program unless the calling code runs on this thread; used by `assumeIsolated` of
    /// actors.
    public func checkIsolated() {
        // Not a precondition, whose message is omitted from release builds.
        if !isCurrent {
            fatalError("This code runs on a thread other than the worker thread “\(name)”.")
        }
    }

    /// Whether the calling code runs on this thread, where code of its actors may run.
    public func isIsolatingCurrentContext() -> Bool? { isCurrent }
}

extension WorkerThread: CustomStringConvertible {
    /// The thread's name, as a phrase.
    public var description: String { "the worker thread “\(name)”" }
}
