import FootingLocalizationTools
@testable import localization
import XCTest

/// Keys and strings can't change the format of the output.
final class ReportFindingTests: XCTestCase {
    func testAFindingStaysOnItsLine() {
        let rows: [(message: String, shown: String)] = [
            ("plain “ä” 👨‍👩‍👧", "plain “ä” 👨‍👩‍👧"), ("a\nb\r\tc", "a\\u{A}b\\u{D}\\u{9}c"),
            ("\u{1B}[31m\u{7F}\u{85}", "\\u{1B}[31m\\u{7F}\\u{85}"),
            ("\u{2028}\u{202E}\u{2066}x", "\\u{2028}\\u{202E}\\u{2066}x"), ("\0", "\\u{0}"),
        ]
        for row in rows {
            let finding = LocalizationFinding.unreadable(row.message, row.message)
            XCTAssertEqual(finding.description, "\(row.shown): error: \(row.shown) [unreadable]")
        }
    }
}
