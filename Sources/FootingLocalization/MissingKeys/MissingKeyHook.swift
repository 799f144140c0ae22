import FootingLocks
import Synchronization

/// The handler of a store's missing keys, shared by all versions of its tables.
final class MissingKeyHook: Sendable {
    typealias Handler = @Sendable (MissingKey) -> String?

    let bundles: [ResourceBundle]
    /// Whether there is a handler; read without the lock by each look-up of a missing key.
    private let isArmed = Atomic(false)
    private let callCount = Atomic(0)
    private let current = Lock(Current(nil, number: 0))

    /// A class, because a closure stored directly in a generic type is wrapped at each access.
    private final class Current: Sendable {
        let handler: Handler?
        let number: Int

        init(_ handler: Handler?, number: Int) {
            self.handler = handler
            self.number = number
        }
    }

    /// Limits recursion to a depth that small stacks can hold.
    private static let maximumCalls = 8

    init(_ bundles: [ResourceBundle] = []) {
        self.bundles = bundles
    }

    @inline(__always)
    var isSet: Bool { isArmed.load(ordering: .relaxed) }

    func set(_ handler: Handler?) {
        let previous = current.withLock { current in
            let previous = current
            current = Current(handler, number: previous.number + 1)
            isArmed.store(handler != nil, ordering: .relaxed)
            return previous
        }
        // Released after the lock: a handler's captures may run any code.
        withExtendedLifetime(previous) {}
    }

    var handler: (call: Handler, number: Int)? {
        let current = current.withLock { $0 }
        return current.handler.map { ($0, current.number) }
    }

    var hasRoom: Bool { callCount.load(ordering: .relaxed) < Self.maximumCalls }

    func call(_ handler: Handler, _ missing: MissingKey) -> String? {
        callCount.add(1, ordering: .relaxed)
        defer { callCount.subtract(1, ordering: .relaxed) }
        return handler(missing)
    }
}
