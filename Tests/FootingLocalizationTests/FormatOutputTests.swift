@testable import FootingLocalization
import TestSupport
import XCTest

final class FormatOutputTests: XCTestCase {
    private let parts: [Character] = [
        "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{2069}", "\n", "\r", "\u{85}",
        "\u{2029}", "\u{2028}", "\u{86}", "a", "é", "😀", "\u{301}",
    ]

    private func filled(
        memory count: Int,
        _ body: (inout FormatOutput) -> Void
    ) -> String {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { memory in
            var output = unsafe FormatOutput(in: memory)
            body(&output)
            return output.text()
        }
    }

    func testATextIsCutWhereAllIsolatesCanBeClosed() {
        var generator = SeededRandom(seed: 32)
        for _ in 0..<rounds(200, underStress: 5_000) {
            let text = String(
                (0..<20).map { _ in parts.randomElement(using: &generator) ?? "a" }
            )
            for limit in 0...text.utf8.count {
                let closed = filled(memory: 16) { output in
                    output.append(text)
                    output.truncateClosingIsolates(to: limit)
                }
                let cut = filled(memory: 16) { output in
                    output.append(text)
                    output.truncate(to: limit)
                }
                let bytes = Array(text.utf8)
                let isWhole = limit == bytes.count
                for (result, isClosed) in [(closed, true), (cut, false)] {
                    let expected =
                        isWhole
                        ? bytes
                        : ReferenceIsolation.cut(bytes, to: limit, isClosed: isClosed)
                    let message = "\(limit) \(text.debugDescription)"
                    XCTAssertEqual(Array(result.utf8), expected, message)
                }
            }
        }
    }

    func testATextThatIsIsolatedGoesOnUntilItsLimitAtLeast() {
        var generator = SeededRandom(seed: 33)
        for _ in 0..<rounds(80, underStress: 5_000) {
            let text = String(
                (0..<20).map { _ in parts.randomElement(using: &generator) ?? "a" }
            )
            let whole = ReferenceIsolation.isolated(text)
            for limit in 1...100 {
                let result = filled(memory: 16) { output in
                    _ = unsafe text.withUTF8Bytes {
                        unsafe output.appendIsolated($0, limit: limit)
                    }
                    output.truncate(to: limit - 1)
                }
                let expected = ReferenceIsolation.cut(
                    Array(whole.utf8),
                    to: limit - 1,
                    isClosed: false
                )
                let isWhole = whole.utf8.count < limit
                XCTAssertEqual(
                    Array(result.utf8),
                    isWhole ? Array(whole.utf8) : expected,
                    "\(limit) \(text.debugDescription)"
                )
            }
        }
    }
}
