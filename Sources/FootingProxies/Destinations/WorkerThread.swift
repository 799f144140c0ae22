public import Foundation
import Synchronization

/// A thread of its own that runs calls, actors and tasks one at a time.
///
/// Use it for a library that must be called on one thread. Calls reach it as they reach a queue, and an
/// actor that names it as its executor runs on the same thread:
///
/// ```swift
/// let scanner = WorkerThread(name: "scanner")
/// device.on(scanner) { $0.open() }
/// let page = device.on(scanner).sync { $0.scan() }
/// ```
///
/// The thread starts when this object is created. It ends when the last reference to the object is gone and all
/// jobs that were sent to it have run. Keep a reference, above all while an actor names the thread: neither the
/// actor's `unownedExecutor` nor calls that were sent hold it.
///
/// After ``stop()`` it refuses calls: `sync(timeout:)` and ``PendingCall`` throw an error with
/// the code ``InvocationError/Code/destinationGone``, and a call without a wait is reported to the closure
/// that was given to the initializer. Calls that can't throw that error, which are `sync` without a time-out and
/// `run`, and the jobs of actors and tasks still run.
public final class WorkerThread: Destination, SerialExecutor, TaskExecutor {
    /// The name of the thread, also in errors.
    public let name: String

    private let mailbox = Mailbox()
    private let isStopped = Atomic(false)
    private let onRefusal: @Sendable (InvocationError) -> Void
    /// The thread's node in the graph of waits.
    let node: WaitNode

    /// Starts a thread.
    ///
    /// - Parameters:
    ///   - name: The name of the thread. Systems may show only its beginning; on Linux that is 15 bytes.
    ///   - qualityOfService: The priority of the thread, where the system has one.
    ///   - stackSize: The size of its stack in bytes, or `nil` for that of other threads, as are zero and less.
    ///   - onRefusal: Called for each call that is sent after ``stop()`` and for which no thread or task waits, by
    ///     the thread that sends it. By default the error is written to standard error.
    public init(
        name: String,
        qualityOfService: QualityOfService = .default,
        stackSize: Int? = nil,
        onRefusal: (@Sendable (InvocationError) -> Void)? = nil
    ) {
        self.name = name
        self.onRefusal =
            onRefusal ?? { error in
                FileHandle.standardError.write(Data("\(error)\n".utf8))
            }
        node = WaitNode(name: name)
        let thread = Thread { [mailbox, node] in
            nameCurrentThread(name)
            ThreadPlace.stay(in: node)
            mailbox.read()
        }
        thread.name = name
        thread.qualityOfService = qualityOfService
        if let stackSize, stackSize > 0 { thread.stackSize = stackSize }
        thread.start()
    }

    deinit {
        // The last job: no other code has a reference to send one.
        mailbox.post(Job { [mailbox] in mailbox.end() })
    }

    /// Whether the code that asks runs on this thread.
    public var isCurrent: Bool { ThreadRecord.existing?.home?.isInside(node) == true }

    /// Runs `job` on the thread, after all that was sent to it before.
    ///
    /// After ``stop()`` the job is reported instead, and released on the thread.
    public func enqueue(_ job: consuming @escaping @Sendable () -> Void) {
        post(Job(consume job))
    }

    /// Runs `work` on the thread, after all that the calling thread sent to it, and returns when it is done.
    ///
    /// On the thread itself it runs at once. Stops the program, with a sentence that names the cycle, if the wait
    /// would close a cycle of waits.
    public func sync(_ work: () -> Void) {
        if isCurrent { return work() }
        // Such a wait can be neither refused nor given up. Without a `Call` it takes a tenth less time.
        let wait = WaitGraph.enterOrStop(node, from: CurrentPlace(), named: description)
        let record = ThreadRecord.current
        let isDone = record.takeSemaphore()
        // Sound: this thread holds the work and blocks until it has run.
        withoutActuallyEscaping(work) { work in
            unsafe withUnsafePointer(to: work) { work in
                nonisolated(unsafe) let work = unsafe work
                mailbox.post(
                    Job {
                        unsafe Self.use(work)
                        if let wait { WaitGraph.leave(wait) }
                        isDone.signal()
                    }
                )
                isDone.wait()
            }
        }
        record.giveBack(isDone)
    }

    // Not inlined, so that no reference to the work outlives it: `work` can't escape.
    @inline(never)
    private static func use(_ work: UnsafePointer<() -> Void>) {
        unsafe work.pointee()
    }

    /// Refuses all further calls.
    ///
    /// Calls that were made before still run. May be called from any thread, and more than once. Does not wait:
    /// to do so, call `sync` before.
    public func stop() {
        isStopped.store(true, ordering: .releasing)
    }

    /// Sends a job, or refuses it if the thread was stopped.
    ///
    /// A refused job only releases its work, on the thread.
    @usableFromInline
    func post(_ job: consuming Job) {
        if isStopped.load(ordering: .acquiring), job.refuse() {
            onRefusal(InvocationError(.destinationGone, at: description))
        }
        mailbox.post(job)
    }
}

extension WorkerThread {
    /// Runs a job of an actor or a task on the thread, also after ``stop()``.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Holds the thread until the job has run.
        mailbox.post(
            Job { [self] in
                // Sound: Swift enqueues a job once, and the thread runs it once.
                unsafe job.runSynchronously(
                    isolatedTo: asUnownedSerialExecutor(),
                    taskExecutor: asUnownedTaskExecutor()
                )
            }
        )
    }

    /// Stops the program unless it runs on this thread; for `assumeIsolated` of actors.
    public func checkIsolated() {
        // Not a precondition: its sentence is left out of release builds.
        if !isCurrent {
            fatalError("This code runs on a thread other than the worker thread “\(name)”.")
        }
    }

    /// Whether the code that asks runs on this thread, where code of its actors may run.
    public func isIsolatingCurrentContext() -> Bool? { isCurrent }
}

extension WorkerThread: CustomStringConvertible {
    /// The thread's name in a few words.
    public var description: String { "the worker thread “\(name)”" }
}
