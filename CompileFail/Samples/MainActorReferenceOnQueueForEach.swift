// expect: ambiguous use of 'on'
import FootingProxies

final class Journal: @unchecked Sendable, Invocable {
    var lines = 0
}

func log(_ journal: Journal) {}

@MainActor func update(_ journal: Journal) {}

@MainActor func show(_ journals: [Journal]) {
    journals.on(.background) { $0.lines += 1 }
    journals.on(.background, log)
    journals.on(.main, update)
    #if REFUSED
    journals.on(.background, update)
    #endif
}
