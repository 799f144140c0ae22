// Jobs and their results in blocking code: waits, time-outs, cancellation, promises and handlers.
//
//     swift run WaitForResults
import Dispatch
import FootingOperations
import Foundation

// A job and its result.
let answer = FutureQueue.shared.submit { 6 * 7 }
print(try answer.wait(timeout: .seconds(2)))  // 42

// Reading the outcome without waiting, and passing it to a promise.
if let outcome = answer.settledOutcome, outcome == .success(42) {
    print("The outcome is there: \(try outcome.get())")
}
let copy = Promise<Int, Never>()
answer.whenSettled { outcome in copy.settle(outcome) }
print("The copy: \(try copy.future.wait())")

// Two jobs at a time. The error that a body throws keeps its type.
struct Unreadable: Error {
    var name: String
}

@Sendable func countLines(of name: String) throws(Unreadable) -> Int {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
        throw Unreadable(name: name)
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).count
}

let queue = FutureQueue(maxConcurrentJobs: 2)
let names = ["WaitForResults.swift", "AwaitResults.swift", "Missing.swift"]
let counts = names.map { name in
    queue.submit { () throws(Unreadable) in try countLines(of: name) }
}
for (name, count) in zip(names, counts) {
    do throws(FutureError<Unreadable>) {
        print("\(name) has \(try count.wait(timeout: .seconds(5))) lines")
    } catch {
        switch error {
        case .failure(let unreadable): print("\(unreadable.name) can't be read")
        case .cancelled(let reason): print("\(name) was cancelled: \(reason)")
        case .timedOut, .wouldDeadlock, .resultNotSet: print("\(name): \(error)")
        @unknown default: print("\(name): \(error)")
        }
    }
}

// A time-out ends the wait, not the work. Cancelling the future ends both.
let patient = queue.submit {
    while !FutureQueue.isCurrentJobCancelled { Thread.sleep(forTimeInterval: 0.001) }
}
do {
    try patient.wait(timeout: .milliseconds(10))
} catch {
    print(error)
}
print("cancel() said \(patient.cancel()), and then \(patient.cancel())")

// The reason for a cancellation.
func explain(_ reason: CancellationReason) -> String {
    switch reason {
    case .requested: "cancel() was called"
    case .task: "a task that waited for it was cancelled"
    case .thrown: "the work threw CancellationError"
    case .abandoned: "its promise was dropped"
    case .dependencyFailed: "a job that it depended on failed"
    case .timedOut: "it took too long"
    case .dependencyRefused: "an operation can't depend on that one"
    case .resultNotSet: "its main() set no result"
    @unknown default: "\(reason)"
    }
}

let givenUp = queue.submit { throw CancellationError() }
do throws(FutureError<any Error>) {
    try givenUp.wait()
} catch {
    if case .cancelled(let reason) = error { print("Given up: \(explain(reason))") }
}

// A job may wait for other jobs of its queue, even if the queue runs one job at a time.
let line = FutureQueue(maxConcurrentJobs: 1)
let sum = line.submit {
    let parts = (1...4).map { number in line.submit { number * number } }
    return parts.reduce(0) { $0 + ((try? $1.wait()) ?? 0) }
}
print("1 + 4 + 9 + 16 = \(try sum.wait())")

// A promise turns a callback into a future.
let promise = Promise<String, Never>()
let greeting = promise.future
promise.succeed("Good morning")
print(try greeting.wait())  // Good morning

func ask(_ name: String, then answer: @escaping @Sendable (String?) -> Void) {
    DispatchQueue.global().async { answer(name == "oracle" ? "42" : nil) }
}

func reply(of name: String) -> Future<String, Unreadable> {
    let promise = Promise<String, Unreadable>()
    ask(name) { text in
        if let text { promise.succeed(text) } else { promise.fail(Unreadable(name: name)) }
    }
    return promise.future
}

print("The oracle says \(try reply(of: "oracle").wait(timeout: .seconds(5)))")

// A handler on a queue of your choice. A promise that is dropped cancels its future.
let screen = DispatchQueue(label: "screen")
let shown = DispatchSemaphore(value: 0)
Promise<String, Never>().future.whenSettled(on: .queue(screen)) { outcome in
    if case .cancelled(let reason) = outcome { print("No reply: \(reason)") }
    shown.signal()
}
shown.wait()
