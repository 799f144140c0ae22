import FootingLocalization
import FootingLocalizationReports
import Foundation
import XCTest

/// The tables that the snippets show, in the form in which a package checks its own.
final class TablesTests: XCTestCase {
    private let data = URL(filePath: #filePath)
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "Snippets/Data")

    func testTheTablesHaveNoFaults() throws {
        let bundle = try ResourceBundle.locate("Bakery", in: [data])
        let lint = LocalizationLint(bundle, developmentLanguage: "en", ignoring: [.sameAsSource])
        XCTAssertNil(lint.worst, "\n\(lint)")
    }
}
