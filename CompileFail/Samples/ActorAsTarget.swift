// expect: call to actor-isolated instance method 'append()' in a synchronous nonisolated context
import FootingProxies

actor Journal: Invocable {
    func append() {}
    nonisolated func flush() {}
}

func append(to journal: Journal) {
    journal.on(.background) { $0.flush() }
    #if REFUSED
    journal.on(.background) { $0.append() }
    #endif
}
