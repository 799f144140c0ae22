import FootingExtendedAttributes
import Foundation
import XCTest

/// What the system really answers, row by row.
final class SystemAnswersTests: XCTestCase {
    func testNamesWithoutAKnownNamespaceAreUnsupported() throws {
        let attributes = try makeFile().extendedAttributes
        for name: ExtendedAttributeName in ["foo", "com.apple.x", "user", "USER.a", "system.foo"] {
            for error in [
                assertFailure(.unsupported, "\(name)") { () throws(ExtendedAttributeError) in
                    try attributes.data(for: name)
                },
                assertFailure(.unsupported, "\(name)") { () throws(ExtendedAttributeError) in
                    try attributes.set([1], for: name)
                },
                assertFailure(.unsupported, "\(name)") { () throws(ExtendedAttributeError) in
                    try attributes.remove(name)
                },
            ] {
                XCTAssertEqual(error?.errno, EOPNOTSUPP)
            }
        }
    }

    func testNamespaceAloneIsAnInvalidName() throws {
        let attributes = try makeFile().extendedAttributes
        let error = assertFailure(.invalidName) { () throws(ExtendedAttributeError) in
            try attributes.data(for: "user.")
        }
        XCTAssertEqual(error?.errno, EINVAL)
    }

    func testFileOnTheWayIsNoFolder() throws {
        let path = try makeFile().path + "/inside"
        let error = assertFailure(.notADirectory) { () throws(ExtendedAttributeError) in
            try ExtendedAttributes(atPath: path).names()
        }
        XCTAssertEqual(error?.errno, ENOTDIR)
    }

    func testLinksInACircleAreTooMany() throws {
        let link = try makeFolder().appending(path: "link")
        let made = try makeLink(to: link)
        let error = assertFailure(.tooManySymlinks) { () throws(ExtendedAttributeError) in
            try made.extendedAttributes.names()
        }
        XCTAssertEqual(error?.errno, ELOOP)
    }

    func testPathThatIsTooLongIsInvalid() throws {
        for path in [
            "/" + String(repeating: "n", count: 256), String(repeating: "/n", count: 2_048),
        ] {
            let error = assertFailure(.invalidPath) { () throws(ExtendedAttributeError) in
                try ExtendedAttributes(atPath: path).data(for: "user.a")
            }
            XCTAssertEqual(error?.errno, ENAMETOOLONG)
        }
    }

    func testPipesHaveNoUserAttributesAndDoNotBlock() throws {
        let path = try makeFile().path + ".pipe"
        guard unsafe mkfifo(path, 0o600) == 0 else {
            throw XCTSkip("No named pipe can be made here.")
        }
        let attributes = ExtendedAttributes(atPath: path)

        XCTAssertNil(try attributes.data(for: "user.a"))
        XCTAssertEqual(try attributes.names(in: .user), [])
        assertFailure(.notPermitted) { () throws(ExtendedAttributeError) in
            try attributes.set([1], for: "user.a")
        }
        assertFailure(.notPermitted) { () throws(ExtendedAttributeError) in
            try attributes.remove("user.a")
        }
    }

    func testProcessFilesKeepNoAttributes() throws {
        guard FileManager.default.fileExists(atPath: "/proc/self/status") else {
            throw XCTSkip("There is no /proc here.")
        }
        let attributes = ExtendedAttributes(atPath: "/proc/self/status")

        XCTAssertEqual(try attributes.names(in: .user), [])
        // The permissions, which do not bind root, come first.
        assertFailure(getuid() == 0 ? .unsupported : .accessDenied) {
            () throws(ExtendedAttributeError) in
            try attributes.set([1], for: "user.a")
        }
    }

    func testLinksTakeTrustedAttributesOfPrivilegedProcesses() throws {
        try XCTSkipUnless(getuid() == 0, "Only privileged processes can store trusted names.")
        let file = try makeFile()
        let own = try ExtendedAttributes(at: makeLink(to: file), followingSymlinks: false)

        try own.set([1], for: "trusted.footing")

        XCTAssertEqual(try own.data(for: "trusted.footing"), Data([1]))
        XCTAssertNil(try file.extendedAttributes.data(for: "trusted.footing"))
    }
}

/// What an ordinary user is answered.
///
/// Run by root, each test runs itself again without privileges.
final class OrdinaryUserTests: XCTestCase {
    func testPrivilegedNamesAreNotPermittedAndNotSeen() throws {
        try asOrdinaryUser { file in
            let attributes = file.extendedAttributes
            for name: ExtendedAttributeName in ["trusted.a", "security.a"] {
                assertFailure(.notPermitted) { () throws(ExtendedAttributeError) in
                    try attributes.set([1], for: name)
                }
            }
            XCTAssertNil(try attributes.data(for: "trusted.a"))
            XCTAssertEqual(try attributes.names(in: .trusted), [])
        }
    }

    func testFileWithoutPermissionIsListedButNotReadOrWritten() throws {
        try asOrdinaryUser { file in
            let attributes = file.extendedAttributes
            try attributes.set([1], for: "user.a")
            XCTAssertEqual(unsafe chmod(file.path, 0), 0)

            let error = assertFailure(.accessDenied) { () throws(ExtendedAttributeError) in
                try attributes.data(for: "user.a")
            }
            XCTAssertEqual(error?.errno, EACCES)
            assertFailure(.accessDenied) { () throws(ExtendedAttributeError) in
                try attributes.set([1], for: "user.a")
            }
            assertFailure(.accessDenied) { () throws(ExtendedAttributeError) in
                try attributes.remove("user.a")
            }
            XCTAssertEqual(try attributes.names(in: .user), ["user.a"])
        }
    }

    func testFileInAClosedFolderIsDenied() throws {
        try asOrdinaryUser { file in
            let folder = file.deletingLastPathComponent().path
            XCTAssertEqual(unsafe chmod(folder, 0), 0)
            defer { unsafe chmod(folder, 0o700) }

            assertFailure(.accessDenied) { () throws(ExtendedAttributeError) in
                try file.extendedAttributes.names()
            }
        }
    }

    func testStickyFolderOfAnotherOwnerTakesNoAttributes() throws {
        try asOrdinaryUser { _ in
            var facts = stat()
            guard unsafe stat("/tmp", &facts) == 0, facts.st_uid != getuid(),
                facts.st_mode & 0o1000 != 0
            else { throw XCTSkip("/tmp is no sticky folder of another owner.") }
            assertFailure(.notPermitted) { () throws(ExtendedAttributeError) in
                try ExtendedAttributes(atPath: "/tmp").set([1], for: "user.footing")
            }
        }
    }
}
