// expect: ambiguous use of 'init(_:_:name:)'
import FootingProxies

final class Journal: @unchecked Sendable {
    func append(_ line: String, count: Int) {}
    func clear() throws {}
}

@MainActor final class Panel {
    func update(_ line: String) {}
    nonisolated func note(_ line: String) {}
}

// These must stay unambiguous: methods of no actor, with and without arguments, and closures.
let append = Invocation(Journal.append(_:count:), "opened", 1)
let clear = Invocation(Journal.clear, name: "clear")
let note = Invocation(Panel.note, "opened")
let both = Invocation("both") { (journal: Journal) in journal.append("closed", count: 2) }

#if REFUSED
let update = Invocation(Panel.update, "opened")
#endif
