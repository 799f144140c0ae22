// Gives an operation a result, and migrates a program from an OperationQueue to a FutureQueue.
//
//     swift run BringOperationsOver
import FootingOperations
import Foundation

struct NoTitle: Error {
    var line: String
}

@Sendable func title(in line: String) throws(NoTitle) -> String {
    guard line.hasPrefix("title: ") else { throw NoTitle(line: line) }
    return String(line.dropFirst("title: ".count))
}

// Before: a variable for the result, and a flag for the error.
func parseAsBefore(in operations: OperationQueue) -> String? {
    final class Box: @unchecked Sendable {
        var title: String?
    }
    let box = Box()
    let parse = BlockOperation { box.title = try? title(in: "title: Emma") }
    operations.addOperation(parse)
    parse.waitUntilFinished()
    return box.title
}
print(parseAsBefore(in: OperationQueue()) ?? "no title")  // Emma

// An operation with a result, in the existing queue.
let operations = OperationQueue()
let parse = FutureOperation { () throws(NoTitle) in try title(in: "title: Emma") }
operations.addOperation(parse)
print(try await parse.future.value)  // Emma

// A subclass sets its result in `main()`.
final class CountOperation: FutureOperation<Int, NoTitle>, @unchecked Sendable {
    private let lines: [String]

    init(_ lines: [String]) {
        self.lines = lines
        super.init()
    }

    override func main() {
        do throws(NoTitle) {
            var count = 0
            for line in lines where !isCancelled { count += try title(in: line).count }
            setResult(.success(count))
        } catch {
            setResult(.failure(error))
        }
    }
}

let count = CountOperation(["title: Emma", "author: Austen"])
operations.addOperation(count)
if case .failure(let error) = await count.future.outcome { print("no title in “\(error.line)”") }

// Dependencies, in either queue and across queues.
let queue = FutureQueue(name: "books", maxConcurrentJobs: 2)
let fetch = FutureOperation { () async in "title: Emma" }
let show = FutureOperation { "<h1>\(try title(in: fetch.future.wait()))</h1>" }
fetch.name = "fetch"
show.name = "show"
show.addDependency(fetch)
try queue.add(show)
operations.addOperation(fetch)
print(try await show.future.value)  // <h1>Emma</h1>

// A cycle of dependencies is an error.
do throws(OperationError) {
    let index = FutureOperation { 1 }
    let table = FutureOperation { 2 }
    index.name = "index"
    table.name = "table"
    try table.addDependency(index, requiringSuccess: true)
    try index.addDependency(table, requiringSuccess: true)
} catch {
    print(error)  // “index” can't depend on “table”: they would wait for each other.
}

// All operations of a class.
queue.isSuspended = true
try queue.add(CountOperation([]))
try queue.add(CountOperation([]))
print(queue.cancelAll(ofType: CountOperation.self))  // 2
queue.isSuspended = false

// One operation in place of another.
let emptyPage = FutureOperation { "page 1" }
let fullPage = FutureOperation { "page 2" }
try operations.replace(nil, with: emptyPage)
try operations.replace(emptyPage, with: fullPage)
print(try await fullPage.future.value)  // page 2

// The same work without operations.
let fetched = queue.submit(name: "fetch") { () async in "title: Emma" }
let shown = queue.submit(name: "show", after: [fetched]) {
    "<h1>\(try title(in: fetched.wait()))</h1>"
}
print(try await shown.value)  // <h1>Emma</h1>
