import FootingExtendedAttributes
import Foundation
import XCTest

/// Attributes from one file to another.
final class CopyingTests: XCTestCase {
    func testCopiesAreIdenticalBetweenPathsDescriptorsAndHandles() throws {
        let source = try makeFile()
        try source.extendedAttributes.setContents(Specimen.contents)
        let reading = try FileHandle(forReadingFrom: source)

        for from in [
            source.extendedAttributes, ExtendedAttributes(fileDescriptor: reading.fileDescriptor),
            ExtendedAttributes(of: reading),
        ] {
            for way in ["path", "descriptor", "handle"] {
                let destination = try makeFile()
                let handle = try FileHandle(forReadingFrom: destination)
                let to =
                    switch way {
                    case "path": destination.extendedAttributes
                    case "descriptor": ExtendedAttributes(fileDescriptor: handle.fileDescriptor)
                    default: ExtendedAttributes(of: handle)
                    }
                let report = try from.copy(to: to)

                XCTAssertEqual(report.stored, Specimen.contents.keys.sorted(), way)
                XCTAssertEqual(report.issues, [], way)
                XCTAssertEqual(report.removed, [], way)
                let copied = try destination.extendedAttributes.contents(in: .user)
                XCTAssertEqual(copied, Specimen.contents, way)
            }
        }
    }

    func testLargeValuesAreCopiedWhole() throws {
        let source = try makeFileForLargeValues()
        let destination = try makeFileForLargeValues()
        let contents: [ExtendedAttributeName: Data] = [
            "user.a": Data((0..<4_097).map { UInt8($0 % 251) }),
            "user.b": Data((0..<65_536).map { UInt8($0 % 241) }),
        ]
        try source.extendedAttributes.setContents(contents)

        try source.extendedAttributes.copy(to: destination.extendedAttributes)

        XCTAssertEqual(try destination.extendedAttributes.contents(in: .user), contents)
    }

    func testSelectionDecidesWhatIsCopied() throws {
        let source = try makeFile()
        try setPrivileged("trusted.a", of: source)
        try setPrivileged("trusted.SGI_ACL_FILE", of: source)
        try source.extendedAttributes.setContents(["user.a": [1], "user.b": [2]])

        for (selection, expected) in [
            (.user, ["user.a", "user.b"]), (.all, ["trusted.a", "user.a", "user.b"]),
            (.namespace(.trusted), ["trusted.SGI_ACL_FILE", "trusted.a"]),
            (
                .names(["trusted.SGI_ACL_FILE", "user.b", "user.absent"]),
                [
                    "trusted.SGI_ACL_FILE", "user.b",
                ]
            ),
            (.all.excluding(["user.a"]), ["trusted.a", "user.b"]),
            (.names([]), []),
        ] as [(ExtendedAttributeSelection, [ExtendedAttributeName])] {
            let destination = try makeFile()
            let others = try destination.extendedAttributes.names()
            // Volumes with labels of their own have more to copy.
            let labels = Set(others)

            let report = try source.extendedAttributes.copy(
                selection,
                to: destination.extendedAttributes
            )

            XCTAssertEqual(report.stored.filter { !labels.contains($0) }, expected, "\(selection)")
            let names = try destination.extendedAttributes.names()
            XCTAssertEqual(names.filter { !labels.contains($0) }, expected, "\(selection)")
        }
    }

    func testOthersStayUnlessTheirRemovalIsAskedFor() throws {
        let source = try makeFile()
        let destination = try makeFile()
        try source.extendedAttributes.setContents(["user.a": [1], "user.b": [2]])
        try destination.extendedAttributes.setContents(["user.b": [7], "user.c": [8]])

        let plain = try source.extendedAttributes.copy(to: destination.extendedAttributes)
        XCTAssertEqual(plain.removed, [])
        XCTAssertEqual(
            try destination.extendedAttributes.contents(in: .user),
            ["user.a": Data([1]), "user.b": Data([2]), "user.c": Data([8])]
        )
        let exact = try source.extendedAttributes.copy(
            to: destination.extendedAttributes,
            removingOthers: true
        )
        XCTAssertEqual(exact.removed, ["user.c"])
        XCTAssertEqual(
            try destination.extendedAttributes.contents(in: .user),
            ["user.a": Data([1]), "user.b": Data([2])]
        )
    }

    func testOnlyWhatIsSelectedIsRemoved() throws {
        let source = try makeFile()
        let destination = try makeFile()
        try source.extendedAttributes.set([1], for: "user.a")
        for (selection, stay) in [
            (.names(["user.a", "user.b", "user.d"]), ["user.a", "user.c"]),
            (.user.excluding(["user.b"]), ["user.a", "user.b"]),
            (.namespace(.trusted), ["user.b", "user.c"]),
        ] as [(ExtendedAttributeSelection, [ExtendedAttributeName])] {
            try destination.extendedAttributes.replaceContents(
                in: .user,
                with: ["user.b": [7], "user.c": [8]]
            )
            try source.extendedAttributes.copy(
                selection,
                to: destination.extendedAttributes,
                removingOthers: true
            )
            XCTAssertEqual(try destination.extendedAttributes.names(in: .user), stay)
        }
    }

    func testCopyingToTheSameFileIsHarmless() throws {
        let file = try makeFile()
        try file.extendedAttributes.setContents(Specimen.contents)

        for destination in [
            file.extendedAttributes, try makeLink(to: file).extendedAttributes,
        ] {
            let report = try file.extendedAttributes.copy(to: destination, removingOthers: true)
            XCTAssertEqual(report.stored.count, Specimen.contents.count)
            XCTAssertEqual(report.removed, [])
            XCTAssertEqual(try file.extendedAttributes.contents(in: .user), Specimen.contents)
        }
    }

    func testAttributeThatGoesAwayBeforeItIsReadIsLeftOut() throws {
        let file = try makeFile()
        try file.extendedAttributes.setContents(["user.a": [1], "user.b": [2], "user.c": [3]])
        let folder = file.deletingLastPathComponent()

        try traced(file, injecting: "getxattr:error=ENODATA:when=2") { file in
            let attributes = file.extendedAttributes
            let copy = folder.appending(path: "copy")
            try Data().write(to: copy)
            try copy.extendedAttributes.set([7], for: "user.b")
            let report = try attributes.copy(to: copy.extendedAttributes, removingOthers: true)
            XCTAssertEqual(report.stored, ["user.a", "user.c"])
            XCTAssertEqual(report.removed, ["user.b"])
            XCTAssertEqual(report.issues, [])
        }
    }

    func testAttributesTheVolumeDoesNotKnowAreIssuesUnlessForEveryone() throws {
        let source = try makeFile()
        let destination = try makeFile()
        try source.extendedAttributes.set([1], for: "user.a")

        let report = try source.extendedAttributes.copy(
            .names(["foo", "system.foo", "user.a"]),
            to: destination.extendedAttributes,
            removingOthers: true
        )

        XCTAssertEqual(report.stored, ["user.a"])
        XCTAssertEqual(report.removed, [])
        XCTAssertEqual(report.issues.map(\.name), ["foo", "system.foo"])
        XCTAssertEqual(report.issues.map(\.code), [.unsupported, .unsupported])
        XCTAssertEqual(report.issues.map(\.path), [source.path, source.path])
    }

    func testRefusedLabelsAreIssuesAndRefusedUserAttributesAreThrown() throws {
        func makeLabelledFile() throws -> URL {
            let file = try makeFile()
            try setPrivileged("security.footing", of: file)
            try file.extendedAttributes.set([1], for: "user.a")
            return file
        }
        try inChild(under: Self.asStranger, on: makeLabelledFile()) { source in
            let destination = try makeFile()
            let all = try source.extendedAttributes.copy(.all, to: destination.extendedAttributes)
            XCTAssertEqual(all.stored, ["user.a"])
            XCTAssertEqual(all.issues.map(\.name), ["security.footing"])
            XCTAssertEqual(all.issues.map(\.code), [.notPermitted])
            XCTAssertEqual(all.issues.map(\.operation), [.set])
            XCTAssertEqual(all.issues.map(\.path), [destination.path])
            // The source belongs to somebody else.
            let error = assertFailure(
                .accessDenied,
                try destination.extendedAttributes.copy(to: source.extendedAttributes)
            )
            XCTAssertEqual(error?.name, "user.a")
            XCTAssertEqual(error?.completedCount, 0)
        }
    }

    func testRefusalsOfSecurityModulesAreIssues() throws {
        let file = try makeFile()
        let folder = file.deletingLastPathComponent()
        for (name, number) in [("a", 1), ("b", 2), ("c", 3)] as [(String, UInt8)] {
            try setPrivileged(ExtendedAttributeName("security.\(name)"), of: file)
            try file.extendedAttributes.set([number], for: .user(name))
        }
        let copy = folder.appending(path: "copy")
        try Data().write(to: copy)

        try traced(copy, injecting: "setxattr:error=EACCES:when=2..4") { file in
            let attributes = file.extendedAttributes
            let source = folder.appending(path: "file").extendedAttributes
            let selection = ExtendedAttributeSelection.names([
                "security.a", "security.b", "security.c", "user.a", "user.b",
            ])
            let error = assertFailure(.accessDenied, try source.copy(selection, to: attributes))
            XCTAssertEqual(error?.name, "user.a", "Not one of the two before")
            XCTAssertEqual(error?.completedCount, 1)
        }
    }

    func testFilesThatTakeNoUserAttributesAreAnError() throws {
        let source = try makeFile()
        try source.extendedAttributes.set([1], for: "user.a")
        let pipe = source.path + ".pipe"
        guard unsafe mkfifo(pipe, 0o600) == 0 else {
            throw XCTSkip("No named pipe can be made here.")
        }
        let link = try ExtendedAttributes(at: makeLink(to: source), followingSymlinks: false)

        for destination in [ExtendedAttributes(atPath: pipe), link] {
            let error = assertFailure(
                .notPermitted,
                try source.extendedAttributes.copy(to: destination)
            )
            XCTAssertEqual(error?.completedCount, 0)
            XCTAssertEqual(error?.name, "user.a")
        }
    }

    func testVolumeWithoutAttributesIsAnErrorOnlyIfThereAreAny() throws {
        let source = try makeFile()
        try onVolume(.ramfs) { file in
            let none = try source.extendedAttributes.copy(to: file.extendedAttributes)
            XCTAssertEqual(none.stored, [])
            try source.extendedAttributes.set([1], for: "user.a")
            let error = assertFailure(
                .unsupported,
                try source.extendedAttributes.copy(to: file.extendedAttributes)
            )
            XCTAssertEqual(error?.completedCount, 0)
            XCTAssertEqual(error?.path, file.path)
        }
    }

    func testVolumeThatGetsFullSaysHowManyWereCopied() throws {
        try onVolume(Volume(type: "tmpfs", options: "nr_inodes=20")) { file in
            let source = file.extendedAttributes
            let copy = file.deletingLastPathComponent().appending(path: "copy")
            try Data().write(to: copy)
            func name(_ number: Int) -> ExtendedAttributeName { .user("\(1_000 + number)") }
            var room = 0
            while room < 9_000, (try? source.set([UInt8](0...99), for: name(room))) != nil {
                room += 1
            }
            let count = room * 6 / 10
            for number in count..<room { try source.remove(name(number)) }

            let error = assertFailure(.noSpace, try source.copy(to: copy.extendedAttributes))

            let copied = try XCTUnwrap(error?.completedCount)
            XCTAssertGreaterThan(copied, 0)
            XCTAssertLessThan(copied, count)
            XCTAssertEqual(try copy.extendedAttributes.names(in: .user), (0..<copied).map(name))
            XCTAssertEqual(error?.name, name(copied))
            XCTAssertEqual(error?.path, copy.path)
        }
    }

    func testBadNamesAndPathsAreRefusedBeforeAnythingIsCopied() throws {
        let source = try makeFile()
        let destination = try makeFile()
        try source.extendedAttributes.set([1], for: "user.a")
        let refused = ExtendedAttributes(atPath: "a\0b")

        let name = assertFailure(
            .invalidName,
            try source.extendedAttributes.copy(
                .names(["user.a", "user.b\0"]),
                to: destination.extendedAttributes
            )
        )
        XCTAssertEqual(name?.name, "user.b\0")
        XCTAssertEqual(name?.completedCount, 0)
        assertFailure(.invalidPath, try source.extendedAttributes.copy(to: refused))
        assertFailure(
            .invalidPath,
            try refused.copy(.names([]), to: destination.extendedAttributes)
        )
        XCTAssertEqual(try destination.extendedAttributes.names(in: .user), [])
    }

    func testMissingFilesAreToldByTheirPaths() throws {
        let file = try makeFile()
        try file.extendedAttributes.set([1], for: "user.a")
        let absent = file.deletingLastPathComponent().appending(path: "absent")
        for (from, to) in [(file, absent), (absent, file)] {
            let error = assertFailure(
                .noSuchFile,
                try from.extendedAttributes.copy(to: to.extendedAttributes)
            )
            XCTAssertEqual(error?.path, absent.path)
            XCTAssertEqual(error?.completedCount, 0)
        }
    }
}
