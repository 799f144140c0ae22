import FootingLocalization
import FootingLocalizationTools
import Foundation
import XCTest

/// The tables that the snippets show, in the form in which a package checks its own.
final class TablesTests: XCTestCase {
    func testTheTablesHaveNoFaults() throws {
        let package = URL(filePath: #filePath).appending(path: "../../..").standardized
        let sources = package.appending(path: "Snippets/Data")
        let bundle = try ResourceBundle.locate("Bakery", in: [sources])
        let lint = LocalizationLint(bundle, developmentLanguage: "en", ignoring: [.sameAsSource])
        try lint.requireClean()
    }
}
