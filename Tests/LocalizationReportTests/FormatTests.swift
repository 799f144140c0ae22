import FootingLocalizationReports
@testable import localization_report
import XCTest

/// Keys and texts can't change the form of the output.
final class FormatTests: XCTestCase {
    func testAFindingStaysOnItsLine() {
        let rows: [(message: String, shown: String)] = [
            ("plain “ä” 👨‍👩‍👧", "plain “ä” 👨‍👩‍👧"), ("a\nb\r\tc", "a\\u{A}b\\u{D}\\u{9}c"),
            ("\u{1B}[31m\u{7F}\u{85}", "\\u{1B}[31m\\u{7F}\\u{85}"),
            ("\u{2028}\u{202E}\u{2066}x", "\\u{2028}\\u{202E}\\u{2066}x"), ("\0", "\\u{0}"),
        ]
        for row in rows {
            let finding = ReportFinding(.unreadable, .error, file: row.message, row.message)
            XCTAssertEqual(finding.text, "\(row.shown): error: \(row.shown) [unreadable]")
        }
    }

    func testFieldsOfRecords() {
        let rows: [(fields: [String?], record: String)] = [
            (["a", "b c", "ä"], "a,b c,ä"), ([nil, "", "x"], ",\"\",x"), (["a,b"], "\"a,b\""),
            (["say \"a\""], "\"say \"\"a\"\"\""),
            (["a\nb", "a\rb", "a\r\nb"], "\"a\nb\",\"a\rb\",\"a\r\nb\""),
            ([" a", "a ", "\t"], "\" a\",\"a \",\"\t\""), (["=1+1"], "=1+1"),
            (["\"\u{301}"], "\"\"\"\u{301}\""),
        ]
        for row in rows {
            XCTAssertEqual(
                Array(CSV.record(row.fields).utf8),
                Array((row.record + "\r\n").utf8),
                row.record
            )
        }
    }
}
