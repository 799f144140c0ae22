import Synchronization

/// How often something was to happen, and how often it did.
final class Counter: Sendable {
    let name: String
    private let expected = Atomic(0)
    private let seen = Atomic(0)
    private let source: (@Sendable () -> (expected: Int, seen: Int))?
    private let note: @Sendable (String) -> Void

    init(_ name: String, note: @escaping @Sendable (String) -> Void) {
        self.name = name
        self.note = note
        source = nil
    }

    init(
        _ name: String,
        expected: @escaping @Sendable () -> Int,
        seen: @escaping @Sendable () -> Int
    ) {
        self.name = name
        source = { (expected(), seen()) }
        note = { _ in }
    }

    var sides: (expected: Int, seen: Int) {
        // `seen` is read first, since the other side is always increased before it.
        let seen = seen.load(ordering: .sequentiallyConsistent)
        return source?() ?? (expected.load(ordering: .sequentiallyConsistent), seen)
    }

    var isBalanced: Bool {
        let (expected, seen) = sides
        return expected == seen
    }

    func expect(_ count: Int = 1) {
        expected.add(count, ordering: .sequentiallyConsistent)
    }

    func see(_ count: Int = 1) {
        seen.add(count, ordering: .sequentiallyConsistent)
    }

    /// Expects one event, which has happened if the condition is true.
    func check(_ isTrue: Bool, _ sentence: @autoclosure () -> String = "") {
        expect()
        guard !isTrue else { return see() }
        note("\(name): \(sentence())")
    }

    /// Expects that two values are the same.
    func check<Value: Equatable>(_ seen: Value, is expected: Value) {
        check(seen == expected, "\(seen), not \(expected)")
    }
}
