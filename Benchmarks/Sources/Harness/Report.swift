import Foundation

/// Measures rows a number of times and prints one line for each.
struct Report: Sendable {
    private let runs: Int
    private let effort: Effort

    /// Creates a report of `runs` measurements a row.
    init(runs: Int, effort: Effort) {
        self.runs = runs
        self.effort = effort
    }

    /// Prints all rows, and how many there are of each verdict.
    ///
    /// - Parameters:
    ///   - sections: The titles of the sections, and their numbers of rows.
    ///   - statusOfRow: Measures and prints a row, given the title of its section and its number
    ///     from 1 on, in a process of its own, so that no row has the heap and the threads of
    ///     another one. Returns the exit status of that process.
    /// - Returns: Whether all rows ran.
    func print(
        _ sections: [(title: String, rowCount: Int)],
        statusOfRow: (_ title: String, _ row: Int) -> Int32
    ) -> Bool {
        let header = Self.columns.map { Self.pad($0.title, to: $0.width) }.joined(separator: "  ")
        Swift.print(header)
        var counts: [Verdict: Int] = [:]
        for (title, rowCount) in sections {
            Swift.print(title)
            for row in stride(from: 1, through: rowCount, by: 1) {
                fflush(nil)
                let verdict = Verdict(rawValue: statusOfRow(title, row))
                if verdict == nil { Swift.print("  row \(row) ended without a result") }
                counts[verdict ?? .failed, default: 0] += 1
            }
        }
        let summary = Verdict.allCases.map { "\(counts[$0, default: 0]) \($0)" }
        Swift.print(summary.joined(separator: ", "))
        return counts[.failed] == nil
    }

    /// The result of a row; its raw value is the exit status of the process that measured it.
    enum Verdict: Int32, CaseIterable {
        case ok = 0
        case short = 2
        case skipped = 3
        case failed = 1
    }

    /// Measures and prints one row, and returns its verdict.
    ///
    /// A row that falls short in one run of three is noise; it is short when it is in most of them.
    func print(_ row: Comparison) -> Verdict {
        do {
            var all: [Measurement] = []
            try row.measure(effort, runs: max(1, runs)) { all.append($0) }
            let good = all.count { $0.reaches(row.goal) }
            let isOK = good * 2 > all.count || (all.count > 2 && good >= 2)
            let middle = all.sorted { $0.ratio < $1.ratio }[all.count / 2]
            Swift.print(
                Self.line([
                    "  " + row.name,
                    Self.amount(middle.ours, row.unit),
                    Self.amount(middle.peer, row.unit) + " " + row.peerName,
                    Self.number(middle.ratio),
                    "<=" + Self.number(row.goal),
                    "±" + String(format: "%.0f%%", middle.noise * 100),
                    (isOK ? "ok" : "short") + (all.count > 1 ? " \(good)/\(all.count)" : ""),
                ])
            )
            return isOK ? .ok : .short
        } catch let reason as Comparison.Unavailable {
            Swift.print(Self.line(["  " + row.name, "skipped: \(reason)"]))
            return .skipped
        } catch {
            Swift.print(Self.line(["  " + row.name, "failed: \(error)"]))
            return .failed
        }
    }

    private static let columns: [(title: String, width: Int)] = [
        ("case", 40), ("ours", 9), ("peer", 38), ("ratio", 6), ("goal", 8), ("noise", 6), ("", 8),
    ]

    private static func line(_ cells: [String]) -> String {
        zip(cells, columns).map { pad($0, to: $1.width) }.joined(separator: "  ")
    }

    private static func pad(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func number(_ value: Double) -> String {
        String(format: value < 0.1 ? "%.3f" : "%.2f", value)
    }

    private static func amount(_ value: Double, _ unit: Comparison.Unit) -> String {
        switch unit {
        case .nanoseconds: time(value)
        case .bytes: String(format: "%.0f B", value)
        }
    }

    private static func time(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1_000: String(format: "%.1f ns", nanoseconds)
        case ..<1_000_000: String(format: "%.2f µs", nanoseconds / 1_000)
        default: String(format: "%.2f ms", nanoseconds / 1_000_000)
        }
    }
}
