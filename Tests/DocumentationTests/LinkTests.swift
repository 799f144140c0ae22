import XCTest

final class LinkTests: XCTestCase {
    func testEveryLinkToAFileOfTheRepositoryLeadsToOne() throws {
        let pages =
            ["README.md", "CHANGELOG.md"]
            + Repository.files(below: ".github", endingIn: ".md")
            + Repository.files(below: "Documentation", endingIn: ".md")
            + Repository.catalogPages
        var count = 0
        for page in pages {
            for link in links(in: try Repository.text(of: page)) where !link.isAbsolute {
                guard let path = link.path else { continue }
                let folder = Repository.root.appending(path: page).deletingLastPathComponent()
                XCTAssertTrue(
                    FileManager.default.fileExists(atPath: folder.appending(path: path).path),
                    "\(page) links to \(path), which is not there"
                )
                count += 1
            }
        }

        XCTAssertGreaterThan(count, 10, "Hardly any link was found.")
    }

    /// DocC accepts such a link without a warning, but the link is broken on the site.
    func testNoPageOfACatalogLinksToAFileOrASection() throws {
        for page in Repository.catalogPages {
            for link in links(in: try Repository.text(of: page))
            where !link.isAbsolute && !link.isImage {
                XCTFail("\(page) links to \(link.destination), which leads nowhere on the site")
            }
        }
    }

    func testEveryCatalogHasAGuideAndListsItsArticles() throws {
        let catalogs = Set(Repository.catalogPages.map { $0.split(separator: "/")[1] }).sorted()
        XCTAssertEqual(catalogs.count, 12)

        for product in catalogs {
            let catalog = "Sources/\(product)/\(product).docc"
            let pages = Repository.catalogPages.filter { $0.hasPrefix("\(catalog)/") }
            XCTAssertTrue(pages.contains("\(catalog)/Guide.md"), "\(catalog) has no guide")

            let landing = try Repository.text(of: "\(catalog)/\(product).md")
            for page in pages where page != "\(catalog)/\(product).md" {
                let name = Repository.name(of: page).dropLast(".md".count)
                XCTAssertTrue(
                    landing.contains("- <doc:\(name)>"),
                    "\(page) is not in its landing page's topics"
                )
            }
        }
    }

    func testLinksInCodeAreNotTakenForLinks() {
        let page = """
            Of [one](a.md#b), `table[key](5)`, [`two`](https://example.com), ![three](c.png), [four](#d).
            ```swift
            let text = texts[0](1)
            ```
            """
        let found = links(in: page)

        XCTAssertEqual(
            found.map(\.destination),
            ["a.md#b", "https://example.com", "c.png", "#d"]
        )
        XCTAssertEqual(found.map(\.path), ["a.md", "https://example.com", "c.png", nil])
        XCTAssertEqual(found.map(\.isAbsolute), [false, true, false, false])
        XCTAssertEqual(found.map(\.isImage), [false, false, true, false])
    }

    func testEveryDecisionAndGuideIsInItsIndex() throws {
        let decisions = try Repository.text(of: "Documentation/Decisions/README.md")
        let guides = try Repository.text(of: "Documentation/README.md")

        for page in Repository.files(below: "Documentation/Decisions", endingIn: ".md")
        where !page.hasSuffix("README.md") {
            let name = Repository.name(of: page)
            XCTAssertTrue(decisions.contains("(\(name))"), "\(page) is not in the index")
        }
        for page in Repository.catalogPages where page.hasSuffix("/Guide.md") {
            XCTAssertTrue(guides.contains("(../\(page))"), "\(page) is not in the index")
        }
    }

    private struct Link {
        let destination: String
        let isImage: Bool

        /// Whether this is a URL, or a link to a page (`doc:`), which DocC checks.
        var isAbsolute: Bool { destination.contains(":") }

        /// The path of the linked file, or `nil` if the link is within the page.
        var path: String? {
            let path = destination.prefix { $0 != "#" }
            return path.isEmpty ? nil : String(path)
        }
    }

    /// The links in a page of Markdown, outside code.
    private func links(in page: String) -> [Link] {
        let text =
            page
            .replacing(/```[\s\S]*?```/, with: "")
            .replacing(/`[^`]*`/, with: "")
        return text.matches(of: /(!?)\[[^\]]*\]\(([^)]+)\)/).map { match in
            Link(destination: String(match.2), isImage: !match.1.isEmpty)
        }
    }
}
