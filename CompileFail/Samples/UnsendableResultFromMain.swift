// expect: conform to the 'Sendable' protocol
import FootingProxies

final class Parts { var names = ["needle"] }

@MainActor final class Panel: Invocable {
    let parts = Parts()
}

func take(from panel: Panel) {
    _ = panel.on(.main).sync { $0.parts.names }
    #if REFUSED
    _ = panel.on(.main).sync { $0.parts }
    #endif
}
