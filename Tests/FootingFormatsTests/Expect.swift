import TestSupport
import XCTest

/// The assertion of the promises, which the fuzzers define in another way.
///
/// Test targets that share a fuzzer's promises share this file: the promises can't import it.
func expect(
    _ isTrue: Bool,
    _ broken: @autoclosure () -> String,
    file: StaticString = #filePath,
    line: UInt = #line
) {
    XCTAssertTrue(isTrue, "\(Corpus.input): \(broken())", file: file, line: line)
}
