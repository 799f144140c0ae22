import FootingLocks
import Synchronization

/// The handler of a store's missing keys, which all versions of its tables share.
final class MissingKeyHook: Sendable {
    typealias Handler = @Sendable (MissingKey) -> String?

    let bundles: [ResourceBundle]
    /// Whether there is a handler, which each look-up asks that misses.
    private let isArmed = Atomic(false)
    /// How many calls of the handler are running.
    private let callCount = Atomic(0)
    private let current = Lock(Current(nil, number: 0))

    /// The handler, and how many there were.
    ///
    /// A class, since a closure that a generic type holds by itself is wrapped anew each time it is
    /// looked at.
    private final class Current: Sendable {
        let handler: Handler?
        let number: Int

        init(_ handler: Handler?, number: Int) {
            self.handler = handler
            self.number = number
        }
    }

    /// Calls within calls end here, at a depth that small stacks have room for, too.
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

    /// The handler with its number, or `nil` without a handler.
    var handler: (call: Handler, number: Int)? {
        let current = current.withLock { $0 }
        return current.handler.map { ($0, current.number) }
    }

    /// Whether another call may begin.
    var hasRoom: Bool { callCount.load(ordering: .relaxed) < Self.maximumCalls }

    func call(_ handler: Handler, _ missing: MissingKey) -> String? {
        callCount.add(1, ordering: .relaxed)
        defer { callCount.subtract(1, ordering: .relaxed) }
        return handler(missing)
    }
}
