// The order of jobs: dependencies, priorities, drains, a bounded producer, and a cycle of waits.
//
//     swift run ArrangeJobs
import FootingOperations
import Foundation

// A job that begins after two others have settled. Waiting for them in its body returns at once.
let queue = FutureQueue(name: "pages", maxConcurrentJobs: 2)
let login = queue.submit { "token 7" }
let settings = queue.submit { 20 }
let page = queue.submit(after: [login, settings]) {
    "\(try settings.wait()) entries, with \(try login.wait())"
}
print(try await page.value)  // 20 entries, with token 7

// A job that is cancelled if a dependency fails.
let upload = queue.submit { throw URLError(.cannotConnectToHost) }
let receipt = queue.submit(after: [upload], requiringSuccess: true) { "received" }
if case .cancelled(.dependencyFailed) = await receipt.outcome { print("no receipt") }  // no receipt

// Jobs of a higher priority begin first. In a suspended queue no job begins.
let line = FutureQueue(name: "line", maxConcurrentJobs: 1)
line.isSuspended = true
_ = line.submit(priority: .low) { print("third: update the index") }
_ = line.submit { print("second: load a page") }
_ = line.submit(priority: .high) { print("first: answer a click") }
line.isSuspended = false
try await line.drain().value

// Futures of different types in one list.
line.isSuspended = true
let drafts: [AnyFuture] = [line.submit { 1 }.anyFuture, line.submit { "one" }.anyFuture]
print(drafts.map(\.isSettled))  // [false, false]
print(drafts[0].cancel())  // true
line.cancelAll()
print(drafts.map(\.isSettled))  // [true, true]
line.isSuspended = false

// A function that leaves no jobs behind if one fails, or if its task is cancelled.
func totalSize(of files: [URL]) async throws -> Int {
    let queue = FutureQueue(maxConcurrentJobs: 2)
    defer { queue.cancelAll() }
    let sizes = files.map { file in queue.submit { try Data(contentsOf: file).count } }
    var total = 0
    for size in sizes { total += try await size.value }
    return total
}

let program = URL(filePath: #filePath)
print(try await totalSize(of: [program, program]) > 0)  // true

// A function that waits for its cancelled jobs, and then removes their files.
func copy(_ files: [URL], to folder: URL) async throws {
    let queue = FutureQueue(maxConcurrentJobs: 2)
    let copies = files.map { file in
        queue.submit {
            let destination = folder.appending(path: file.lastPathComponent)
            try FileManager.default.copyItem(at: file, to: destination)
        }
    }
    do {
        for copy in copies { try await copy.value }
    } catch {
        queue.cancelAll()
        await Task { _ = await queue.drain().outcome }.value
        try? FileManager.default.removeItem(at: folder)
        throw error
    }
}

let folder = FileManager.default.temporaryDirectory.appending(path: "copies-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
try? await copy([program, folder.appending(path: "missing")], to: folder)
print(FileManager.default.fileExists(atPath: folder.path))  // false

// A producer that is at most eight jobs ahead: it awaits the oldest job before it submits another.
var sum = 0
var pending: [Future<Int, Never>] = []
for number in 1...1000 {
    if pending.count == 8 { sum += try await pending.removeFirst().value }
    pending.append(queue.submit { number * number })
}
for square in pending { sum += try await square.value }
print(sum)  // 333833500

// The same for jobs whose results are not needed: the producer waits after each hundred.
for number in 1...1000 {
    _ = queue.submit { Data("\(number)".utf8).base64EncodedString() }
    if number.isMultiple(of: 100) {
        try await queue.drain().value
    }
}

// A job that waits for a job that depends on it: the error names both.
let next = Promise<Future<Int, any Error>, Never>()
let total = line.submit(name: "total") { try next.future.wait().wait() }
let report = line.submit(name: "report", after: [total]) { try total.wait() }
next.succeed(report)
do {
    print(try await total.value)
} catch {
    guard case .failure(FutureError<any Error>.wouldDeadlock(let names)) = error
    else { throw error }
    // “total” in “line” → “report” in “line” → “total” in “line”
    print(names.joined(separator: " → "))
}

// A shared queue with settings for this program, set at its start.
FutureQueue.shared = FutureQueue(name: "background", maxConcurrentJobs: 4)
print(FutureQueue.shared.name ?? "", FutureQueue.shared.maxConcurrentJobs)  // background 4
