// expect: ambiguous use of 'sync
import FootingProxies

final class Journal: @unchecked Sendable, Invocable {
    var lines = 0
}

struct Full: Error {}

func log(_ journal: Journal) {}
func count(_ journal: Journal) throws -> Int { journal.lines }

@MainActor func update(_ journal: Journal) {}
@MainActor func load(_ journal: Journal) throws {}

@MainActor func show(_ journal: Journal) throws {
    let entries = journal.on(.background)
    var lines = 0
    entries.sync { lines += $0.lines }
    entries.sync { journal in
        guard journal.lines == 0 else { return }
        journal.lines = 2
    }
    _ = try entries.sync(timeout: .zero) { $0.lines }
    _ = try entries.sync { (journal) throws(Full) in journal.lines }
    entries.sync(log)
    _ = try entries.sync(count)
    _ = try entries.sync(timeout: .zero, log)
    _ = try entries.sync(timeout: .zero, count)
    journal.on(.main).sync(update)
    print(lines)
    #if REFUSED
    entries.sync(update)
    try entries.sync(load)
    try entries.sync(timeout: .zero, update)
    try entries.sync(timeout: .zero, load)
    #endif
}
