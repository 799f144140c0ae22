// expect: ambiguous use of 'callAsFunction'
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
    entries { $0.lines += 1 }
    entries(log)
    journal.on(.main).weak(panel.update)
    #if REFUSED
    entries(panel.update)
    #endif
}
