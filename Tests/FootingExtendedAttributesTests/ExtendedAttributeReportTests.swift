import FootingExtendedAttributes
import Foundation
import XCTest

final class ExtendedAttributeReportTests: XCTestCase {
    func testReportIsOneLineAndOneForEachIssue() throws {
        let source = try makeFile()
        let destination = try makeFile()
        try source.extendedAttributes.setContents(["user.a": [1], "user.b": [2]])
        try destination.extendedAttributes.set([3], for: "user.c")

        let plain = try source.extendedAttributes.copy(to: destination.extendedAttributes)
        XCTAssertEqual(plain.description, "2 attributes stored")
        XCTAssertTrue(plain.isClean)
        let exact = try source.extendedAttributes.copy(
            to: destination.extendedAttributes,
            removingOthers: true
        )
        XCTAssertEqual(exact.description, "2 attributes stored, 1 removed")
        let named = try source.extendedAttributes.copy(
            .names(["foo", "user.a"]),
            to: destination.extendedAttributes
        )
        let lines = named.description.split(separator: "\n")
        XCTAssertEqual(lines.first, "1 attribute stored, 1 issue")
        XCTAssertFalse(named.isClean)
        XCTAssertEqual(named.omittedIssueCount, 0)
        XCTAssertEqual(lines.dropFirst().map(String.init), named.issues.map(\.description))
        XCTAssertEqual(named.issues.map(\.name), ["foo"])
    }
}
