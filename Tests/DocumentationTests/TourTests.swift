import XCTest

/// Tests that the tour shows the code that it runs, in all its languages.
final class TourTests: XCTestCase {
    private let path = "Snippets/Tour.swift"

    func testEachStopShowsALineOfTheToursOwnCode() throws {
        let source = try Repository.text(of: path)
        let shown = shownLines(in: source)
        let code = codeLines(in: source)

        XCTAssertEqual(shown.count, 10)
        XCTAssertEqual(Set(shown).count, 10, "Two stops show the same line.")
        for line in shown {
            XCTAssertTrue(code.contains(line), "\(path) shows a line that it does not run: \(line)")
        }
    }

    func testEachHeadingIsFollowedByTheLineOfItsStop() throws {
        let lines = Sample.code(try Repository.text(of: path))
        let headings = lines.indices.filter { lines[$0].hasPrefix("heading(") }

        XCTAssertEqual(headings.count, 10)
        for index in headings {
            XCTAssertTrue(lines[index + 1].hasPrefix(#"quote(#""#), "\(lines[index]) shows no code")
        }
    }

    func testTheShownLinesFitATerminal() throws {
        for line in shownLines(in: try Repository.text(of: path)) {
            XCTAssertLessThanOrEqual("  > \(line)".count, 80, line)
        }
    }

    func testALineThatIsOnlyShownIsNoCode() {
        let source = #"""
            quote(#"let a = f("x")"#)
            let a = f("x")
            quote(#"let b = 2"#)
            // let b = 2
            let text = """
                let b = 2
                """
            let b = 2 + 1
            """#

        XCTAssertEqual(shownLines(in: source), [#"let a = f("x")"#, "let b = 2"])
        XCTAssertTrue(codeLines(in: source).contains(#"let a = f("x")"#))
        XCTAssertFalse(codeLines(in: source).contains("let b = 2"))
    }

    func testEveryLanguageHasEveryTextOfTheTour() throws {
        let source = try Repository.text(of: path)
        let keys =
            source.matches(of: /l10n\("([^"]+)"/).map(\.1)
            + source.matches(of: /heading\(\d+, "([^"]+)"/).map(\.1)
            + source.matches(of: /": "([^"]+)",/).map(\.1)

        XCTAssertGreaterThan(keys.count, 20, "Hardly any key was found.")
        for language in ["en", "de", "pl"] {
            let texts = try keysOfTables(in: "Snippets/Data/Tour.bundle/\(language).lproj")
            for key in keys {
                XCTAssertTrue(texts.contains(String(key)), "\(language) has no text for \(key)")
            }
        }
    }

    /// The lines of code that a program shows by calling `quote` with a raw string.
    private func shownLines(in source: String) -> [String] {
        Sample.code(source).compactMap { line in
            line.wholeMatch(of: /quote\(#"(.+)"#\)/).map { String($0.1) }
        }
    }

    /// The lines of a program outside comments and multiline strings.
    private func codeLines(in source: String) -> Set<String> {
        var lines: Set<String> = []
        var isInString = false
        for line in Sample.code(source) {
            if !isInString, !line.hasPrefix("//") { lines.insert(line) }
            if line.contains("\"\"\"") { isInString.toggle() }
        }
        return lines
    }

    private func keysOfTables(in folder: String) throws -> Set<String> {
        var keys: Set<String> = []
        for name in ["Localizable.strings", "Localizable.stringsdict"] {
            let data = try Data(contentsOf: Repository.root.appending(path: "\(folder)/\(name)"))
            let table = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
            keys.formUnion(try XCTUnwrap(table as? [String: Any], "\(folder)/\(name)").keys)
        }
        return keys
    }
}
