// Work whose latest result replaces earlier ones: a search while the user types.
//
//     swift run SearchAsYouType
import FootingOperations
import Foundation

@MainActor final class Results {
    let shown = Promise<[String], Never>()

    func show(_ outcome: Outcome<[String], Never>) {
        if case .success(let titles) = outcome { shown.succeed(titles) }
    }
}

@Sendable func titles(matching text: String) -> [String] {
    ["Effi Briest", "Emma", "Ulysses"].filter { $0.hasPrefix(text) }
}

// Each submission cancels the previous one. No older result is shown after it.
let queue = FutureQueue(name: "search")
let results = Results()
let search = LatestOnly<[String], Never>()

@MainActor func userTyped(_ text: String) {
    search.submit({ queue.submit { titles(matching: text) } }, on: .main) { outcome in
        results.show(outcome)
    }
}

for text in ["E", "Em", "Emm"] { userTyped(text) }
print(try await results.shown.future.value)  // ["Emma"]

// With a delay, work begins only if no newer submission follows within the delay.
let patientSearch = LatestOnly<[String], Never>(delay: .milliseconds(20))
let found = Promise<[String], Never>()
for text in ["U", "Ul"] {
    patientSearch.submit({ queue.submit { titles(matching: text) } }) { outcome in
        if case .success(let titles) = outcome { found.succeed(titles) }
    }
}
print(try await found.future.value)  // ["Ulysses"]

// A caller that awaits the result. A newer search ends its wait.
@MainActor func search(for text: String) async {
    do {
        let found = try await search.value { queue.submit { titles(matching: text) } }
        print("\(text): \(found)")
    } catch {
        print("\(text): \(error)")
    }
}

// Suspended until both searches have been submitted.
queue.isSuspended = true
let searches = ["Eff", "Uly"].map { text in Task { await search(for: text) } }
Task { queue.isSuspended = false }
for search in searches { await search.value }

// One job in place of another.
let firstPage = queue.submit { "page 1" }
let secondPage = queue.replace(firstPage) { "page 2" }
print(try await secondPage.value)  // page 2

// The recipe without futures. A newer search may end between the check and the block on the main
// queue, and an older result is shown after it.
func searchAsBefore(_ text: String, in operations: OperationQueue) {
    let find = BlockOperation()
    find.addExecutionBlock { [unowned find] in
        let hits = titles(matching: text)
        if find.isCancelled { return }
        // A newer search may begin and end here.
        OperationQueue.main.addOperation {
            MainActor.assumeIsolated { results.show(.success(hits)) }
        }
    }
    operations.cancelAllOperations()
    operations.addOperation(find)
}
