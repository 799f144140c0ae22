// expect: ambiguous use of 'on'
import FootingProxies

final class Journal: @unchecked Sendable, Invocable {
    var lines = 0
    func append(_ line: String = "") {}
}

final class Parts { var names = ["needle"] }

func log(_ journal: Journal) {}

// These must stay unambiguous: long and short closures in code of the main actor, their arguments,
// functions of no actor, and references that belong to the actor.
@MainActor final class Panel {
    func update(_ journal: Journal) {}

    func show(_ journal: Journal, _ body: @escaping @Sendable (Journal) -> Void) {
        let parts = Parts()
        journal.on(.background) { $0.lines += 1 }
        journal.on(.background) { $0.append() }
        journal.on(.background) { _ in parts.names = [] }
        journal.on(.background) { journal in
            guard journal.lines == 0 else { return }
            journal.append("first")
        }
        journal.on(.background, log)
        journal.on(.background, body)
        journal.on(.main, update)
        #if REFUSED
        journal.on(.background, update)
        #endif
    }
}
