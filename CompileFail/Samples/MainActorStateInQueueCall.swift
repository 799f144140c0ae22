// expect: main actor-isolated
import FootingProxies

final class Gauge: @unchecked Sendable, Invocable {}

@MainActor final class Panel {
    var title = ""
    func update(_ gauge: Gauge) {
        gauge.on(.main) { _ in self.title = "main" }
        #if REFUSED
        gauge.on(.background) { _ in self.title = "elsewhere" }
        #endif
    }
}
