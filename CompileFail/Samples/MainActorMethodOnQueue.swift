// expect: call to main actor-isolated instance method 'show()' in a synchronous nonisolated context
import FootingProxies

@MainActor final class Panel: Invocable {
    func show() {}
}

func show(_ panel: Panel) {
    panel.on(.main) { $0.show() }
    #if REFUSED
    panel.on(.background) { $0.show() }
    #endif
}
