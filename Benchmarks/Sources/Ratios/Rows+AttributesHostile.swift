import FootingExtendedAttributes
import Foundation
import Harness

/// Dumps and values that try to make reading slow: twice as much must take twice as long.
extension Comparison {
    static func hostileDumps() -> [Comparison] {
        [dumps(ofBytes: 3_200), dumps(ofBytes: 32_000)]
    }

    /// Strings that Swift needs long to hash, in rows that are short enough to be read, and in one
    /// row.
    static func hostileText() -> [Comparison] {
        let (json, list) = (JSONEncoder(), PropertyListEncoder())
        list.outputFormat = .binary
        return [256, 32_000].flatMap { row in
            [
                combiningMarks("JSON", inRowsOf: row, as: .json()) { try json.encode($0) },
                combiningMarks("binary list", inRowsOf: row, as: .binaryPropertyList()) {
                    try list.encode($0)
                },
            ]
        }
    }

    private static func combiningMarks(
        _ format: String,
        inRowsOf row: Int,
        as coding: ExtendedAttributeCoding<Set<String>>,
        _ encode: @escaping ([String]) throws -> Data
    ) -> Comparison {
        let title = "\(format), 32,000 marks, \(row == 256 ? "read" : "refused")"
        return growth(title, to: "twice 16,000 marks", from: 16_000, times: 2, goal: 1.1) { count in
            let row = min(row, count)
            let text = "e" + String(repeating: "\u{301}\u{316}", count: row / 2)
            let bytes = try encode([String(repeating: text, count: count / row)])
            return try AttributeFile(on: .memory, Array(bytes))
        } _: { file in
            let key = ExtendedAttributeKey(file.name, as: coding)
            blackHole(try? file.attributes.value(for: key))
        }
    }

    /// No attribute is stored: the reading alone is measured.
    private static func dumps(ofBytes size: Int) -> Comparison {
        let title = "18 hostile dumps of \(10 * size / 1_000) KB"
        return growth(title, to: "10 times \(Double(size) / 1_000) KB", from: size) { size in
            (try AttributeFile(on: .memory), dumpParts.map { dump($0, $1, ofBytes: size) })
        } _: { file, dumps in
            for dump in dumps { blackHole(file.attributes.restore(.names([]), from: dump)) }
        }
    }

    private static func dump(_ start: String, _ part: String, ofBytes size: Int) -> [UInt8] {
        Array((start + String(repeating: part, count: size / part.utf8.count)).utf8)
    }

    /// Parts that could be looked at again and again.
    private static let dumpParts: [(start: String, part: String)] = {
        let file = "# file: f\n"
        return [
            ("", "\n"), ("", "\r"), ("", "#"), ("", "a\n"), ("", file), (file, "\r\n"),
            (file, "a=1\r\n"), (file, "user.a=\"\\\"\n"), (file, "a=0s\n"), (file, "a=0x4\n"),
            (file, "a\\075=\\1\\\\\n"), (file + "a=", "\\"), (file + "a=\"", "\\07"),
            (file + "a=\"", "\""), (file + "a=0x", "4 "), (file + "a=0s", "QUJD "),
            (file, "\\07"), ("# file: ", "\\"),
        ]
    }()
}
