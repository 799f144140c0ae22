import XCTest

final class LinkTests: XCTestCase {
    func testEveryLinkToAFileOfTheRepositoryLeadsToOne() throws {
        let pages =
            ["README.md", "CHANGELOG.md"]
            + Repository.files(below: ".github", endingIn: ".md")
            + Repository.files(below: "Documentation", endingIn: ".md")
        var count = 0
        for page in pages {
            let folder = Repository.root.appending(path: page).deletingLastPathComponent()
            for link in try Repository.text(of: page).matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
                let target = folder.appending(path: String(link.1))
                XCTAssertTrue(
                    FileManager.default.fileExists(atPath: target.path),
                    "\(page) links to \(link.1), which is not there"
                )
                count += 1
            }
        }

        XCTAssertGreaterThan(count, 10, "Hardly any link was found.")
    }

    func testEveryDecisionAndGuideIsInItsIndex() throws {
        let decisions = try Repository.text(of: "Documentation/Decisions/README.md")
        let guides = try Repository.text(of: "Documentation/README.md")

        for page in Repository.files(below: "Documentation/Decisions", endingIn: ".md")
        where !page.hasSuffix("README.md") {
            let name = page.split(separator: "/").last.map(String.init) ?? page
            XCTAssertTrue(decisions.contains("(\(name))"), "\(page) is not in the index")
        }
        for page in Repository.files(below: "Documentation/Guides", endingIn: ".md") {
            let name = page.split(separator: "/").last.map(String.init) ?? page
            XCTAssertTrue(guides.contains("(Guides/\(name))"), "\(page) is not in the index")
        }
    }
}
