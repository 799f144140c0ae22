import FootingLocalization
import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

final class CSVUnitsTests: XCTestCase {
    func testRecordsOfCSV() throws {
        let rows: [(text: String, units: [String])] = [
            (
                "file,id,comment,source,target,state\r\nA,a,\"N\nO\",\"A, \"\"B\"\"\",Б,new\r\n",
                ["a|A, \"B\"|Б|new|N\nO"]
            ), ("\u{FEFF}target;id\nБ;a\n;b\n", ["a|-|Б|-|-", "b|-|-|-|-"]),
            ("id\ttarget\nä\t1.10", ["ä|-|1.10|-|-"]),
            ("id,target\n\n,\na,x,extra\nb\n", ["a|-|x|-|-", "b|-|-|-|-"]),
            ("id,target,state\na,x,needs-review-l10n\n", ["a|-|x|needs_review|-"]),
        ]
        for row in rows {
            XCTAssertEqual(
                try readTranslations(row.text, "ru.csv").units.map(unitSummary),
                row.units,
                row.text
            )
        }
        let file = try readTranslations("id,target,state\n\"a\nb\",x,\nc,y,done\n", "ru.csv")
        XCTAssertEqual(file.findings.map(\.line), [4])
        XCTAssertEqual(file.findings.map(\.code), [.unknownName])
    }

    func testInvalidCSVIsRefused() throws {
        let rows: [(text: String, line: Int)] = [
            ("", 1), ("id;text\n", 1), ("key,target\n", 1), ("id,target\na,b\nc,\"d\n\n", 3),
            ("id,target\n\"", 2),
        ]
        for row in rows {
            XCTAssertThrowsError(try readTranslations(row.text, "ru.csv"), row.text) { error in
                let error = error as? LocalizationToolsError
                XCTAssertEqual(error?.code, .invalidCSV, row.text)
                XCTAssertEqual(error?.line, row.line, row.text)
            }
        }
    }
}
