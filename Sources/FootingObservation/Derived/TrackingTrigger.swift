public import Observation

/// An object whose change finishes a stock tracking that has read it, in all registrars.
@usableFromInline
final class TrackingTrigger: Observable {
    private let registrar = ObservationRegistrar()

    init() { registrar.access(self, keyPath: \.self) }

    @usableFromInline
    func fire() { registrar.willSet(self, keyPath: \.self) }
}

@available(*, unavailable)
extension TrackingTrigger: Sendable {}
