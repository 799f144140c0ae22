import FootingExtendedAttributes
import Foundation
import Harness

/// Dumps that are there to hurt: ten times as much takes ten times as long.
extension Comparison {
    static func hostileDumps() -> [Comparison] {
        [dumps(ofBytes: 3_200), dumps(ofBytes: 32_000)]
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
