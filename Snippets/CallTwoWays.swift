// One body for callers that block and callers that await, and values that are computed once.
//
//     swift run CallTwoWays
import FootingOperations
import Foundation

struct NoSuchBook: Error {
    var title: String
}

// The body is written once, and blocks.
let chapters = SyncAsyncPair { (title: String) throws(NoSuchBook) in
    guard title == "Emma" else { throw NoSuchBook(title: title) }
    Thread.sleep(forTimeInterval: 0.01)
    return 55
}

// Code that may block calls it like a function, on its own thread.
func countHere() {
    do throws(FutureError<NoSuchBook>) {
        print("\(try chapters("Emma")) chapters")  // 55 chapters
        print("\(try chapters("Ema")) chapters")
    } catch {
        if case .failure(let error) = error { print("no \(error.title)") }  // no Ema
    }
}
countHere()

// Asynchronous code awaits it, while a thread of a queue blocks.
print(try await chapters.value(of: "Emma"))  // 55

// A future, to be combined with others or waited for later.
let future = chapters.submit("Emma", in: .shared, priority: .high)
print(try await future.value)  // 55

// A handler, on the main actor or on a dispatch queue.
let shown = Promise<String, Never>()
chapters.submit("Emma", on: .main) { outcome in
    if case .success(let count) = outcome { shown.succeed("\(count) on the main actor") }
}
print(try await shown.future.value)  // 55 on the main actor

// Concurrent calls with the same input share one run, if the pair joins running calls.
let downloads = Promise<Int, Never>()
let size = SyncAsyncPair(joiningRunningCalls: true) { (name: String) in
    print("reading \(name)")  // reading index
    return (try? downloads.future.wait()) ?? 0
}
let first = size.submit("index")
let second = size.submit("index")
downloads.succeed(512)
print(try await first.value, try await second.value)  // 512 512

// A value that is computed at its first access, from any thread.
let settings = Once {
    print("loading")  // loading
    return ["theme": "dark"]
}
print(settings.value["theme"] ?? "none")  // dark
print(settings.value["theme"] ?? "none")  // dark

let greeting = Once { "Good morning" }
print(greeting.value)  // Good morning

// A test replaces the value, and removes the replacement.
settings.set(["theme": "light"])
print(settings.value["theme"] ?? "none")  // light
settings.reset()

// The same with `await`: tasks that read at the same time share one run.
let catalog = AsyncOnce {
    print("fetching")  // fetching
    return try await chapters.value(of: "Emma")
}
async let one = catalog.value
async let other = catalog.value
print(try await one + other)  // 110

let count = AsyncOnce { try await chapters.value(of: "Emma") }
print(try await count.value)  // 55
