// expect: main actor-isolated property 'title' can not be mutated from a nonisolated context
import FootingProxies

@MainActor final class Panel: Invocable {
    var title = ""
}

@MainActor func name(_ panel: Panel) async {
    await panel.on(.main).run { $0.title = "a" }
    #if REFUSED
    await panel.on(.background).run { $0.title = "b" }
    #endif
}
