import XCTest

/// The assertion of the promises, which the fuzzers define in another way.
func expect(
    _ isTrue: Bool,
    _ broken: @autoclosure () -> String,
    file: StaticString = #filePath,
    line: UInt = #line
) {
    XCTAssertTrue(isTrue, broken(), file: file, line: line)
}
