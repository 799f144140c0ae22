import XCTest

final class VersionTests: XCTestCase {
    func testEveryPageAddsThePackageByTheNewestReleaseOrElseByTheBranch() throws {
        let newest = Self.newestRelease(in: try Repository.text(of: "CHANGELOG.md"))
        let requirement = newest.map { "from: \"\($0)\"" } ?? "branch: \"main\""
        let pages =
            ["README.md"]
            + Repository.files(below: "Documentation", endingIn: ".md")
            + Repository.files(below: "Sources", endingIn: ".md")
            + Repository.files(below: "Sources", endingIn: ".swift")

        for page in pages {
            for line in try Repository.text(of: page).split(separator: "\n")
            where line.contains(".package(url:") && line.contains("footing") {
                XCTAssertTrue(
                    line.contains(", \(requirement))"),
                    "\(page): \(line) does not say \(requirement)"
                )
            }
        }
    }

    /// `.ci/consumers` reads and resolves this line.
    func testTheReadmeSaysOnALineOfItsOwnHowToAddThePackage() throws {
        let lines = try Repository.text(of: "README.md")
            .split(separator: "\n")
            .filter { $0.hasPrefix(".package(url:") }

        XCTAssertEqual(lines.count, 1)
    }

    func testAReleaseIsAHeadingThatIsAVersion() {
        XCTAssertNil(Self.newestRelease(in: "# Changelog\n## Unreleased\n### Added\n"))
        XCTAssertEqual(Self.newestRelease(in: "## Unreleased\n## 0.2.0\n## 0.1.0\n"), "0.2.0")
        XCTAssertEqual(Self.newestRelease(in: "## 1.10.0, 2027-01-31\n"), "1.10.0")
        XCTAssertNil(Self.newestRelease(in: "## 0.2\n### 0.1.0\nnot ## 0.1.0\n"))
    }

    func testTheReadmeNamesEveryProduct() throws {
        let readme = try Repository.text(of: "README.md")
        XCTAssertEqual(Repository.products.count, 12)
        for product in Repository.products {
            XCTAssertTrue(readme.contains("`\(product)`"), "The README does not name \(product).")
        }
    }

    /// The first version that has a heading in the change log.
    private static func newestRelease(in changeLog: String) -> String? {
        changeLog.split(separator: "\n")
            .lazy
            .compactMap { $0.prefixMatch(of: /## (\d+\.\d+\.\d+)\b/) }
            .first
            .map { String($0.1) }
    }
}
