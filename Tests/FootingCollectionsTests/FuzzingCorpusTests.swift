import Foundation
import TestSupport
import XCTest

/// The inputs of the fuzzers, and all that they have found, against the promises that they check.
final class FuzzingCorpusTests: XCTestCase {
    func testFoldsKeepTheirPromises() throws {
        try forEachInput("FoldedTexts") { FoldPromises($0).check() }
    }

    func testQueriesKeepTheirPromises() throws {
        try forEachInput("SearchQueries") { SearchPromises($0).check() }
    }

    private func forEachInput(_ fuzzer: String, _ body: ([UInt8]) -> Void) throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = package.appending(path: "Fuzzing/Corpora/\(fuzzer)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        XCTAssertGreaterThan(names.count, 10, folder.path)
        for name in names {
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
            XCTAssertLessThanOrEqual(bytes.count, 2_048, "\(name) is large for a seed.")
            currentInput.value = "\(fuzzer)/\(name)"
            body(bytes)
        }
    }
}

private let currentInput = Shared("no input")

/// The assertion of the promises, which the fuzzers define in another way.
func expect(
    _ isTrue: Bool,
    _ broken: @autoclosure () -> String,
    file: StaticString = #filePath,
    line: UInt = #line
) {
    XCTAssertTrue(isTrue, "\(currentInput.value): \(broken())", file: file, line: line)
}
