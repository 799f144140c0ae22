// Work of queues for asynchronous code: values, outcomes, cancelled tasks, asynchronous bodies.
//
//     swift run AwaitResults
import FootingOperations
import Foundation

// The body may block: it runs on a thread of its own, so no task is delayed.
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

// Cancelling the task cancels the work, and resumes the task at once even if the body continues.
let slow = FutureQueue.shared.submit { Thread.sleep(forTimeInterval: 0.2) }
let task = Task { try await slow.value }
task.cancel()
let clock = ContinuousClock()
let freed = await clock.measure { _ = await task.result }
print("freed within 100 ms: \(freed < .milliseconds(100)), \(await slow.outcome)")

// With .detach, cancelling the task ends only its wait.
let shared = FutureQueue.shared.submit { "still there" }
let impatient = Task { try await shared.value(onCancel: .detach) }
impatient.cancel()
_ = await impatient.result
print(try await shared.value)  // still there

// A handler on the main actor.
@MainActor final class Panel {
    var title = ""
}

let panel = Panel()
let shown = Promise<Void, Never>()
FutureQueue.shared.submit { "Ready" }.whenSettled(on: .main) { outcome in
    if case .success(let title) = outcome { panel.title = title }
    shown.succeed(())
}
_ = await shown.future.outcome
print(panel.title)  // Ready

// An asynchronous body occupies no thread while it is suspended, and one of the queue's two slots.
let queue = FutureQueue(name: "downloads", maxConcurrentJobs: 2)
let sizes = (1...4).map { number in
    queue.submit {
        try await Task.sleep(for: .milliseconds(5))
        return number * 100
    }
}
print(try await Future.all(sizes).value)  // [100, 200, 300, 400]

// A limit for each asynchronous body. The slow one is cancelled, and its slot becomes free.
let pages = [5, 60_000, 10].map { delay in
    queue.submit {
        try await Task.sleep(for: .milliseconds(delay))
        return "page after \(delay) ms"
    }.timeout(.milliseconds(500))
}
for page in pages {
    switch await page.outcome {
    case .success(let text): print(text)
    case .failure(let error): print("failed: \(error)")
    case .cancelled(let reason): print("cancelled: \(reason)")
    }
}
// page after 5 ms
// cancelled: its time was up
// page after 10 ms

// A task that may block, since it runs on the threads of the queue.
let file = URL(filePath: #filePath)
let size = try await Task(executorPreference: queue) {
    try Data(contentsOf: file).count
}.value
print(size > 0)  // true

// A body runs outside the task that submitted it, without its task-local values: capture them.
enum Request {
    @TaskLocal static var id = "none"
}

try await Request.$id.withValue("r1") {
    let id = Request.id
    let seen = FutureQueue.shared.submit { "\(Request.id), \(id)" }
    print(try await seen.value)  // none, r1
}
