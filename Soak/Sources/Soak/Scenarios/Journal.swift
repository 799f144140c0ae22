import FootingProxies
import Synchronization

/// Belongs to one serial destination, which it is told at each call.
///
/// It knows the numbers of the calls from each sender, so it notices a call that is lost, made
/// twice, or overtaken.
// Unchecked: `numbers` is used only by calls that a proxy makes at one serial destination.
final class Journal: @unchecked Sendable, Invocable {
    private var numbers: [Int]
    private let inOrder: Counter

    init(senders: Int, _ inOrder: Counter) {
        numbers = Array(repeating: 0, count: senders)
        self.inOrder = inOrder
    }

    /// Notes a call, whose number has to be the next one of its sender.
    func note(_ number: Int, from sender: Int) {
        inOrder.check(number == numbers[sender] + 1, "\(number) after \(numbers[sender])")
        numbers[sender] = number
    }

    func last(from sender: Int) -> Int { numbers[sender] }
}

/// A number that several threads raise.
final class Tally: Sendable, Invocable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .sequentiallyConsistent) }

    func add() { number.add(1, ordering: .sequentiallyConsistent) }
}
