// expect: cannot form key path to main actor-isolated property 'title'
import FootingProxies

@MainActor final class Panel: Invocable {
    var title = ""
}

func name(_ panel: Panel) {
    panel.on(.main) { $0.title = "a" }
    #if REFUSED
    panel.on(.main).title = "b"
    #endif
}
