// expect: ambiguous use of 'submit(delay:_:)'
import FootingProxies

final class Journal: @unchecked Sendable, Invocable {
    var lines = 0
}

func log(_ journal: Journal) {}
func count(_ journal: Journal) throws -> Int { journal.lines }

@MainActor func update(_ journal: Journal) {}

@MainActor func show(_ journal: Journal) {
    _ = journal.on(.background).submit { $0.lines += 1 }
    _ = journal.on(.background).submit { journal in
        guard journal.lines == 0 else { return 1 }
        return 2
    }
    _ = journal.on(.background).submit(log)
    _ = journal.on(.background).submit(count)
    _ = journal.on(.main).submit(update)
    #if REFUSED
    _ = journal.on(.background).submit(update)
    #endif
}
