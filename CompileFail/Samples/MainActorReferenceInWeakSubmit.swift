// expect: ambiguous use of 'submit(delay:_:)'
import FootingProxies

final class Journal: @unchecked Sendable, Invocable {
    var lines = 0
}

func log(_ journal: Journal) {}

@MainActor final class Panel {
    func update(_ journal: Journal) {}
}

@MainActor func show(_ journal: Journal, in panel: Panel) {
    let entries = journal.on(.background).weak
    entries.submit(delay: .seconds(1)) { $0.lines += 1 }
    entries.submit(delay: .seconds(1), log)
    journal.on(.main).weak.submit(delay: .seconds(1), panel.update)
    #if REFUSED
    entries.submit(delay: .seconds(1), panel.update)
    #endif
}
