import TestSupport
import XCTest

@testable import FootingHTML

final class HTMLCellsTests: XCTestCase {
    private func grid(_ rows: String) -> [String] {
        let cells = page("<table>\(rows)</table>").first("table")?.cells ?? []
        return cells.map { row in row.map { $0?.text ?? "." }.joined() }
    }

    private func count(_ rows: String) -> Int? {
        page("<table>\(rows)</table>").first("table")?.cells.count
    }

    // MARK: L4

    func testSpansAreExpanded() {
        let rows: [(html: String, grid: [String])] = [
            ("", []), ("<tr></tr>", [""]),
            ("<tr><td>a</td><td>b</td></tr><tr><td>c</td></tr>", ["ab", "c."]),
            ("<tr><td colspan=2>a</td><td>b</td></tr>", ["aab"]),
            ("<tr><td rowspan=2>a</td><td>b</td></tr><tr><td>c</td></tr>", ["ab", "ac"]),
            (
                "<tr><td>a</td><td rowspan=2>b</td></tr><tr><td>c</td><td>d</td></tr>",
                ["ab.", "cbd"]
            ),
            ("<tr><td rowspan=2 colspan=2>a</td></tr><tr><td>c</td></tr>", ["aa.", "aac"]),
            ("<tr><td>a</td><td rowspan=2>b</td></tr><tr><td colspan=2>c</td></tr>", ["ab", "cb"]),
            ("<tr><td rowspan=9>a</td></tr>", ["a"]),
            (
                "<tbody><tr><td rowspan=0>a</td></tr><tr></tr></tbody><tbody><tr></tr></tbody>",
                ["a", "a", "."]
            ),
            (
                "<tbody><tr><td rowspan=9>a</td></tr></tbody><tbody><tr><td>b</td></tr></tbody>",
                ["a", "b"]
            ),
            ("<tr><td colspan=0>a</td><td colspan=x>b</td><td colspan=-2>c</td></tr>", ["abc"]),
            ("<tr><td colspan=' +2x'>a</td></tr>", ["aa"]),
            (
                "<thead><tr><th>a</th></tr></thead><tfoot><tr><td>b</td></tr></tfoot><tbody><tr><td>c</td></tr></tbody>",
                ["a", "c", "b"]
            ),
            (
                "<tr><td rowspan=9>a</td></tr><tfoot><tr><td rowspan=9>b</td></tr></tfoot><tr><td>c</td></tr><tfoot><tr><td>d</td></tr></tfoot>",
                ["a", "c", "b", "d"]
            ),
        ]
        for (html, expected) in rows { XCTAssertEqual(grid(html), expected, html) }
    }

    func testNestedTablesAreLeftOut() throws {
        let page = page(
            "<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td></tr></table><p></p>"
        )
        XCTAssertEqual(page.first("table")?.cells.map(\.count), [1])
        XCTAssertEqual(page.first("table table")?.cells.map(\.count), [2])
        XCTAssertEqual(page.first("p")?.cells.count, 0)
    }

    func testSpansAreLimited() throws {
        XCTAssertEqual(grid("<tr><td colspan=9999999999999999999>a</td></tr>")[0].count, 1_000)
        let row = "<tr><td colspan=1000>a</td></tr>"
        XCTAssertEqual(count(String(repeating: row, count: 1_001)), 1_000)
        if isUnderStress {
            let cell = "<td colspan=1000></td>"
            XCTAssertEqual(count("<tr>\(String(repeating: cell, count: 1_001))</tr>"), 0)
        }
        let spans = "<tr><td rowspan=65534></td></tr>" + String(repeating: "<tr></tr>", count: 9)
        XCTAssertEqual(grid(spans).count, 10)
    }
}
