import FootingExtendedAttributes
import Foundation
import XCTest

final class ExtendedAttributesTests: XCTestCase {
    func testWhatWasSetIsRead() throws {
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

    func testValuesKeepEveryByteAlsoNULsAtTheEnd() throws {
        let attributes = try makeFile().extendedAttributes
        let values = [Array(0...255), [0], [0, 0, 0], Array("text\0".utf8), Array("\0text".utf8)]

        for value in values {
            try attributes.set(value, for: "user.value")
            XCTAssertEqual(try attributes.data(for: "user.value"), Data(value))
        }
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
        assertFailure(.invalidName) { () throws(ExtendedAttributeError) in
            try attributes.withBytes(of: "user.outer") { bytes throws(ExtendedAttributeError) in
                try attributes.data(for: "")
            }
        }
    }

    func testBodyThatFailsInItsOwnWayReturnsAResult() throws {
        struct Refusal: Error {}
        let attributes = try makeFile().extendedAttributes
        try attributes.set([1, 2], for: "user.bytes")
        func size(of bytes: RawSpan, atMost limit: Int) throws -> Int {
            guard bytes.byteCount <= limit else { throw Refusal() }
            return bytes.byteCount
        }

        let good = try attributes.withBytes(of: "user.bytes") { bytes in
            Result { try size(of: bytes, atMost: 2) }
        }
        let bad = try attributes.withBytes(of: "user.bytes") { bytes in
            Result { try size(of: bytes, atMost: 1) }
        }

        XCTAssertEqual(try good?.get(), 2)
        XCTAssertThrowsError(try bad?.get()) { XCTAssertTrue($0 is Refusal, "\($0)") }
    }

    func testFailOnlyCreatesAndRequireOnlyReplaces() throws {
        let attributes = try makeFile().extendedAttributes
        let name: ExtendedAttributeName = "user.stage"

        assertFailure(.notFound) { () throws(ExtendedAttributeError) in
            try attributes.set([1], for: name, ifExists: .require)
        }
        XCTAssertNil(try attributes.data(for: name))

        try attributes.set([2], for: name, ifExists: .fail)
        assertFailure(.alreadyExists) { () throws(ExtendedAttributeError) in
            try attributes.set([3], for: name, ifExists: .fail)
        }
        XCTAssertEqual(try attributes.data(for: name), Data([2]))

        try attributes.set([4], for: name, ifExists: .require)
        XCTAssertEqual(try attributes.data(for: name), Data([4]))
        try attributes.set([5], for: name)
        XCTAssertEqual(try attributes.data(for: name), Data([5]))
    }

    func testFailAndRequireHoldForScatteredBytesToo() throws {
        let attributes = try makeFile().extendedAttributes
        let name: ExtendedAttributeName = "user.stage"
        let scattered = [UInt8]([1]).lazy.map { $0 }

        assertFailure(.notFound) { () throws(ExtendedAttributeError) in
            try attributes.set(scattered, for: name, ifExists: .require)
        }
        try attributes.set([2], for: name)
        assertFailure(.alreadyExists) { () throws(ExtendedAttributeError) in
            try attributes.set(scattered, for: name, ifExists: .fail)
        }

        XCTAssertEqual(try attributes.data(for: name), Data([2]))
    }

    func testBytesAreNotTouchedWhenTheNameOrThePathIsRefused() throws {
        let attributes = try makeFile().extendedAttributes
        let untouched = (0..<3).lazy.map { _ -> UInt8 in
            XCTFail("The bytes were read.")
            return 0
        }

        assertFailure(.invalidName) { () throws(ExtendedAttributeError) in
            try attributes.set(untouched, for: "")
        }
        assertFailure(.invalidPath) { () throws(ExtendedAttributeError) in
            try ExtendedAttributes(atPath: "").set(untouched, for: "user.a")
        }
    }

    func testRemoveSaysWhetherThereWasOne() throws {
        let attributes = try makeFile().extendedAttributes
        try attributes.set([1], for: "user.stage")

        XCTAssertTrue(try attributes.remove("user.stage"))
        XCTAssertFalse(try attributes.remove("user.stage"))
        XCTAssertNil(try attributes.data(for: "user.stage"))
    }

    func testFailedReplacementKeepsTheOldValue() throws {
        let attributes = try makeFile().extendedAttributes
        try attributes.set("old".utf8, for: "user.value")

        assertFailure(.valueTooLarge) { () throws(ExtendedAttributeError) in
            try attributes.set([UInt8](repeating: 1, count: 65_537), for: "user.value")
        }
        do {
            try attributes.set([UInt8](repeating: 1, count: 60_000), for: "user.value")
            try attributes.set("old".utf8, for: "user.value")
        } catch {
            XCTAssertEqual(error.code, .noSpace)
        }

        XCTAssertEqual(try attributes.data(for: "user.value"), Data("old".utf8))
    }

    func testFoldersHaveAttributesToo() throws {
        let folder = try makeFile().deletingLastPathComponent()

        try folder.extendedAttributes.set([1], for: "user.stage")

        XCTAssertEqual(try folder.extendedAttributes.data(for: "user.stage"), Data([1]))
    }

    func testOfManyThreadsThatCreateOneAttributeExactlyOneSucceeds() throws {
        let attributes = try makeFile().extendedAttributes
        let wins = Tally()

        DispatchQueue.concurrentPerform(iterations: 8) { index in
            do throws(ExtendedAttributeError) {
                try attributes.set([UInt8(index)], for: "user.winner", ifExists: .fail)
                wins.add(index)
            } catch {
                XCTAssertEqual(error.code, .alreadyExists)
            }
        }

        XCTAssertEqual(wins.values.count, 1)
        XCTAssertEqual(
            try attributes.data(for: "user.winner"),
            wins.values.first.map { Data([UInt8($0)]) }
        )
    }
}

/// Numbers from several threads.
///
/// The lock guards the array on every path, which makes it Sendable.
private final class Tally: @unchecked Sendable {
    private let lock = NSLock()
    private var numbers: [Int] = []

    var values: [Int] { lock.withLock { numbers } }

    func add(_ number: Int) {
        lock.withLock { numbers.append(number) }
    }
}
