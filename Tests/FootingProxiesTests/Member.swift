import Dispatch
import FootingProxies
import Foundation
import TestSupport

/// A serial destination of any type.
enum Member: Sendable {
    case main
    case queue(DispatchQueue)
    case worker(WorkerThread)
    case operations(OperationQueue)
    case loop(LoopThread)

    static func operations(named name: String) -> Member {
        let queue = OperationQueue()
        queue.name = name
        queue.maxConcurrentOperationCount = 1
        return .operations(queue)
    }

    var name: String {
        switch self {
        case .main: "main"
        case .queue(let queue): queue.label
        case .worker(let worker): worker.name
        case .operations(let queue): queue.name ?? ""
        case .loop: "a run loop"
        }
    }

    func enqueue(_ work: @escaping @Sendable () -> Void) {
        switch self {
        case .main: Ledger().on(.main) { _ in work() }
        case .queue(let queue): Ledger().on(.queue(queue)) { _ in work() }
        case .worker(let worker): Ledger().on(worker) { _ in work() }
        case .operations(let queue): Ledger().on(.operationQueue(queue)) { _ in work() }
        case .loop(let thread): Ledger().on(thread.place) { _ in work() }
        }
    }

    func sync(_ body: @Sendable () -> Void = {}) {
        switch self {
        case .main: Ledger().on(.main).sync { _ in body() }
        case .queue(let queue): Ledger().on(.queue(queue)).sync { _ in body() }
        case .worker(let worker): Ledger().on(worker).sync { _ in body() }
        case .operations(let queue): Ledger().on(.operationQueue(queue)).sync { _ in body() }
        case .loop(let thread): Ledger().on(thread.place).sync { _ in body() }
        }
    }

    func timedSync(
        _ timeout: Duration = .seconds(ample),
        _ body: @Sendable () -> Void = {}
    ) throws(InvocationError) {
        switch self {
        case .main: try Ledger().on(.main).sync(timeout: timeout) { _ in body() }
        case .queue(let queue):
            try Ledger().on(.queue(queue)).sync(timeout: timeout) { _ in body() }
        case .worker(let worker): try Ledger().on(worker).sync(timeout: timeout) { _ in body() }
        case .operations(let queue):
            try Ledger().on(.operationQueue(queue)).sync(timeout: timeout) { _ in body() }
        case .loop(let thread):
            try Ledger().on(thread.place).sync(timeout: timeout) { _ in body() }
        }
    }

    func submit<Output: Sendable>(
        _ body: @escaping @Sendable () throws -> Output
    ) -> PendingCall<Output> {
        switch self {
        case .main: Ledger().on(.main).submit { _ in try body() }
        case .queue(let queue): Ledger().on(.queue(queue)).submit { _ in try body() }
        case .worker(let worker): Ledger().on(worker).submit { _ in try body() }
        case .operations(let queue):
            Ledger().on(.operationQueue(queue)).submit { _ in try body() }
        case .loop(let thread): Ledger().on(thread.place).submit { _ in try body() }
        }
    }

    func submit(delay: Duration, _ body: @escaping @Sendable () -> Void) -> PendingCall<Void> {
        switch self {
        case .main: Ledger().on(.main).submit(delay: delay) { _ in body() }
        case .queue(let queue): Ledger().on(.queue(queue)).submit(delay: delay) { _ in body() }
        case .worker(let worker): Ledger().on(worker).submit(delay: delay) { _ in body() }
        case .operations(let queue):
            Ledger().on(.operationQueue(queue)).submit(delay: delay) { _ in body() }
        case .loop(let thread): Ledger().on(thread.place).submit(delay: delay) { _ in body() }
        }
    }
}

/// Serial destinations of each type, enough for a ring.
struct Pool: Sendable {
    /// All but main.
    let members: [Member]

    init() {
        var members: [Member] = [.loop(LoopThread())]
        for index in 1...3 {
            members.append(.queue(DispatchQueue(label: "queue \(index)")))
            members.append(.worker(WorkerThread(name: "worker \(index)")))
            members.append(.operations(named: "operations \(index)"))
        }
        self.members = members
    }

    /// Some members, each once, in an order that `random` chooses.
    func ring(of size: Int, _ random: inout SeededRandom) -> [Member] {
        var rest = members
        return (0..<size).map { _ in rest.remove(at: Int.random(in: 0..<rest.count, using: &random))
        }
    }
}
