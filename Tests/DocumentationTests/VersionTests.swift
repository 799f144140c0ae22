import XCTest

final class VersionTests: XCTestCase {
    func testTheReadmeInstallsTheNewestReleaseOfTheChangeLog() throws {
        let newest = try XCTUnwrap(
            try Repository.text(of: "CHANGELOG.md")
                .split(separator: "\n")
                .first { $0.hasPrefix("## ") && !$0.contains("Unreleased") }?
                .split(separator: " ")
                .dropFirst()
                .first,
            "The change log has no release."
        )

        let installation = try Repository.text(of: "README.md")
            .split(separator: "\n")
            .filter { $0.contains(".package(") && $0.contains("from:") }

        XCTAssertFalse(installation.isEmpty, "The README does not say how to add the package.")
        for line in installation {
            XCTAssertTrue(line.contains("\"\(newest)\""), "\(line) does not name \(newest)")
        }
    }

    func testTheReadmeNamesEveryProduct() throws {
        let readme = try Repository.text(of: "README.md")
        let products = try Repository.text(of: "Package.swift")
            .split(separator: "\n")
            .filter { $0.contains(".library(") }
            .compactMap { $0.split(separator: "\"").dropFirst().first }

        XCTAssertEqual(products.count, 8)
        for product in products {
            XCTAssertTrue(readme.contains("`\(product)`"), "The README does not name \(product).")
        }
    }
}
