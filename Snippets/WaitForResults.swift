// Work off this thread, and its results back on it: jobs, time-outs, cancelling, promises, handlers.
//
//     swift run WaitForResults
import Dispatch
import FootingOperations
import Foundation

// A job and its result.
let answer = FutureQueue.shared.submit { 6 * 7 }
print(try answer.wait(timeout: .seconds(2)))  // 42

// A look at it, without a wait, and its outcome handed on.
if let outcome = answer.settledOutcome, outcome == .success(42) {
    print("It is there: \(try outcome.get())")
}
let copy = Promise<Int, Never>()
answer.whenSettled { outcome in copy.settle(outcome) }
print("A copy of it: \(try copy.future.wait())")

// Two jobs at a time. An error keeps its type all the way to who waits.
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
        case .timedOut, .wouldDeadlock: print("\(name): \(error)")
        @unknown default: print("\(name): \(error)")
        }
    }
}

// A time-out ends the wait, not the work. Cancelling frees everybody who waits, at once.
let patient = queue.submit {
    while !FutureQueue.isCurrentJobCancelled { Thread.sleep(forTimeInterval: 0.001) }
}
do {
    try patient.wait(timeout: .milliseconds(10))
} catch {
    print(error)
}
print("cancel() said \(patient.cancel()), and then \(patient.cancel())")

// Why a future was cancelled.
func explain(_ reason: CancellationReason) -> String {
    switch reason {
    case .requested: "somebody called cancel()"
    case .task: "a task that waited for it was cancelled"
    case .thrown: "the work threw CancellationError"
    case .abandoned: "nobody can settle it any more"
    @unknown default: "\(reason)"
    }
}

let givenUp = queue.submit { throw CancellationError() }
do throws(FutureError<any Error>) {
    try givenUp.wait()
} catch {
    if case .cancelled(let reason) = error { print("Given up: \(explain(reason))") }
}

// Jobs may wait for jobs, even in a queue that is one wide.
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

print("There came \(try reply(of: "oracle").wait(timeout: .seconds(5)))")

// A handler runs where you say. A promise that nobody keeps settles its future, too.
let screen = DispatchQueue(label: "screen")
let shown = DispatchSemaphore(value: 0)
Promise<String, Never>().future.whenSettled(on: screen) { outcome in
    if case .cancelled(let reason) = outcome { print("No reply: \(reason)") }
    shown.signal()
}
shown.wait()
