/// A place for calls, whatever its type.
enum AnyPlace: Sendable {
    case main
    case destination(any Destination)

    /// The name of the place in errors.
    var name: String {
        switch self {
        case .main: "the main queue"
        case .destination(let destination): destination.name
        }
    }

    /// The name of a job of the place in a cycle.
    var nameInCycles: String {
        if case .destination(let queue as QueueDestination) = self { return queue.shortName }
        return name
    }

    /// Whether the code that asks is part of a job of the place.
    var isCurrent: Bool {
        switch self {
        case .main: MainDestination.isCurrent
        case .destination(let destination): destination.isCurrent
        }
    }

    /// The place in the graph of waits; `nil` if several jobs may run there at a time, or nobody can tell.
    var node: WaitNode? {
        switch self {
        case .main: MainDestination.identity.node
        case .destination(let queue as QueueDestination): queue.node
        case .destination(let worker as WorkerThread): worker.node
        case .destination(let loop as RunLoopDestination): loop.node
        case .destination(let queue as OperationQueueDestination): queue.node
        default: nil
        }
    }

    /// Sends a call whose caller hears of its end, even if the place refuses it.
    ///
    /// - Parameters:
    ///   - ticket: The call.
    ///   - isDelayed: Whether its caller may have forgotten it.
    func send(_ ticket: Ticket, isDelayed: Bool = false) {
        switch self {
        case .main: MainDestination.enqueue { ticket.run() }
        case .destination(let worker as WorkerThread): worker.enqueue(ticket, isDelayed: isDelayed)
        case .destination(let destination): destination.enqueue { ticket.run() }
        }
    }
}

extension Destination {
    /// Sends a job that must run, even if the destination was stopped.
    @usableFromInline
    func enqueueUnrefused(_ job: consuming @escaping @Sendable () -> Void) {
        if let worker = self as? WorkerThread {
            worker.post(consume job)
        } else {
            enqueue(consume job)
        }
    }
}
