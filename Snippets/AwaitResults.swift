// Blocking work for asynchronous code: values, outcomes, and what cancelling a task does.
//
//     swift run AwaitResults
import FootingOperations
import Foundation

// The body may block: it has a thread of its own, and Swift's tasks keep theirs.
let digits = FutureQueue.shared.submit {
    Thread.sleep(forTimeInterval: 0.01)
    return String(repeating: "9", count: 5)
}
print(try await digits.value)  // 99999

// An outcome has three cases, and never throws.
let promise = Promise<Int, URLError>()
promise.fail(URLError(.timedOut))
switch await promise.future.outcome {
case .success(let count): print("\(count) bytes")
case .failure(let error): print("failed with code \(error.code.rawValue)")
case .cancelled(let reason): print("cancelled: \(reason)")
}

// Cancelling the task cancels the work, and frees the task even if the body does not look.
let slow = FutureQueue.shared.submit { Thread.sleep(forTimeInterval: 0.2) }
let task = Task { try await slow.value }
task.cancel()
let clock = ContinuousClock()
let freed = await clock.measure { _ = await task.result }
print("freed within 100 ms: \(freed < .milliseconds(100)), \(await slow.outcome)")

// Unless the task only stops waiting.
let shared = FutureQueue.shared.submit { "still there" }
let impatient = Task { try await shared.value(onCancel: .detach) }
impatient.cancel()
_ = await impatient.result
print(try await shared.value)  // still there

// What belongs to the main actor is changed there.
@MainActor final class Panel {
    var title = ""
}

let panel = Panel()
let shown = Promise<Void, Never>()
FutureQueue.shared.submit { "Ready" }.whenSettled(on: .main) { outcome in
    MainActor.assumeIsolated {
        if case .success(let title) = outcome { panel.title = title }
    }
    shown.succeed(())
}
_ = await shown.future.outcome
print(panel.title)  // Ready
