import XCTest

/// Tests that each sample is part of a snippet, which the build compiles, or, for a sample of a
/// test, of a test.
final class SampleTests: XCTestCase {
    func testEverySampleInAPageStandsInASnippet() throws {
        let pages =
            ["README.md"] + Repository.files(below: "Sources", endingIn: ".md")
            + Repository.files(below: "Documentation/Footing.docc", endingIn: ".md")
        var samples: [Sample] = []
        for page in pages {
            samples += Sample.samples(inPage: try Repository.text(of: page), of: page)
        }

        try assertAllStandInSnippets(samples)
    }

    func testEverySampleInADocCommentStandsInASnippet() throws {
        var samples: [Sample] = []
        for file in Repository.files(below: "Sources", endingIn: ".swift") {
            samples += Sample.samples(inCommentsOf: try Repository.text(of: file), of: file)
        }

        try assertAllStandInSnippets(samples)
    }

    func testEveryFenceInADocCommentSaysItsLanguage() throws {
        for file in Repository.files(below: "Sources", endingIn: ".swift") {
            let text = try Repository.text(of: file)
            for sample in Sample.samples(inCommentsOf: text, of: file) {
                XCTAssertFalse(sample.language.isEmpty, "\(sample.file):\(sample.line)")
            }
        }
    }

    func testASampleThatNoSnippetHoldsIsFound() {
        let page = "Text\n```swift\nlet a = 1\n\n  let b = 2\n```\n"
        let samples = Sample.samples(inPage: page, of: "page")

        XCTAssertEqual(samples.map(\.line), [2])
        XCTAssertEqual(samples.map(\.lines), [["let a = 1", "let b = 2"]])
        XCTAssertTrue(["x", "let a = 1", "let b = 2"].contains(run: samples[0].lines))
        XCTAssertFalse(["let a = 1", "x", "let b = 2"].contains(run: samples[0].lines))
    }

    private func assertAllStandInSnippets(
        _ samples: [Sample],
        file: StaticString = #filePath,
        line: UInt = #line
    ) throws {
        let files =
            Repository.files(below: "Snippets", endingIn: ".swift")
            + Repository.files(below: "Tests", endingIn: "Tests.swift")
        let snippets = try files.map { Sample.code(try Repository.text(of: $0)) }
        let swift = samples.filter { $0.language == "swift" && !$0.isManifest }
        XCTAssertFalse(swift.isEmpty, "No samples were found at all.", file: file, line: line)
        for sample in swift where !snippets.contains(where: { $0.contains(run: sample.lines) }) {
            XCTFail(
                "\(sample.file):\(sample.line) has a sample that is in no snippet: "
                    + sample.lines.joined(separator: " ⏎ "),
                file: file,
                line: line
            )
        }
    }
}
