import Synchronization

/// A number that several threads change.
package final class Counter: Sendable {
    private let number = Atomic(0)

    package init() {}

    package var value: Int { number.load(ordering: .sequentiallyConsistent) }

    /// Adds `difference` and returns the sum.
    @discardableResult
    package func add(_ difference: Int) -> Int {
        number.add(difference, ordering: .sequentiallyConsistent).newValue
    }

    /// Keeps the greater one of its value and `other`.
    package func raise(to other: Int) {
        number.max(other, ordering: .sequentiallyConsistent)
    }
}
