import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

final class ExtendedAttributesTests: XCTestCase {
    func testASetValueIsRead() throws {
        let attributes = try makeFile().extendedAttributes

        try attributes.set("in review".utf8, for: "user.stage")

        XCTAssertEqual(try attributes.data(for: "user.stage"), Data("in review".utf8))
    }

    func testAnyContiguousOrScatteredBytesCanBeSet() throws {
        let attributes = try makeFile().extendedAttributes
        let bytes: [UInt8] = [7, 0, 255]
        let name: ExtendedAttributeName = "user.bytes"

        func assertSets(_ value: some Collection<UInt8>, line: UInt = #line) throws {
            try attributes.set(value, for: name)
            XCTAssertEqual(try attributes.data(for: name), Data(bytes), line: line)
            try attributes.remove(name)
        }
        try assertSets(bytes)
        try assertSets(([1] + bytes + [2])[1..<4])
        try assertSets(Data(bytes))
        try assertSets((Data([1]) + Data(bytes))[1...])
        try assertSets(ContiguousArray(bytes))
        try assertSets(Array(bytes.reversed()).reversed())
        try assertSets(bytes.lazy.map { $0 })
    }

    func testMissingAttributeIsNilNotAnError() throws {
        let attributes = try makeFile().extendedAttributes

        XCTAssertNil(try attributes.data(for: "user.absent"))
        XCTAssertNil(try attributes.withBytes(of: "user.absent") { _ in XCTFail("There is none.") })
        XCTAssertFalse(try attributes.remove("user.absent"))
        XCTAssertEqual(try attributes.names(in: .user), [])
    }

    func testEmptyValueIsEmptyNotNil() throws {
        let attributes = try makeFile().extendedAttributes

        try attributes.set(Data(), for: "user.empty")

        XCTAssertEqual(try attributes.data(for: "user.empty"), Data())
        XCTAssertEqual(try attributes.withBytes(of: "user.empty") { $0.byteCount }, 0)
        XCTAssertEqual(try attributes.names(in: .user), ["user.empty"])
        XCTAssertTrue(try attributes.remove("user.empty"))
    }

    func testBytesAreLentOnceAndTheResultIsReturned() throws {
        let attributes = try makeFile().extendedAttributes
        try attributes.set([1, 2, 3], for: "user.bytes")

        var calls = 0
        let sum = try attributes.withBytes(of: "user.bytes") { bytes in
            calls += 1
            return unsafe bytes.withUnsafeBytes { unsafe $0.reduce(0) { $0 + Int($1) } }
        }

        XCTAssertEqual(sum, 6)
        XCTAssertEqual(calls, 1)
    }

    func testErrorOfTheBodyIsPassedOnAndACallInsideItWorks() throws {
        let attributes = try makeFile().extendedAttributes
        try attributes.set([1], for: "user.outer")
        try attributes.set([2], for: "user.inner")

        let inner = try attributes.withBytes(of: "user.outer") {
            bytes throws(ExtendedAttributeError) in
            try attributes.data(for: "user.inner")
        }
        XCTAssertEqual(inner, Data([2]))
        assertFailure(
            .invalidName,
            try attributes.withBytes(of: "user.outer") { bytes throws(ExtendedAttributeError) in
                try attributes.data(for: "")
            }
        )
    }

    func testErrorOfAnotherTypeIsPassedOnUnchanged() throws {
        struct Refusal: Error, Equatable { let limit: Int }
        let attributes = try makeFile().extendedAttributes
        try attributes.set([1, 2], for: "user.bytes")
        func size(of bytes: RawSpan, atMost limit: Int) throws(Refusal) -> Int {
            guard bytes.byteCount <= limit else { throw Refusal(limit: limit) }
            return bytes.byteCount
        }
        func sizeOfAny(_ bytes: RawSpan) throws -> Int { try size(of: bytes, atMost: 1) }

        let good = try attributes.withBytes(of: "user.bytes") { try size(of: $0, atMost: 2) }
        XCTAssertEqual(good, 2)
        let typed: (RawSpan) throws(Refusal) -> Int = { bytes throws(Refusal) in
            try size(of: bytes, atMost: 1)
        }
        for (row, read) in [
            (
                "inferred",
                { try attributes.withBytes(of: "user.bytes") { try size(of: $0, atMost: 1) } }
            ),
            ("typed", { try attributes.withBytes(of: "user.bytes", typed) }),
            ("any error", { try attributes.withBytes(of: "user.bytes", sizeOfAny) }),
        ] as [(String, () throws -> Int?)] {
            XCTAssertThrowsError(try read(), row) {
                XCTAssertEqual($0 as? Refusal, Refusal(limit: 1), "\(row): \($0)")
            }
        }
        XCTAssertNil(try attributes.withBytes(of: "user.absent") { try sizeOfAny($0) })
        XCTAssertThrowsError(try attributes.withBytes(of: "") { try sizeOfAny($0) }) {
            XCTAssertEqual(($0 as? ExtendedAttributeError)?.code, .invalidName)
        }
    }

    func testSizeIsThatOfTheValue() throws {
        let file = try makeFileForLargeValues()
        let attributes = file.extendedAttributes
        for size in [0, 1, 4_096, 4_097, 65_536] {
            try attributes.set([UInt8](repeating: 0, count: size), for: "user.a")
            XCTAssertEqual(try attributes.size(of: "user.a"), size)
        }
        XCTAssertNil(try attributes.size(of: "user.absent"))
        assertFailure(.invalidName, try attributes.size(of: "user.\0"))
        let missing = file.appendingPathExtension("x").extendedAttributes
        assertFailure(.noSuchFile, try missing.size(of: "user.a"))
    }

    func testVolumeIsAskedWithoutAChange() throws {
        let file = try makeFile()
        try file.extendedAttributes.set([1], for: "user.a")
        var (before, after) = (stat(), stat())
        XCTAssertEqual(unsafe stat(file.path, &before), 0)

        XCTAssertTrue(try file.extendedAttributes.isSupportedByVolume)

        XCTAssertEqual(unsafe stat(file.path, &after), 0)
        XCTAssertEqual(after.st_ctim.tv_sec, before.st_ctim.tv_sec)
        XCTAssertEqual(after.st_ctim.tv_nsec, before.st_ctim.tv_nsec)
        XCTAssertEqual(try file.extendedAttributes.names(in: .user), ["user.a"])
        XCTAssertTrue(try file.deletingLastPathComponent().extendedAttributes.isSupportedByVolume)
        let link = ExtendedAttributes(at: try makeLink(to: file), followingSymlinks: false)
        let error = assertFailure(.notPermitted, try link.isSupportedByVolume)
        XCTAssertEqual(error?.name, .portable("footing.probe"))
        for path in ["/proc/self/status", "/sys/kernel/notes"]
        where FileManager.default.isWritableFile(atPath: path) {
            XCTAssertFalse(try ExtendedAttributes(atPath: path).isSupportedByVolume, path)
        }
    }

    func testVolumeThatCantBeAskedIsAnErrorAboutTheQuestion() throws {
        let absent = try makeFolder().appending(path: "absent").path
        for (path, code) in [(absent, .noSuchFile), ("/dev/null", .notPermitted)]
            as [(String, ExtendedAttributeError.Code)]
        where path == absent || FileManager.default.isWritableFile(atPath: path) {
            let error = assertFailure(
                code,
                try ExtendedAttributes(atPath: path).isSupportedByVolume,
                path
            )
            XCTAssertEqual(error?.operation, .remove)
            let sentence = try XCTUnwrap(error?.description)
            let start = "Could not find out whether the volume of “\(path)” supports extended"
            XCTAssertTrue(sentence.hasPrefix(start), sentence)
            XCTAssertFalse(sentence.contains("probe"), sentence)
        }
    }

    func testFailOnlyCreatesAndRequireOnlyReplaces() throws {
        let attributes = try makeFile().extendedAttributes
        let name: ExtendedAttributeName = "user.stage"

        assertFailure(.notFound, try attributes.set([1], for: name, mode: .replaceOnly))
        XCTAssertNil(try attributes.data(for: name))

        try attributes.set([2], for: name, mode: .createOnly)
        assertFailure(.alreadyExists, try attributes.set([3], for: name, mode: .createOnly))
        XCTAssertEqual(try attributes.data(for: name), Data([2]))

        try attributes.set([4], for: name, mode: .replaceOnly)
        XCTAssertEqual(try attributes.data(for: name), Data([4]))
        try attributes.set([5], for: name)
        XCTAssertEqual(try attributes.data(for: name), Data([5]))
    }

    func testFailAndRequireHoldForScatteredBytesToo() throws {
        let attributes = try makeFile().extendedAttributes
        let name: ExtendedAttributeName = "user.stage"
        let scattered = [UInt8]([1]).lazy.map { $0 }

        assertFailure(.notFound, try attributes.set(scattered, for: name, mode: .replaceOnly))
        try attributes.set([2], for: name)
        assertFailure(.alreadyExists, try attributes.set(scattered, for: name, mode: .createOnly))

        XCTAssertEqual(try attributes.data(for: name), Data([2]))
    }

    func testBytesAreNotTouchedWhenTheNameOrThePathIsRefused() throws {
        let attributes = try makeFile().extendedAttributes
        let untouched = (0..<3).lazy.map { _ -> UInt8 in
            XCTFail("The bytes were read.")
            return 0
        }

        assertFailure(.invalidName, try attributes.set(untouched, for: ""))
        assertFailure(
            .invalidPath,
            try ExtendedAttributes(atPath: "").set(untouched, for: "user.a")
        )
    }

    func testFoldersHaveAttributesToo() throws {
        let folder = try makeFile().deletingLastPathComponent()

        try folder.extendedAttributes.set([1], for: "user.stage")

        XCTAssertEqual(try folder.extendedAttributes.data(for: "user.stage"), Data([1]))
    }

    func testOfManyThreadsThatCreateOneAttributeExactlyOneSucceeds() throws {
        let attributes = try makeFile().extendedAttributes
        let wins = Log<Int>()

        DispatchQueue.concurrentPerform(iterations: 8) { index in
            do throws(ExtendedAttributeError) {
                try attributes.set([UInt8(index)], for: "user.winner", mode: .createOnly)
                wins.add(index)
            } catch {
                XCTAssertEqual(error.code, .alreadyExists)
            }
        }

        XCTAssertEqual(wins.entries.count, 1)
        XCTAssertEqual(
            try attributes.data(for: "user.winner"),
            wins.entries.first.map { Data([UInt8($0)]) }
        )
    }
}
