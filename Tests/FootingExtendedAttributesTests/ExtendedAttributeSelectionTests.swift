import Foundation
import XCTest

@testable import FootingExtendedAttributes

/// The names in a selection, also those that no volume here accepts.
final class ExtendedAttributeSelectionTests: XCTestCase {
    func testSelectionsContainTheDocumentedNames() {
        let everyones: [ExtendedAttributeName] = ["user.a", "user.", "user.e\u{301}"]
        let privileged: [ExtendedAttributeName] = [
            "trusted.a", "trusted.SGI", "trusted.sgi_acl", "security.selinux", "security.evma",
            "system.a", "btrfs.compression", "afs", "afsa.b", "foo",
        ]
        let ofOneFile: [ExtendedAttributeName] = [
            "security.evm", "security.ima", "security.capability", "trusted.SGI_ACL_FILE",
            "trusted.SGI_", "afs.cell", "system.posix_acl_access", "system.posix_acl_default",
        ]
        for (name, inUser, inAll) in everyones.map({ ($0, true, true) })
            + privileged.map({ ($0, false, true) }) + ofOneFile.map({ ($0, false, false) })
        {
            XCTAssertEqual(ExtendedAttributeSelection.user.contains(name), inUser, "\(name)")
            XCTAssertEqual(ExtendedAttributeSelection.all.contains(name), inAll, "\(name)")
            XCTAssertTrue(ExtendedAttributeSelection.names([name]).contains(name), "\(name)")
            let own = ExtendedAttributeSelection.namespace(name.namespace)
            XCTAssertTrue(own.contains(name), "\(name)")
            for selection in [ExtendedAttributeSelection.all, .names([name]), own] {
                XCTAssertFalse(selection.excluding([name]).contains(name), "\(name)")
            }
        }
        XCTAssertFalse(ExtendedAttributeSelection.names([]).contains("user.a"))
    }

    func testExclusionsAddUpAndCompareBytes() {
        let selection = ExtendedAttributeSelection.user.excluding(["user.\u{E9}"])
            .excluding(["user.a"])
        XCTAssertFalse(selection.contains("user.\u{E9}"))
        XCTAssertFalse(selection.contains("user.a"))
        XCTAssertTrue(selection.contains("user.e\u{301}"))
        XCTAssertEqual(selection, .user.excluding(["user.a", "user.\u{E9}"]))
    }

    func testNamedAttributesAreLookedForInTheOrderOfTheirBytesAndOnce() throws {
        let absent = ExtendedAttributes(atPath: "/absent")
        let selection = ExtendedAttributeSelection.names(["user.b", "user.a", "user.b", "user.c"])
            .excluding(["user.c", "user.d"])
        XCTAssertEqual(try absent.names(selectedBy: selection), ["user.a", "user.b"])
    }
}
