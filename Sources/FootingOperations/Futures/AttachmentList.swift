import Dispatch

/// An entry in one of a future's lists: a waiter, a handler, or a job that depends on the future.
// Unchecked because of its links. They belong to the future's lock while the entry is in a list;
// afterwards to the thread that took the list out.
@safe
class Attachment: @unchecked Sendable {
    fileprivate(set) final var isListed = false
    fileprivate final var next: Attachment?
    /// The entry before this one; for the first entry, the last one.
    ///
    /// Sound: it is in the list as long as this entry is, and the list holds it.
    fileprivate unowned(unsafe) final var previous: Attachment?
}

/// The entries of one kind, in the order in which they were added.
///
/// The links are in the entries, so that adding an entry and removing any of them take the same time.
/// The downcasts are sound, since only entries of this type are appended.
struct AttachmentList<Entry: Attachment>: Sendable {
    private var first: Entry?

    var isEmpty: Bool { first == nil }

    mutating func append(_ entry: Entry) {
        entry.isListed = true
        guard let first else {
            unsafe entry.previous = entry
            self.first = entry
            return
        }
        unsafe entry.previous = first.previous
        unsafe first.previous?.next = entry
        unsafe first.previous = entry
    }

    /// Removes an entry, if it is in the list.
    mutating func remove(_ entry: Entry) -> Bool {
        guard entry.isListed else { return false }
        entry.isListed = false
        let previous = unsafe entry.previous
        let next = entry.next
        if entry === first {
            first = next.map { unsafe unsafeDowncast($0, to: Entry.self) }
        } else {
            previous?.next = next
        }
        unsafe (next ?? first)?.previous = previous
        entry.next = nil
        unsafe entry.previous = nil
        return true
    }

    /// Removes all entries and returns a list of them.
    mutating func takeAll() -> AttachmentList {
        let all = self
        first = nil
        return all
    }

    /// Calls `body` with each entry, after the list was taken out of the lock.
    ///
    /// Each entry is unlinked before the call, so that a long list isn't released by recursion.
    func consume(_ body: (Entry) -> Void) {
        var entry = first
        while let current = entry {
            entry = current.next.map { unsafe unsafeDowncast($0, to: Entry.self) }
            current.next = nil
            unsafe current.previous = nil
            body(current)
        }
    }
}

/// One thread or task that waits for a future.
// Unchecked because of `continuation`; its comment names its owner.
@safe
final class Waiter: Attachment, @unchecked Sendable {
    private let semaphore: DispatchSemaphore?
    /// Belongs to the future's lock until the waiter is unlisted, then to the thread that unlisted it.
    private var continuation: UnsafeContinuation<Void, Never>?

    init(sleepingOn semaphore: DispatchSemaphore? = nil) {
        self.semaphore = semaphore
    }

    /// Stores the continuation of the task that waits.
    ///
    /// Called with the lock held, just before the waiter is listed.
    func suspend(_ continuation: UnsafeContinuation<Void, Never>) {
        unsafe self.continuation = continuation
    }

    func wake() {
        semaphore?.signal()
        if let continuation = unsafe continuation { unsafe continuation.resume() }
    }
}

/// A closure to be called once a future is settled.
// Unchecked as its superclass is: all that this class adds is constant and Sendable.
final class Handler: Attachment, @unchecked Sendable {
    /// Where a handler is called.
    enum Place {
        /// On the thread that settles the future.
        case here
        case queue(DispatchQueue)
        case mainActor
    }

    let place: Place
    /// How often handlers had been revoked when this one was registered.
    ///
    /// `nil` for a link to a derived future, which is never revoked.
    let revocations: UInt32?
    let body: @Sendable () -> Void

    init(
        at place: Place = .here,
        revocations: UInt32? = nil,
        _ body: @escaping @Sendable () -> Void
    ) {
        self.place = place
        self.revocations = revocations
        self.body = body
    }
}

/// A job that must not begin before the future has finished.
// Unchecked because of `job`; its comment names its lock.
final class Dependent: Attachment, @unchecked Sendable {
    /// The job, `nil` if it was cancelled; guarded by the lock of the future that lists this.
    var job: FutureCore?

    init(_ job: FutureCore) {
        self.job = job
    }
}
