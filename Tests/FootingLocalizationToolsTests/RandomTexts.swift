import FootingLocalization
import Foundation
import TestSupport

/// Texts with whatever is hard to write down, the same in every run.
struct RandomTexts {
    var generator: SeededRandom

    init(seed: UInt64) { generator = SeededRandom(seed: seed) }

    private static let pieces: [String] = [
        "a", "B", " ", "é", "e\u{301}", "%", "%@", "%%", "%1$d", "\"", "'", "\\", "\\n", "\n", "\r",
        "\r\n", "\t", "\0", "\u{7}", "\u{8}", "\u{B}", "\u{C}", "\u{1B}", "\u{7F}", "\u{85}",
        "\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFD}", "😀", "//", "/*", "*/", ";", "=",
        ",", "{", "}", "\\U0041", "\\101", "👨‍👩‍👧", "א", "<", "&",
    ]

    mutating func text(upTo count: Int = 6) -> String {
        (0..<Int.random(in: 0...count, using: &generator))
            .map { _ in Self.pieces[Int.random(in: Self.pieces.indices, using: &generator)] }
            .joined()
    }

    /// Entries with different keys, which are compared by their bytes.
    mutating func entries(upTo count: Int) -> [(key: String, value: String)] {
        var keys: Set<[UInt8]> = []
        var entries: [(key: String, value: String)] = []
        for _ in 0..<Int.random(in: 0...count, using: &generator) {
            let entry = (key: text(upTo: 3), value: text())
            if keys.insert(Array(entry.key.utf8)).inserted { entries.append(entry) }
        }
        return entries
    }
}

/// Whether two texts have the same bytes: `==` calls é composed and é decomposed one.
func isSame(_ first: String?, _ second: String?) -> Bool {
    first.map { Array($0.utf8) } == second.map { Array($0.utf8) }
}
