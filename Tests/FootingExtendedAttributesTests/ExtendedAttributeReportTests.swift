import FootingExtendedAttributes
import Foundation
import XCTest

final class ExtendedAttributeReportTests: XCTestCase {
    func testReportIsOneLineOfCountsAndTheErrorOfOneWithIssuesHasIt() throws {
        let source = try makeFile()
        let destination = try makeFile()
        try source.extendedAttributes.setContents(["user.a": [1], "user.b": [2]])
        try destination.extendedAttributes.set([3], for: "user.c")

        let plain = try source.extendedAttributes.copy(to: destination.extendedAttributes)
        XCTAssertEqual(plain.description, "2 attributes stored, 0 issues")
        XCTAssertTrue(plain.isClean)
        let exact = try source.extendedAttributes.copy(
            to: destination.extendedAttributes,
            removingOthers: true
        )
        XCTAssertEqual(exact.description, "2 attributes stored, 1 removed, 0 issues")
        let named = try source.extendedAttributes.copy(
            .names(["foo", "user.a"]),
            to: destination.extendedAttributes
        )
        XCTAssertEqual(named.description, "1 attribute stored, 1 issue")
        XCTAssertFalse(named.isClean)
        XCTAssertEqual(named.omittedIssueCount, 0)
        XCTAssertEqual(named.issues.map(\.name), ["foo"])

        XCTAssertNoThrow(try exact.requireClean())
        do throws(ExtendedAttributeError) {
            try named.requireClean()
            XCTFail("The issue was lost.")
        } catch {
            XCTAssertEqual(error.code, .notClean)
            XCTAssertEqual(error.report, named)
            let issue = try XCTUnwrap(named.issues.first)
            XCTAssertNil(issue.report)
            XCTAssertEqual(error.path, issue.path)
            XCTAssertEqual(
                error.description,
                "Could not \(issue.operation) the extended attributes of “\(issue.path)”: "
                    + "1 attribute stored, 1 issue. \(issue)"
            )
        }
    }
}
