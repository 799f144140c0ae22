import FootingLocalizationTools
import XCTest

final class CSVTests: XCTestCase {
    func testFieldsAreQuotedIfNecessaryAndFormulasDisarmedOnRequest() {
        let rows: [(fields: [String?], record: String, disarmed: String?)] = [
            (["a", "b c", "ä"], "a,b c,ä", nil), ([nil, "", "x"], ",\"\",x", nil),
            (["a,b"], "\"a,b\"", nil), (["say \"a\""], "\"say \"\"a\"\"\"", nil),
            (["a\nb", "a\rb", "a\r\nb"], "\"a\nb\",\"a\rb\",\"a\r\nb\"", nil),
            ([" a", "a "], "\" a\",\"a \"", nil), (["\"\u{301}"], "\"\"\"\u{301}\"", nil),
            (["=1+1", "-1", "@x"], "=1+1,-1,@x", "'=1+1,'-1,'@x"), (["\t"], "\"\t\"", "\"'\t\""),
        ]
        for row in rows {
            let (plain, disarmed) = (row.record + "\r\n", (row.disarmed ?? row.record) + "\r\n")
            XCTAssertEqual(Array(CSV.document([row.fields]).utf8), Array(plain.utf8), plain)
            let safe = CSV.document([row.fields, row.fields], disarmingFormulas: true)
            XCTAssertEqual(Array(safe.utf8), Array((disarmed + disarmed).utf8), disarmed)
        }
    }
}
