import Synchronization

/// All counters of the program.
final class Ledger: Sendable {
    private let counters = Mutex<[Counter]>([])
    private let notes = Mutex<[String]>([])

    func counter(_ name: String) -> Counter {
        let counter = Counter(name) { [weak self] in self?.note($0) }
        counters.withLock { $0.append(counter) }
        return counter
    }

    /// Adds a row of two values that are read when the table is printed.
    func compare(
        _ name: String,
        expected: @escaping @Sendable () -> Int,
        seen: @escaping @Sendable () -> Int
    ) {
        let counter = Counter(name, expected: expected, seen: seen)
        counters.withLock { $0.append(counter) }
    }

    var isBalanced: Bool { counters.withLock(\.self).allSatisfy(\.isBalanced) }

    /// Whether each counter is balanced and has counted something.
    var isComplete: Bool {
        counters.withLock(\.self).allSatisfy { $0.isBalanced && $0.sides.expected > 0 }
    }

    /// Waits for what is still on its way.
    func settle(within limit: Duration) async {
        let end = ContinuousClock.now + limit
        while !isBalanced, ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(50))
        }
    }

    func printTable() {
        print()
        Self.printRow("counter", "expected", "seen", "ok")
        for counter in counters.withLock(\.self) {
            let (expected, seen) = counter.sides
            Self.printRow(
                counter.name,
                "\(expected)",
                "\(seen)",
                expected != seen ? "NO" : seen == 0 ? "NEVER" : "yes"
            )
        }
        let notes = notes.withLock(\.self)
        if !notes.isEmpty { print("\n" + notes.joined(separator: "\n")) }
    }

    /// Keeps a sentence about something unexpected, unless there are many.
    private func note(_ text: String) {
        notes.withLock { notes in
            if notes.count < 20 { notes.append(text) }
        }
    }

    private static func printRow(_ name: String, _ expected: String, _ seen: String, _ ok: String) {
        func padding(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(1, width - text.count))
        }
        print(
            name + padding(name, 38) + padding(expected, 14) + expected + padding(seen, 14) + seen
                + "  " + ok
        )
    }
}
