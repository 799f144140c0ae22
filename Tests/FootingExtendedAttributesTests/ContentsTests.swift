import FootingExtendedAttributes
import Foundation
import XCTest

/// Many attributes of one file at once.
final class ContentsTests: XCTestCase {
    func testContentsComeBackByteByByte() throws {
        let attributes = try makeFile().extendedAttributes

        try attributes.setContents(Specimen.contents)

        XCTAssertEqual(try attributes.contents(in: .user), Specimen.contents)
    }

    func testContentsOfAFileWithoutAttributesAreEmpty() throws {
        let attributes = try makeFile().extendedAttributes
        try attributes.setContents([ExtendedAttributeName: Data]())
        XCTAssertEqual(try attributes.contents(in: .user), [:])
    }

    func testContentsAreThoseOfOneNamespaceOrOfAll() throws {
        let file = try makeFile()
        try setPrivileged("trusted.a", of: file)
        try file.extendedAttributes.set([2], for: "user.a")

        XCTAssertEqual(try file.extendedAttributes.contents(in: .user), ["user.a": Data([2])])
        XCTAssertEqual(try file.extendedAttributes.contents(in: .trusted), ["trusted.a": Data([1])])
        let all = try file.extendedAttributes.contents()
        XCTAssertEqual(all["user.a"], Data([2]))
        XCTAssertEqual(all["trusted.a"], Data([1]))
    }

    func testContentsOfAMissingFileAreAnError() throws {
        let file = try makeFolder().appending(path: "absent")
        let error = assertFailure(.noSuchFile, try file.extendedAttributes.contents())
        XCTAssertEqual(error?.path, file.path)
        XCTAssertNil(error?.completedCount)
    }

    func testAttributeThatGoesAwayBetweenTheListAndItsReadIsLeftOut() throws {
        let file = try makeFile()
        try file.extendedAttributes.setContents(["user.a": [1], "user.b": [2], "user.c": [3]])

        try traced(file, injecting: "getxattr:error=ENODATA:when=2") { file in
            let attributes = file.extendedAttributes
            let contents = try attributes.contents(in: .user)
            XCTAssertEqual(contents, ["user.a": Data([1]), "user.c": Data([3])])
        }
    }

    func testAttributeThatCanNotBeReadIsAnErrorThatNamesIt() throws {
        let file = try makeFile()
        try file.extendedAttributes.setContents(["user.a": [1], "user.b": [2], "user.c": [3]])

        try traced(file, injecting: "getxattr:error=EIO:when=2") { file in
            let attributes = file.extendedAttributes
            let error = assertFailure(.system, try attributes.contents(in: .user))
            XCTAssertEqual(error?.name, "user.b")
            XCTAssertEqual(error?.errno, EIO)
        }
    }

    func testValuesAreStoredInTheOrderOfTheirNamesUntilOneFails() throws {
        let file = try makeFile()
        let names: [ExtendedAttributeName] = ["user.B", "user.a", "user.e\u{301}", "user.\u{E9}"]

        try traced(file, injecting: "setxattr:error=ENOSPC:when=3") { file in
            let attributes = file.extendedAttributes
            let contents = Dictionary(uniqueKeysWithValues: names.map { ($0, Data([1])) })
            let error = assertFailure(.noSpace, try attributes.setContents(contents))
            XCTAssertEqual(error?.completedCount, 2)
            XCTAssertEqual(error?.name, names[2])
            XCTAssertEqual(try attributes.names(in: .user), Array(names[..<2]))
            let told = error?.description.hasSuffix("(already changed: 2).")
            XCTAssertEqual(told, true, "\(String(describing: error))")
        }
    }

    func testVolumeThatGetsFullSaysHowManyValuesWereStored() throws {
        try onVolume(Volume(type: "tmpfs", options: "nr_inodes=20")) { file in
            let attributes = file.extendedAttributes
            try attributes.set([7], for: "user.000")
            var contents: [ExtendedAttributeName: [UInt8]] = [:]
            for number in 1_000..<3_000 { contents[.user("\(number)")] = [UInt8](0...99) }

            let error = assertFailure(.noSpace, try attributes.setContents(contents))

            let stored = try XCTUnwrap(error?.completedCount)
            XCTAssertGreaterThan(stored, 0)
            XCTAssertEqual(
                try attributes.names(in: .user),
                ["user.000"] + (1_000..<1_000 + stored).map { .user("\($0)") }
            )
            XCTAssertEqual(error?.name, .user("\(1_000 + stored)"))
        }
    }

    func testBadNameChangesNothing() throws {
        let attributes = try makeFile().extendedAttributes
        try attributes.set([7], for: "user.a")
        let long = ExtendedAttributeName(String(repeating: "v", count: 256))

        for (bad, code) in [
            ("", ExtendedAttributeError.Code.invalidName), ("user.z\0", .invalidName),
            (long, .nameTooLong),
        ] as [(ExtendedAttributeName, ExtendedAttributeError.Code)] {
            for error in [
                assertFailure(code, try attributes.setContents(["user.a": [1], bad: [2]])),
                assertFailure(
                    code,
                    try attributes.replaceContents(in: .user, with: ["user.b": [1], bad: [2]])
                ),
            ] {
                XCTAssertEqual(error?.completedCount, 0)
                XCTAssertEqual(error?.name, bad)
                XCTAssertNil(error?.errno)
                XCTAssertEqual(try attributes.contents(in: .user), ["user.a": Data([7])])
            }
        }
    }

    func testBadPathIsRefusedEvenWithoutNames() {
        let attributes = ExtendedAttributes(atPath: "a\0b")
        let none: [ExtendedAttributeName: Data] = [:]
        for error in [
            assertFailure(.invalidPath, try attributes.setContents(none)),
            assertFailure(.invalidPath, try attributes.replaceContents(in: .user, with: none)),
        ] {
            XCTAssertEqual(error?.completedCount, 0)
        }
    }

    func testReplacingRemovesTheRestOfTheNamespaceAlone() throws {
        let file = try makeFile()
        let attributes = file.extendedAttributes
        try? attributes.set([1], for: "trusted.a")
        let others = try attributes.contents().filter { $0.key.namespace != .user }
        try attributes.setContents(Specimen.contents)

        try attributes.replaceContents(
            in: .user,
            with: ["user.e\u{301}": "new".utf8, "user.new": "new".utf8]
        )

        XCTAssertEqual(
            try attributes.contents(in: .user),
            ["user.e\u{301}": Data("new".utf8), "user.new": Data("new".utf8)]
        )
        XCTAssertEqual(try attributes.contents().filter { $0.key.namespace != .user }, others)
        try attributes.replaceContents(in: .user, with: [ExtendedAttributeName: Data]())
        XCTAssertEqual(try attributes.contents(in: .user), [:])
    }

    func testNameOfAnotherNamespaceIsRefusedBeforeAnythingIsReplaced() throws {
        let attributes = try makeFile().extendedAttributes
        try attributes.set([7], for: "user.a")

        for name: ExtendedAttributeName in ["trusted.a", "foo", "users.a", "user"] {
            let error = assertFailure(
                .invalidName,
                try attributes.replaceContents(in: .user, with: ["user.b": [1], name: [2]]),
                "\(name)"
            )
            XCTAssertEqual(error?.name, name)
            XCTAssertEqual(error?.completedCount, 0)
            XCTAssertEqual(
                error?.description.contains("this is not a name in the namespace “user”"),
                true,
                "\(String(describing: error))"
            )
            XCTAssertEqual(try attributes.contents(in: .user), ["user.a": Data([7])])
        }
    }

    func testNothingIsRemovedWhenStoringFails() throws {
        let file = try makeFile()
        try file.extendedAttributes.setContents(["user.a": [1], "user.b": [2]])

        let calls = try traced(file, injecting: "setxattr:error=ENOSPC:when=2") { file in
            let attributes = file.extendedAttributes
            let error = assertFailure(
                .noSpace,
                try attributes.replaceContents(in: .user, with: ["user.c": [3], "user.d": [4]])
            )
            XCTAssertEqual(error?.completedCount, 1)
        }

        XCTAssertEqual(calls, ["setxattr", "setxattr"])
        XCTAssertEqual(
            try file.extendedAttributes.contents(in: .user),
            ["user.a": Data([1]), "user.b": Data([2]), "user.c": Data([3])]
        )
    }

    func testFailedRemovalSaysHowManyWereChanged() throws {
        let file = try makeFile()
        try file.extendedAttributes.setContents(["user.a": [1], "user.b": [2], "user.d": [4]])

        try traced(file, injecting: "removexattr:error=EACCES:when=2") { file in
            let attributes = file.extendedAttributes
            let error = assertFailure(
                .accessDenied,
                try attributes.replaceContents(in: .user, with: ["user.c": [3]])
            )
            XCTAssertEqual(error?.operation, .remove)
            XCTAssertEqual(error?.name, "user.b")
            XCTAssertEqual(error?.completedCount, 2)
            XCTAssertEqual(try attributes.names(in: .user), ["user.b", "user.c", "user.d"])
        }
    }

    func testReadOnlyVolumeChangesNothing() throws {
        try onVolume(.tmpfs) { file in
            let attributes = file.extendedAttributes
            try attributes.set([7], for: "user.a")
            try remountReadOnly(file)

            let code = ExtendedAttributeError.Code.readOnlyFileSystem
            let error = assertFailure(code, try attributes.setContents(["user.a": [1]]))
            XCTAssertEqual(error?.completedCount, 0)
            for new: [ExtendedAttributeName: [UInt8]] in [["user.b": [1]], [:]] {
                let error = assertFailure(
                    code,
                    try attributes.replaceContents(in: .user, with: new)
                )
                XCTAssertEqual(error?.completedCount, 0)
            }
            XCTAssertEqual(try attributes.contents(in: .user), ["user.a": Data([7])])
        }
    }
}
