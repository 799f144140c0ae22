import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

/// The system's real answers to each call, row by row.
///
/// The rows that need a volume of their own are in `VolumeTests`, those that only a tracer produces
/// in `SystemCallTests`, and those about open files in `OpenFileTests`.
final class SystemAnswersTests: XCTestCase {
    func testAttributeThatIsMissingOrThere() throws {
        let file = try makeFile()
        assertAnswers(
            "missing, then there",
            of: file,
            [
                (.reading, .nothing), ([.remove, .list], .nothing),
                ([.require], .refused(.notFound, ENODATA)), (.reading, .nothing),
                ([.create], .done), ([.create], .refused(.alreadyExists, EEXIST)),
                (.reading, .done), ([.list, .set, .encode, .require], .done),
                ([.remove], .done), ([.remove], .nothing), (.reading, .nothing),
            ]
        )
    }

    func testFileThatCannotBeReached() throws {
        let folder = try makeFolder()
        let file = folder.appending(path: "file")
        try Data().write(to: file)
        for (link, target) in [("dangling", "absent"), ("a", "b"), ("b", "a")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.appending(path: link).path,
                withDestinationPath: target
            )
        }
        let path = folder.path
        let table: [(input: String, path: String, code: ExtendedAttributeError.Code, Int32?)] = [
            ("missing file", path + "/absent", .noSuchFile, ENOENT),
            ("missing folder", path + "/absent/file", .noSuchFile, ENOENT),
            ("dangling link", path + "/dangling", .noSuchFile, ENOENT),
            ("file on the way", path + "/file/inside", .noSuchFile, ENOTDIR),
            ("links in a circle", path + "/a", .system, ELOOP),
            ("long file name", path + "/" + text(256), .invalidPath, ENAMETOOLONG),
            ("long path", String(repeating: "/n", count: 2_048), .invalidPath, ENAMETOOLONG),
            ("empty path", "", .invalidPath, nil),
            ("NUL in the path", path + "/file\0", .invalidPath, nil),
        ]
        for (input, path, code, number) in table {
            assertAnswers(
                input,
                of: ExtendedAttributes(atPath: path),
                at: path,
                [(.all, .refused(code, number))]
            )
        }
    }

    func testNames() throws {
        let file = try makeFile()
        let works: [(calls: [Call], answer: Answer)] = [
            ([.create], .done), (.reading, .done), ([.list, .remove], .done),
        ]
        let refused = { (code: ExtendedAttributeError.Code, number: Int32?) in
            [([Call].ofOneName, Answer.refused(code, number)), ([.list], .nothing)]
        }
        let table: [(ExtendedAttributeName, answers: [(calls: [Call], answer: Answer)])] = [
            ("", refused(.invalidName, nil)),
            ("user.a\0b", refused(.invalidName, nil)),
            ("user.a\0", refused(.invalidName, nil)),
            ("\0", refused(.invalidName, nil)),
            ("user.", refused(.invalidName, EINVAL)),
            ("user", refused(.unsupported, EOPNOTSUPP)),
            ("foo", refused(.unsupported, EOPNOTSUPP)),
            ("USER.a", refused(.unsupported, EOPNOTSUPP)),
            ("com.apple.x", refused(.unsupported, EOPNOTSUPP)),
            (".a", refused(.unsupported, EOPNOTSUPP)),
            ("system.foo", refused(.unsupported, EOPNOTSUPP)),
            (.user(text(250)), works),
            (.user(text(251)), refused(.nameTooLong, nil)),
            (.user(text(100_000)), refused(.nameTooLong, nil)),
            (ExtendedAttributeName(bytes: Array("user.".utf8) + [0xFF]), works),
            (.user("\u{E9}"), works), (.user("e\u{301}"), works),
            (.user("="), works), (.user("\n"), works), (.user(" "), works), (.user("."), works),
        ]
        for (name, answers) in table {
            assertAnswers("name", of: file, named: name, answers)
        }
    }

    func testValueOverTheSystemsLimitIsRefusedAndTheOldOneStays() throws {
        let file = try makeFile()
        try file.extendedAttributes.set("old".utf8, for: "user.a")
        for size in [65_537, 100_000, 1 << 24] {
            assertAnswers(
                "\(size) bytes",
                of: file,
                value: [UInt8](repeating: 1, count: size),
                [
                    ([.set, .encode, .require], .refused(.valueTooLarge, E2BIG)),
                    // The size is checked first.
                    ([.create], .refused(.valueTooLarge, E2BIG)),
                ]
            )
        }
        XCTAssertEqual(try file.extendedAttributes.data(for: "user.a"), Data("old".utf8))
    }

    func testListOverTheSystemsLimitIsRefusedButItsValuesAreReadByName() throws {
        let file = try makeFileForLargeValues()
        let padding = text(240)
        for number in 100..<400 {
            try file.extendedAttributes.set([1], for: .user("\(number)\(padding)"))
        }
        assertAnswers(
            "300 names",
            of: file,
            named: .user("399\(padding)"),
            [([.list], .refused(.listTooLarge, E2BIG)), (.reading, .done), ([.remove], .done)]
        )
    }

    func testFilesThatTakeNoUserAttributes() throws {
        let file = try makeFile()
        let link = try makeLink(to: file)
        var table: [(input: String, path: String)] = [("symbolic link", link.path)]
        let pipe = file.path + ".pipe"
        if unsafe mkfifo(pipe, 0o600) == 0 { table.append(("named pipe", pipe)) }
        let socket = file.path + ".socket"
        if makeSocket(at: socket) { table.append(("socket", socket)) }
        table.append(("device", "/dev/null"))
        for (input, path) in table {
            assertAnswers(
                input,
                of: ExtendedAttributes(atPath: path, followingSymlinks: false),
                at: path,
                [
                    (.reading, .nothing), ([.list], .nothing),
                    (.changing, .refused(.notPermitted, EPERM)),
                ]
            )
        }
        XCTAssertEqual(table.map(\.input), ["symbolic link", "named pipe", "socket", "device"])
    }

    func testFilesOfTheKernelKeepNoAttributes() throws {
        for path in ["/proc/self/status", "/sys/kernel/notes"] {
            guard FileManager.default.fileExists(atPath: path) else {
                throw XCTSkip("There is no \(path) here.")
            }
            // The permissions, which do not bind root, come first.
            let refusal: Answer =
                getuid() == 0 ? .refused(.unsupported, EOPNOTSUPP) : .refused(.accessDenied, EACCES)
            assertAnswers(
                "file of the kernel",
                of: ExtendedAttributes(atPath: path),
                at: path,
                [([.list], .nothing), (.changing, refusal)]
            )
        }
    }

    func testAttributesOfPrivilegedProcesses() throws {
        try XCTSkipUnless(getuid() == 0, "Only privileged processes can store trusted names.")
        let file = try makeFile()
        let link = try makeLink(to: file)
        let whole: [(calls: [Call], answer: Answer)] = [
            ([.create], .done), (.reading, .done), ([.list, .set, .remove], .done),
        ]
        for (input, url) in [("file", file), ("symbolic link itself", link)] {
            let attributes = ExtendedAttributes(at: url, followingSymlinks: false)
            assertAnswers(input, of: attributes, at: url.path, named: "trusted.footing", whole)
        }
        try ExtendedAttributes(at: link, followingSymlinks: false).set([1], for: "trusted.footing")
        XCTAssertNil(try file.extendedAttributes.data(for: "trusted.footing"))
        assertAnswers(
            "malformed value that the kernel reads",
            of: file,
            named: "security.capability",
            [([.set], .refused(.system, EINVAL)), (.reading, .nothing)]
        )
    }

    func testFileThatIsImmutableTakesNoAttributes() throws {
        let file = try makeFile()
        try file.extendedAttributes.set([1], for: "user.a")
        try require(["chattr", "+i", file.path])
        defer { _ = try? runProgram(["chattr", "-i", file.path]) }
        assertAnswers(
            "immutable file",
            of: file,
            [
                (.reading, .done), ([.list], .done),
                (.changing, .refused(.notPermitted, EPERM)),
            ]
        )
    }

    private func text(_ length: Int) -> String { String(repeating: "n", count: length) }

    private func makeSocket(at path: String) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        // `address` lives until the closure has returned, and its size is given with it.
        return unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}

/// The answers to an ordinary user.
///
/// Run by root, each test runs itself again without privileges.
final class OrdinaryUserTests: XCTestCase {
    func testPrivilegedNamesAreNotPermittedAndNotSeen() throws {
        try asOrdinaryUser { file in
            let attributes = file.extendedAttributes
            for name: ExtendedAttributeName in ["trusted.a", "security.a"] {
                assertAnswers(
                    "ordinary user",
                    of: attributes,
                    at: file.path,
                    named: name,
                    [
                        (.setting, .refused(.notPermitted, EPERM)), (.reading, .nothing),
                        ([.list], .nothing),
                    ]
                )
            }
            XCTAssertEqual(try attributes.names(in: .trusted), [])
        }
    }

    func testFileWithoutPermissionIsListedButNotReadOrWritten() throws {
        try asOrdinaryUser { file in
            try file.extendedAttributes.set([1], for: "user.a")
            XCTAssertEqual(unsafe chmod(file.path, 0), 0)
            assertAnswers(
                "no permission",
                of: file,
                [(.ofOneName, .refused(.accessDenied, EACCES)), ([.list], .done)]
            )
        }
    }

    func testFileForReadingOnlyIsReadButNotWritten() throws {
        try asOrdinaryUser { file in
            try file.extendedAttributes.set([1], for: "user.a")
            XCTAssertEqual(unsafe chmod(file.path, 0o400), 0)
            assertAnswers(
                "permission to read",
                of: file,
                [
                    (.reading, .done), ([.list], .done),
                    (.changing, .refused(.accessDenied, EACCES)),
                ]
            )
        }
    }

    func testFileInAClosedFolderIsDenied() throws {
        try asOrdinaryUser { file in
            let folder = file.deletingLastPathComponent().path
            XCTAssertEqual(unsafe chmod(folder, 0), 0)
            defer { unsafe chmod(folder, 0o700) }
            assertAnswers("closed folder", of: file, [(.all, .refused(.accessDenied, EACCES))])
        }
    }

    func testStickyFolderOfAnotherOwnerTakesNoAttributes() throws {
        try asOrdinaryUser { _ in
            var facts = stat()
            guard unsafe stat("/tmp", &facts) == 0, facts.st_uid != getuid(),
                facts.st_mode & 0o1000 != 0
            else { throw XCTSkip("/tmp is no sticky folder of another owner.") }
            assertAnswers(
                "sticky folder",
                of: ExtendedAttributes(atPath: "/tmp"),
                at: "/tmp",
                named: "user.footing",
                [
                    (.changing, .refused(.notPermitted, EPERM)), (.reading, .nothing),
                ]
            )
        }
    }
}
