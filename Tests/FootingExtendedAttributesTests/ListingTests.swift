import FootingExtendedAttributes
import Foundation
import XCTest

final class ListingTests: XCTestCase {
    func testNamesAreOrderedByTheirBytes() throws {
        let attributes = try makeFile().extendedAttributes
        let ordered: [ExtendedAttributeName] = [
            "user.A", "user.B", "user.a", "user.a.b", "user.ab", "user.e\u{301}", "user.z",
            "user.\u{E9}", ExtendedAttributeName(bytes: Array("user.".utf8) + [0xFF]),
        ]

        for name in ordered.shuffled() { try attributes.set([1], for: name) }

        XCTAssertEqual(try attributes.names(in: .user), ordered)
    }

    func testNamesOfOneNamespaceAreTold() throws {
        let file = try makeFile()
        let attributes = file.extendedAttributes
        try attributes.set([1], for: "user.a")
        try setPrivileged("trusted.a", of: file)

        XCTAssertEqual(try attributes.names(in: .user), ["user.a"])
        XCTAssertEqual(try attributes.names(in: .trusted), ["trusted.a"])
        XCTAssertTrue(try attributes.names().contains("user.a"))
        XCTAssertTrue(try attributes.names().contains("trusted.a"))
    }

    func testListsLargerThanTheBuffersAreComplete() throws {
        let attributes = try makeFileForLargeValues().extendedAttributes
        var names: [ExtendedAttributeName] = []

        // 200 bytes each: past 4 KiB at 21, past 8 KiB at 41.
        for number in 100..<200 {
            let name = ExtendedAttributeName.user("\(number)" + String(repeating: "x", count: 191))
            try attributes.set([], for: name)
            names.append(name)
            XCTAssertEqual(try attributes.names(in: .user), names)
        }
    }
}
