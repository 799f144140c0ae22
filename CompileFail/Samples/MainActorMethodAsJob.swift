// expect: ambiguous use of 'submit
import FootingOperations

final class Parts { var names = ["needle"] }

struct Missing: Error {}

func load() -> Int { 1 }

func find() throws(Missing) -> Int { throw Missing() }

// These must stay unambiguous: long and short closures in code of the main actor, throwing or not,
// their arguments, and functions of no actor.
@MainActor final class Model {
    var items: [Int] = []

    func reload() -> Int {
        items.append(items.count)
        return items.count
    }

    func start(on queue: FutureQueue, _ body: sending @escaping () throws -> Int) {
        let parts = Parts()
        let one: Future<Int, Never> = queue.submit { 1 }
        _ = queue.submit { parts.names = [] }
        _ = queue.submit {
            guard load() == 0 else { return "none" }
            return "some"
        }
        let two: Future<Int, any Error> = queue.submit { try find() }
        let three: Future<Int, Missing> = queue.submit { () throws(Missing) in try find() }
        let four = queue.submit(load)
        let five: Future<Int, Missing> = queue.submit(find)
        let six: Future<Int, any Error> = queue.submit(body)
        _ = (one, two, three, four.settledOutcome, five, six)
        #if REFUSED
        _ = queue.submit(reload)
        #endif
    }
}

func start(on queue: FutureQueue) {
    queue.submit { 1 }.whenSettled { print($0) }
    let value = queue.submit {
        let count = load()
        return count + 1
    }
    print(value.settledOutcome ?? .success(0))
}
