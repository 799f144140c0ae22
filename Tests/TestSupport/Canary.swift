/// Opens a gate, or does something else, when it is released.
package final class Canary: Sendable {
    private let onRelease: @Sendable () -> Void

    package init(_ onRelease: @escaping @Sendable () -> Void) {
        self.onRelease = onRelease
    }

    package convenience init(_ gate: Gate) {
        self.init { gate.open() }
    }

    deinit { onRelease() }
}

/// The number of canaries that are alive.
package final class Population: Sendable {
    private let alive = Counter()

    package init() {}

    package var count: Int { alive.value }

    /// Makes a canary that is counted until it is released.
    package func canary() -> Canary {
        alive.add(1)
        return Canary { [alive] in alive.add(-1) }
    }
}
