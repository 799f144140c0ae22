// expect: ambiguous use of 'callAsFunction'
import FootingProxies

final class Journal: @unchecked Sendable, Invocable {
    var lines = 0
}

func log(_ journal: Journal) {}

@MainActor func update(_ journal: Journal) {}

@MainActor func show(_ journal: Journal) {
    let entries = journal.on(.background)
    entries { $0.lines += 1 }
    entries { journal in
        guard journal.lines == 0 else { return }
        journal.lines = 2
    }
    entries(log)
    journal.on(.main)(update)
    #if REFUSED
    entries(update)
    #endif
}
