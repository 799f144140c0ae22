import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

private let module = "Operations"

extension Fact {
    static let operations =
        dependencies + asynchronousOperations + queues + blocking + typedErrors
}

// MARK: - Dependencies

private let dependencies: [Fact] = [
    Fact(module, "a cancelled dependent, dropped", known: "signal 11") {
        let first = BlockOperation {}
        let queue = OperationQueue()
        autoreleasing {
            let dependent = BlockOperation {}
            dependent.addDependency(first)
            dependent.cancel()
            queue.addOperation(dependent)
            dependent.waitUntilFinished()
        }
        queue.waitUntilAllOperationsAreFinished()
        Thread.sleep(forTimeInterval: 0.1)
        queue.addOperation(first)
        queue.waitUntilAllOperationsAreFinished()
        return "finishes"
    },
    Fact(module, "a dependent never enqueued, dropped", known: "signal 11") {
        let first = BlockOperation {}
        autoreleasing {
            let dependent = BlockOperation {}
            dependent.addDependency(first)
        }
        let queue = OperationQueue()
        queue.addOperation(first)
        queue.waitUntilAllOperationsAreFinished()
        return "finishes"
    },
    Fact(module, "a dependent of a cancelled operation", known: "runs") {
        let queue = OperationQueue()
        let ran = Shared(false)
        let first = BlockOperation {}
        let second = BlockOperation { ran.value = true }
        second.addDependency(first)
        first.cancel()
        queue.addOperations([first, second], waitUntilFinished: true)
        return ran.value ? "runs" : "never runs"
    },
    Fact(module, "removeDependency: the dependent", known: "never ready") {
        let queue = OperationQueue()
        let ran = Shared(false)
        let first = BlockOperation {}
        let second = BlockOperation { ran.value = true }
        second.addDependency(first)
        queue.addOperation(second)
        second.removeDependency(first)
        queue.addOperation(first)
        first.waitUntilFinished()
        return waits(1) { ran.value } ? "ready" : "never ready"
    },
    Fact(module, "freeing a finished chain of 30 000", known: "freed") { freeChain(30_000) },
    Fact(module, "freeing a finished chain of 50 000", known: "signal 11") { freeChain(50_000) },
]

private func autoreleasing(_ body: () -> Void) {
    #if canImport(ObjectiveC)
    autoreleasepool(invoking: body)
    #else
    body()
    #endif
}

private func freeChain(_ count: Int) -> String {
    var last = Operation()
    last.start()
    for _ in 1..<count {
        let next = Operation()
        next.addDependency(last)
        next.start()
        last = next
    }
    last = Operation()
    return "freed"
}

// MARK: - Operations that finish later

private let asynchronousOperations: [Fact] = [
    Fact(module, "start() overridden, didChange called", known: "dependent runs") {
        dependent(of: Later(announces: true))
    },
    Fact(module, "start() overridden, no didChange", known: "dependent never runs") {
        dependent(of: Later(announces: false))
    },
    Fact(module, "queue progress, start() overridden", known: "0 of 4") {
        progress(of: (0..<4).map { _ in Later(announces: true) })
    },
    Fact(module, "queue progress, main() overridden", known: "4 of 4") {
        progress(of: (0..<4).map { _ in BlockOperation {} })
    },
    Fact(module, "isFinished before the queue starts it", known: "prints a line") {
        let log = open("log", O_CREAT | O_RDWR, 0o600)
        dup2(log, STDOUT_FILENO)
        let queue = OperationQueue()
        queue.isSuspended = true
        let operation = Later(announces: true)
        queue.addOperation(operation)
        operation.finish()
        queue.isSuspended = false
        _ = waits(1) { queue.operationCount == 0 }
        fflush(nil)
        return lseek(log, 0, SEEK_END) > 0 ? "prints a line" : "prints nothing"
    },
    Fact(module, "a completionBlock that has its operation", known: "0 of 100 freed") {
        freedOperations { $0.completionBlock = $1 }
    },
    Fact(module, "the same, set to nil in the end", known: "100 of 100 freed") {
        freedOperations(clearing: true) { $0.completionBlock = $1 }
    },
    Fact(module, "a second start()", known: "ignored") {
        let runs = Shared(0)
        let operation = BlockOperation { runs.update { $0 += 1 } }
        operation.start()
        operation.start()
        return runs.value == 1 ? "ignored" : "runs again"
    },
]

/// An operation that finishes when it is told to, or by itself once started.
private final class Later: Operation, @unchecked Sendable {
    private let announces: Bool
    private let finished = Shared(false)

    init(announces: Bool) {
        self.announces = announces
    }

    override var isAsynchronous: Bool { true }
    override var isFinished: Bool { finished.value }

    override func start() {
        DispatchQueue.global().async { self.finish() }
    }

    func finish() {
        if announces { willChangeValue(forKey: "isFinished") }
        finished.value = true
        if announces { didChangeValue(forKey: "isFinished") }
    }
}

private func dependent(of operation: Operation) -> String {
    let queue = OperationQueue()
    let ran = Shared(false)
    let dependent = BlockOperation { ran.value = true }
    dependent.addDependency(operation)
    queue.addOperations([operation, dependent], waitUntilFinished: false)
    return waits(1) { ran.value } ? "dependent runs" : "dependent never runs"
}

private func progress(of operations: [Operation]) -> String {
    let queue = OperationQueue()
    queue.progress.totalUnitCount = Int64(operations.count)
    queue.addOperations(operations, waitUntilFinished: true)
    _ = waits(0.3) { queue.progress.isFinished }
    return "\(queue.progress.completedUnitCount) of \(operations.count)"
}

private final class Counted: Operation, @unchecked Sendable {
    let freed: Shared<Int>

    init(_ freed: Shared<Int>) {
        self.freed = freed
    }

    deinit {
        freed.update { $0 += 1 }
    }
}

private func freedOperations(
    clearing: Bool = false,
    _ set: (Operation, @escaping @Sendable () -> Void) -> Void
) -> String {
    let freed = Shared(0)
    let queue = OperationQueue()
    for _ in 0..<100 {
        let operation = Counted(freed)
        let called = Shared(false)
        set(operation) {
            _ = operation.isFinished
            called.value = true
        }
        queue.addOperation(operation)
        operation.waitUntilFinished()
        _ = waits(1) { called.value }
        if clearing { operation.completionBlock = nil }
    }
    _ = waits(0.5) { freed.value == 100 }
    return "\(freed.value) of 100 freed"
}

// MARK: - Queues

private let queues: [Fact] = [
    Fact(module, "OperationQueue.main.cancelAllOperations()", known: "cancels nothing") {
        let operation = BlockOperation {}
        OperationQueue.main.addOperation(operation)
        OperationQueue.main.cancelAllOperations()
        return operation.isCancelled ? "cancels" : "cancels nothing"
    },
    Fact(module, "cancelAllOperations(): dependents", known: "begin at times") {
        let queue = OperationQueue()
        let begun = Shared(0)
        for _ in 0..<100 {
            let first = BlockOperation()
            first.addExecutionBlock { [unowned first] in
                while !first.isCancelled { usleep(10) }
            }
            // Kept to the end of the round: a cancelled dependent that is released crashes.
            let dependents = (0..<100).map { _ in
                let dependent = BlockOperation { begun.update { $0 += 1 } }
                dependent.addDependency(first)
                return dependent
            }
            queue.addOperations([first] + dependents, waitUntilFinished: false)
            while !first.isExecuting { usleep(10) }
            queue.cancelAllOperations()
            queue.waitUntilAllOperationsAreFinished()
            withExtendedLifetime(dependents) {}
        }
        return begun.value > 0 ? "begin at times" : "never begin"
    },
    Fact(module, "an operation enqueued twice", known: "trap") {
        let operation = BlockOperation {}
        let (first, second) = (OperationQueue(), OperationQueue())
        first.isSuspended = true
        first.addOperation(operation)
        second.addOperation(operation)
        return "accepted"
    },
    Fact(module, "an operation cancelled in a suspended queue", known: "stays") {
        let queue = OperationQueue()
        queue.isSuspended = true
        let operation = BlockOperation {}
        queue.addOperation(operation)
        operation.cancel()
        return waits(0.5) { operation.isFinished } ? "finishes" : "stays"
    },
    Fact(module, "waitUntilFinished, then in operations", known: "still listed at times") {
        let queue = OperationQueue()
        let listed = (0..<5_000).contains { _ in
            let operation = BlockOperation {}
            queue.addOperation(operation)
            operation.waitUntilFinished()
            return queue.operations.contains(operation)
        }
        return listed ? "still listed at times" : "never listed"
    },
    Fact(module, "addOperations(_:waitUntilFinished:) in async", known: "does not compile") {
        try Compiler.verdict(
            on: """
                import Foundation
                func add() async {
                    OperationQueue().addOperations([], waitUntilFinished: false)
                }
                """
        )
    },
]

// MARK: - Blocking

private let blocking: [Fact] = [
    Fact(module, "64 sleeping jobs on a global queue: a Task", known: "waits for them") {
        for _ in 0..<64 { DispatchQueue.global().async { sleep(2) } }
        return startOfATask()
    },
    Fact(module, "64 sleeping jobs in an OperationQueue: a Task", known: "waits for them") {
        let queue = OperationQueue()
        for _ in 0..<64 { queue.addOperation { sleep(2) } }
        return startOfATask()
    },
    Fact(module, "64 sleeping jobs on serial queues: a Task", known: "starts") {
        for _ in 0..<64 {
            DispatchQueue(label: "worker").async { sleep(2) }
        }
        return startOfATask()
    },
    Fact(module, "an operation that waits for its queue, width 1", known: "hangs") {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let done = Shared(false)
        queue.addOperation {
            let inner = BlockOperation {}
            queue.addOperations([inner], waitUntilFinished: true)
            done.value = true
        }
        return waits(1) { done.value } ? "goes on" : "hangs"
    },
    Fact(module, "releasing a suspended dispatch queue", known: "trap") {
        let queue = DispatchQueue(label: "suspended")
        queue.suspend()
        return "released"
    },
]

private func startOfATask() -> String {
    Thread.sleep(forTimeInterval: 0.05)
    let started = Shared(false)
    Task.detached { started.value = true }
    return waits(1) { started.value } ? "starts" : "waits for them"
}

// MARK: - Typed errors

private let typedErrors: [Fact] = [
    Fact(module, "Task of a typed throwing body", known: "any Error") {
        let verdict = try Compiler.verdict(
            on: typed("let task: Task<Int, Failure> = Task { () throws(Failure) in 1 }")
        )
        return verdict == "compiles" ? "Failure" : "any Error"
    },
    Fact(module, "withTaskCancellationHandler, typed", known: "does not compile") {
        try Compiler.verdict(
            on: typed(
                """
                func value() async throws(Failure) -> Int {
                    try await withTaskCancellationHandler {
                        () async throws(Failure) -> Int in throw Failure()
                    } onCancel: {}
                }
                """
            )
        )
    },
    Fact(module, "withCheckedThrowingContinuation, typed", known: "does not compile") {
        try Compiler.verdict(
            on: typed(
                """
                func value() async throws(Failure) -> Int {
                    try await withCheckedThrowingContinuation {
                        (continuation: CheckedContinuation<Int, Failure>) in
                        continuation.resume(throwing: Failure())
                    }
                }
                """
            )
        )
    },
]

private func typed(_ source: String) -> String {
    "struct Failure: Error {}\n" + source
}
