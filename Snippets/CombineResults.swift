// Futures made from futures, retries, and limits of time.
//
//     swift run CombineResults
import FootingOperations
import Foundation

struct UnknownReader: Error {
    var name: String
}

let queue = FutureQueue(name: "library")

@Sendable func card(of name: String) -> Future<Int, UnknownReader> {
    queue.submit { () throws(UnknownReader) in
        guard let number = ["Ann": 7, "Bo": 12][name] else { throw UnknownReader(name: name) }
        return number
    }
}

@Sendable func loans(on card: Int) -> Future<[String], UnknownReader> {
    queue.submit { () throws(UnknownReader) in card == 7 ? ["Emma", "Ulysses"] : [] }
}

// The second job begins when the first one has a value; the transform runs without its own job.
let titles = card(of: "Ann").flatMap(loans).map { $0.joined(separator: ", ") }
print(try await titles.value)  // Emma, Ulysses

// A failure skips both.
do {
    print(try await card(of: "Eve").flatMap(loans).value)
} catch {
    guard case .failure(let unknown) = error else { throw error }
    print("\(unknown.name) has no card")  // Eve has no card
}

// All values, in the order of the futures.
print(try await Future.all([card(of: "Ann"), card(of: "Bo")]).value)  // [7, 12]

// The first value, whatever becomes of the others.
let fastest = Future.any([card(of: "Eve"), card(of: "Bo")])
print(try await fastest.value)  // 12

// A result that needs no job.
let cache = ["Cy": 31]

@Sendable func cachedCard(of name: String) -> Future<Int, UnknownReader> {
    if let number = cache[name] { return Future(number) }
    return name.isEmpty ? Future(failing: UnknownReader(name: name)) : card(of: name)
}
print(try await cachedCard(of: "Cy").value)  // 31

// A first body that declares its error type: then the transform may throw, too.
let path = queue.submit { () throws(any Error) in #filePath }
let source = path.map { try String(contentsOfFile: $0, encoding: .utf8) }
print(try await source.value.isEmpty)  // false

// A retry, with a limit.
struct Busy: Error {}

@Sendable func fetchPage(_ attempt: Int) throws(Busy) -> String {
    guard attempt == 3 else { throw Busy() }
    return "the page, at attempt \(attempt)"
}

let page = queue.submit { () throws(Busy) in
    var attempt = 1
    while true {
        do throws(Busy) {
            return try fetchPage(attempt)
        } catch {
            if attempt == 5 || FutureQueue.isCurrentJobCancelled { throw error }
            attempt += 1
        }
    }
}
print(try await page.value)  // the page, at attempt 3

// A job that recovers from the failure of another one.
let eve = card(of: "Eve")
let numberOrZero = queue.submit(after: [eve]) { (try? eve.wait()) ?? 0 }
print(try await numberOrZero.value)  // 0

// The values of those futures that have one.
var known: [Int] = []
for answer in ["Ann", "Eve", "Bo"].map(card) {
    if case .success(let number) = await answer.outcome { known.append(number) }
}
print(known)  // [7, 12]

// A limit for the wait: the work continues.
let service = Promise<String, Never>()
let reply = service.future
do {
    print(try await reply.value(timeout: .milliseconds(10)))
} catch {
    print(error)  // The wait timed out before the work was done; the work continues.
}
if await reply.outcome(timeout: .zero) == nil { print("no reply yet") }  // no reply yet
service.succeed("Good morning")
print(try await reply.value)  // Good morning

// A limit for the work: it is cancelled, unless somebody else waits for it.
let search = queue.submit {
    while !FutureQueue.isCurrentJobCancelled { Thread.sleep(forTimeInterval: 0.001) }
}
if case .cancelled(let reason) = await search.timeout(.milliseconds(10)).outcome {
    print(reason)  // it timed out
}
try await queue.drain().value
if case .cancelled(let reason) = search.settledOutcome { print(reason) }  // it timed out
