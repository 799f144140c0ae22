// expect: ambiguous use of 'submit(delay:_:)'
import FootingProxies

final class Journal: @unchecked Sendable, Invocable {
    var lines = 0
}

func log(_ journal: Journal) {}
func count(_ journal: Journal) throws -> Int { journal.lines }

@MainActor func update(_ journal: Journal) {}

@MainActor func show(_ journal: Journal) {
    journal.on(.background).submit(delay: .seconds(1)) { $0.lines += 1 }
    journal.on(.background).submit(delay: .seconds(1)) { journal in
        guard journal.lines == 0 else { return }
        journal.lines = 2
    }
    journal.on(.background).submit(delay: .seconds(1), log)
    _ = journal.on(.background).submit(delay: .seconds(1), count)
    journal.on(.main).submit(delay: .seconds(1), update)
    #if REFUSED
    journal.on(.background).submit(delay: .seconds(1), update)
    #endif
}
