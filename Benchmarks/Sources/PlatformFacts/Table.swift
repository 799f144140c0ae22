/// Prints facts in columns, under a heading for each module.
struct Table {
    private let nameWidth: Int
    private let knownWidth: Int
    private var module: String?
    private(set) var changed = 0
    private(set) var untried = 0

    init(_ facts: [Fact]) {
        nameWidth = facts.lazy.map(\.name.count).max() ?? 0
        knownWidth = facts.lazy.map(\.known.count).max() ?? 0
    }

    mutating func print(_ fact: Fact, _ outcome: Outcome?) {
        if fact.module != module {
            Swift.print(module == nil ? "" : "\n", terminator: "")
            Swift.print("  " + row(fact.module, "known", outcome == nil ? "" : "now"))
            module = fact.module
        }
        switch outcome {
        case nil:
            Swift.print("  " + row(fact.name, fact.known, ""))
        case .happened(fact.known):
            Swift.print("  " + row(fact.name, fact.known, fact.known))
        case .happened(let now):
            changed += 1
            Swift.print("! " + row(fact.name, fact.known, now))
        case .untried(let reason):
            untried += 1
            Swift.print("? " + row(fact.name, fact.known, "(\(reason))"))
        }
    }

    private func row(_ name: String, _ known: String, _ now: String) -> String {
        let now = now.replacing("\n", with: " ")
        guard !now.isEmpty else { return "\(padded(name, to: nameWidth))  \(known)" }
        return "\(padded(name, to: nameWidth))  \(padded(known, to: knownWidth))  \(now)"
    }

    private func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
