import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

/// Views of open files.
final class OpenFileTests: XCTestCase {
    func testEveryCallWorksOnAHandleAndOnADescriptor() throws {
        for kind in Opened.allCases {
            let file = try makeFile().resolvingSymlinksInPath()
            let open = try kind.open(file)
            defer { open.close() }
            assertAnswers(
                "\(kind)",
                of: open.attributes,
                at: file.path,
                [
                    (.reading, .nothing), ([.list, .remove], .nothing),
                    ([.require], .refused(.notFound, ENODATA)),
                    ([.create], .done), ([.create], .refused(.alreadyExists, EEXIST)),
                    (.reading, .done), ([.list, .set, .encode, .require], .done),
                ]
            )
            XCTAssertEqual(try file.extendedAttributes.data(for: "user.a"), Data([1]), "\(kind)")
            XCTAssertEqual(try open.attributes.names(in: .user), ["user.a"], "\(kind)")
            XCTAssertTrue(try open.attributes.remove("user.a"), "\(kind)")
            XCTAssertEqual(try file.extendedAttributes.names(in: .user), [], "\(kind)")
        }
    }

    func testEveryOpenFileReturnsStoredValues() throws {
        for kind in Opened.allCases {
            let open = try kind.open(makeFile())
            defer { open.close() }
            try assertGivesBackWhatItTakes(open.attributes, "\(kind)")
        }
    }

    func testNamesAreRefusedWithoutASystemCallAsOnAPath() throws {
        for kind in Opened.allCases {
            let file = try makeFile().resolvingSymlinksInPath()
            let open = try kind.open(file)
            defer { open.close() }
            for (name, code): (ExtendedAttributeName, ExtendedAttributeError.Code) in [
                ("", .invalidName), ("user.a\0", .invalidName),
                (.user(String(repeating: "n", count: 251)), .nameTooLong),
            ] {
                assertAnswers(
                    "\(kind)",
                    of: open.attributes,
                    at: file.path,
                    named: name,
                    [(.ofOneName, .refused(code, nil))]
                )
            }
        }
    }

    func testFolderIsOpenedToo() throws {
        let folder = try makeFile().deletingLastPathComponent()
        for flags in [O_RDONLY | O_DIRECTORY, pathOnly | O_DIRECTORY] {
            let descriptor = unsafe open(folder.path, flags)
            defer { close(descriptor) }
            try ExtendedAttributes(fileDescriptor: descriptor).set([1], for: "user.a")
            XCTAssertEqual(try folder.extendedAttributes.data(for: "user.a"), Data([1]))
            XCTAssertTrue(try ExtendedAttributes(fileDescriptor: descriptor).remove("user.a"))
        }
    }

    func testLinkOpenedAsItselfIsNotFollowed() throws {
        let file = try makeFile().resolvingSymlinksInPath()
        let link = try makeLink(to: file)
        try file.extendedAttributes.set([1], for: "user.a")
        let descriptor = unsafe open(link.path, pathOnly | O_NOFOLLOW)
        defer { close(descriptor) }
        let own = ExtendedAttributes(fileDescriptor: descriptor)

        assertAnswers(
            "link",
            of: own,
            at: link.path,
            [
                (.reading, .nothing), ([.list], .nothing),
                (.changing, .refused(.notPermitted, EPERM)),
            ]
        )
        try XCTSkipUnless(getuid() == 0, "Only privileged processes can store trusted names.")
        try own.set([2], for: "trusted.footing")
        XCTAssertEqual(try own.data(for: "trusted.footing"), Data([2]))
        XCTAssertEqual(try own.names(in: .trusted), ["trusted.footing"])
        XCTAssertNil(try file.extendedAttributes.data(for: "trusted.footing"))
        XCTAssertTrue(try own.remove("trusted.footing"))
    }

    func testANumberOfNoOpenFileIsABadDescriptor() throws {
        let file = try makeFile()
        let closedHandle = try FileHandle(forReadingFrom: file)
        let viewBeforeClosing = ExtendedAttributes(of: closedHandle)
        XCTAssertEqual(try viewBeforeClosing.names(in: .user), [])
        try closedHandle.close()
        let unused = Int32.max

        for (input, view, path) in [
            ("-1", ExtendedAttributes(fileDescriptor: -1), "/dev/fd/-1"),
            ("unused", ExtendedAttributes(fileDescriptor: unused), "/dev/fd/\(unused)"),
            ("least", ExtendedAttributes(fileDescriptor: .min), "/dev/fd/\(Int32.min)"),
            ("closed before", ExtendedAttributes(of: closedHandle), "/dev/fd/-1"),
            ("closed since", viewBeforeClosing, "/dev/fd/-1"),
        ] {
            assertAnswers(input, of: view, at: path, [(.all, .refused(.system, EBADF))])
        }
    }

    func testDescriptorOfAPathIsBadWhereThereIsNoProc() throws {
        let program = ["unshare", "--mount", "--propagation", "private"]
        try inChild(under: program, on: makeFile()) { file in
            let descriptor = unsafe open(file.path, pathOnly)
            defer { close(descriptor) }
            let view = ExtendedAttributes(fileDescriptor: descriptor)
            XCTAssertEqual(try view.names(in: .user), [])
            try require(["mount", "-t", "tmpfs", "none", "/proc"])
            assertAnswers(
                "no /proc",
                of: view,
                at: "/dev/fd/\(descriptor)",
                [(.all, .refused(.system, EBADF))]
            )
        }
    }

    func testPipeHasNoUserAttributes() throws {
        let pipe = Pipe()
        for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
            var facts = stat()
            XCTAssertEqual(unsafe fstat(end.fileDescriptor, &facts), 0)
            assertAnswers(
                "pipe",
                of: ExtendedAttributes(of: end),
                at: "pipe:[\(facts.st_ino)]",
                [
                    (.reading, .nothing), ([.list], .nothing),
                    (.changing, .refused(.notPermitted, EPERM)),
                ]
            )
        }
    }

    func testErrorNamesTheFileAsTheSystemDoesAtThatMoment() throws {
        for kind in Opened.allCases {
            let file = try makeFile().resolvingSymlinksInPath()
            let open = try kind.open(file)
            defer { open.close() }
            func pathOfError() -> String? {
                assertFailure(
                    .notFound,
                    try open.attributes.set([1], for: "user.a", mode: .replaceOnly),
                    "\(kind)"
                )?.path
            }
            XCTAssertEqual(pathOfError(), file.path, "\(kind)")

            let renamed = file.deletingLastPathComponent().appending(path: "renamed")
            try FileManager.default.moveItem(at: file, to: renamed)
            XCTAssertEqual(pathOfError(), renamed.path, "\(kind)")

            try FileManager.default.removeItem(at: renamed)
            XCTAssertEqual(pathOfError(), renamed.path + " (deleted)", "\(kind)")
        }
    }

    func testFileWithoutANameStillHasAttributes() throws {
        for kind in Opened.allCases {
            let file = try makeFile()
            try file.extendedAttributes.set([1], for: "user.a")
            let open = try kind.open(file)
            defer { open.close() }
            try FileManager.default.removeItem(at: file)
            // Another file of the same path is another file.
            try Data().write(to: file)

            XCTAssertEqual(try open.attributes.data(for: "user.a"), Data([1]), "\(kind)")
            try open.attributes.set([2], for: "user.b")
            XCTAssertEqual(try open.attributes.names(in: .user), ["user.a", "user.b"], "\(kind)")
            XCTAssertTrue(try open.attributes.remove("user.a"), "\(kind)")
            XCTAssertEqual(try file.extendedAttributes.names(in: .user), [], "\(kind)")
        }
    }

    func testViewKeepsTheHandleAliveAndNoLonger() throws {
        let file = try makeFile()
        weak var handle: FileHandle?
        var view: ExtendedAttributes? = try {
            let opened = try FileHandle(forReadingFrom: file)
            handle = opened
            return ExtendedAttributes(of: opened)
        }()
        let descriptor = try XCTUnwrap(handle?.fileDescriptor)

        try view?.set([1], for: "user.a")
        XCTAssertEqual(try view?.data(for: "user.a"), Data([1]))
        XCTAssertNotNil(handle)

        view = nil
        XCTAssertNil(handle)
        XCTAssertEqual(fcntl(descriptor, F_GETFD), -1, "The descriptor was left open.")
    }

    func testViewOfADescriptorDoesNotCloseIt() throws {
        let descriptor = unsafe open(try makeFile().path, O_RDONLY)
        for _ in 0..<2 {
            XCTAssertEqual(try ExtendedAttributes(fileDescriptor: descriptor).names(in: .user), [])
        }
        XCTAssertEqual(close(descriptor), 0)
    }

    func testViewFollowsAHandleToManyThreads() throws {
        let file = try makeFile()
        let view = ExtendedAttributes(of: try FileHandle(forReadingFrom: file))
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            do {
                try view.set([UInt8(index)], for: .user("\(index)"))
            } catch {
                XCTFail("\(index): \(error)")
            }
        }
        XCTAssertEqual(try file.extendedAttributes.names(in: .user).count, 8)
    }
}

/// Linux's number, which C libraries define only for GNU programs.
private let pathOnly: Int32 = 0o10000000

/// The ways to open a file and to pass it on.
private enum Opened: CaseIterable {
    case handleForReading, handleForWriting, handleForUpdating
    case descriptorForReading, descriptorForWriting, descriptorOfPath

    struct OpenFile {
        let attributes: ExtendedAttributes
        let close: () -> Void
    }

    func open(_ file: URL) throws -> OpenFile {
        switch self {
        case .handleForReading: handle(try FileHandle(forReadingFrom: file))
        case .handleForWriting: handle(try FileHandle(forWritingTo: file))
        case .handleForUpdating: handle(try FileHandle(forUpdating: file))
        case .descriptorForReading: try descriptor(file, O_RDONLY)
        case .descriptorForWriting: try descriptor(file, O_WRONLY)
        case .descriptorOfPath: try descriptor(file, pathOnly)
        }
    }

    private func handle(_ handle: FileHandle) -> OpenFile {
        OpenFile(attributes: ExtendedAttributes(of: handle)) { try? handle.close() }
    }

    private func descriptor(_ file: URL, _ flags: Int32) throws -> OpenFile {
        let descriptor = unsafe Foundation.open(file.path, flags)
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
        return OpenFile(attributes: ExtendedAttributes(fileDescriptor: descriptor)) {
            Foundation.close(descriptor)
        }
    }
}
