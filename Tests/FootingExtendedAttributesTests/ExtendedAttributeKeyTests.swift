import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

extension ExtendedAttributeKey<String> {
    fileprivate static let etag = Self(.portable("com.example.etag"))
}

final class ExtendedAttributeKeyTests: XCTestCase {
    func testAValueIsSetReadAndRemovedByItsKey() throws {
        let attributes = try makeFile().extendedAttributes

        XCTAssertNil(try attributes.value(for: .etag))
        try attributes.set("\"33a64df5\"", for: .etag)
        XCTAssertEqual(try attributes.value(for: .etag), "\"33a64df5\"")
        try attributes.set("", for: .etag)
        XCTAssertEqual(try attributes.value(for: .etag), "")
        try attributes.set(nil, for: .etag)
        XCTAssertNil(try attributes.value(for: .etag))
        XCTAssertEqual(try attributes.names(in: .user), [])
        try attributes.set(nil, for: .etag)
    }

    func testOptionalVariablesSetOrRemove() throws {
        let attributes = try makeFile().extendedAttributes
        var tag: String? = "a"
        let plain = "b"

        try attributes.set(tag, for: .etag)
        XCTAssertEqual(try attributes.value(for: .etag), "a")
        try attributes.set(plain, for: .etag)
        XCTAssertEqual(try attributes.value(for: .etag), "b")
        try attributes.set(tag ?? plain, for: .etag, mode: .replaceOnly)
        XCTAssertEqual(try attributes.value(for: .etag), "a")
        tag = nil
        try attributes.set(tag, for: .etag)
        XCTAssertNil(try attributes.value(for: .etag))
        try attributes.set(plain.first.map(String.init), for: .etag)
        XCTAssertEqual(try attributes.value(for: .etag), "b")
    }

    func testLiteralsFindTheirType() throws {
        let attributes = try makeFile().extendedAttributes

        try attributes.set(42, for: ExtendedAttributeKey("user.example.count"), mode: .createOnly)
        XCTAssertEqual(
            try attributes.value(for: ExtendedAttributeKey<Int>("user.example.count")),
            42
        )
        try attributes.set(43, for: ExtendedAttributeKey("user.example.count"))
        let count: Int? = try attributes.value(for: ExtendedAttributeKey("user.example.count"))
        XCTAssertEqual(count, 43)
        try attributes.set("text", for: ExtendedAttributeKey("user.example.text"))
        try attributes.set(true, for: ExtendedAttributeKey("user.example.flag"))
        try attributes.set(
            Date(timeIntervalSinceReferenceDate: 0),
            for: ExtendedAttributeKey("user.example.date")
        )
        try attributes.set(nil, for: ExtendedAttributeKey<Int>("user.example.count"))
        XCTAssertNil(try attributes.value(for: ExtendedAttributeKey<Int>("user.example.count")))
        // Names still take bytes.
        try attributes.set("text".utf8, for: "user.example.text")
        try attributes.set([1, 2], for: "user.example.bytes")
        XCTAssertEqual(try attributes.data(for: "user.example.flag"), Data("true".utf8))
    }

    func testWriteModesAreTreatedAsAsked() throws {
        let attributes = try makeFile().extendedAttributes

        assertFailure(.notFound, try attributes.set("a", for: .etag, mode: .replaceOnly))
        try attributes.set("a", for: .etag, mode: .createOnly)
        assertFailure(.alreadyExists, try attributes.set("b", for: .etag, mode: .createOnly))
        XCTAssertEqual(try attributes.value(for: .etag), "a")
        try attributes.set("b", for: .etag, mode: .replaceOnly)
        XCTAssertEqual(try attributes.value(for: .etag), "b")
    }

    func testTypesWithAnObviousFormNeedNoCoding() throws {
        enum Stage: String { case draft }
        enum Priority: UInt8 { case high = 200 }
        struct Identifier: RawRepresentable, Equatable { let rawValue: UUID }
        let attributes = try makeFile().extendedAttributes
        let uuid = try XCTUnwrap(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        func assertWrites<Value: Equatable>(
            _ value: Value,
            _ key: ExtendedAttributeKey<Value>,
            _ text: String,
            line: UInt = #line
        ) throws {
            try attributes.set(value, for: key)
            XCTAssertEqual(try attributes.data(for: key.name), Data(text.utf8), line: line)
            XCTAssertEqual(try attributes.value(for: key), value, line: line)
        }

        try assertWrites("naïve", ExtendedAttributeKey("user.a"), "naïve")
        try assertWrites(Data([65, 66]), ExtendedAttributeKey("user.a"), "AB")
        try assertWrites([65, 66] as [UInt8], ExtendedAttributeKey("user.a"), "AB")
        try assertWrites(-17, ExtendedAttributeKey("user.a"), "-17")
        try assertWrites(UInt8.max, ExtendedAttributeKey("user.a"), "255")
        try assertWrites(Int128.min, ExtendedAttributeKey("user.a"), "\(Int128.min)")
        try assertWrites(false, ExtendedAttributeKey("user.a"), "false")
        let moment = Date(timeIntervalSinceReferenceDate: 0)
        try assertWrites(moment, ExtendedAttributeKey("user.a"), "2001-01-01T00:00:00Z")
        try assertWrites(uuid, ExtendedAttributeKey("user.a"), uuid.uuidString)
        try assertWrites(Stage.draft, ExtendedAttributeKey("user.a"), "draft")
        try assertWrites(Priority.high, ExtendedAttributeKey("user.a"), "200")
        try assertWrites(
            Identifier(rawValue: uuid),
            ExtendedAttributeKey("user.a"),
            uuid.uuidString
        )
    }

    func testBadNamesAndMissingFilesAreToldAsForBytes() throws {
        let attributes = try makeFile().extendedAttributes
        assertFailure(.invalidName, try attributes.value(for: ExtendedAttributeKey<String>("")))
        // Before anything is encoded.
        assertFailure(
            .invalidName,
            try attributes.set([""], for: ExtendedAttributeKey("user.\0", as: .commaSeparated))
        )
        let absent = try makeFolder().appending(path: "absent").extendedAttributes
        assertFailure(.noSuchFile, try absent.value(for: .etag))
        let removal = assertFailure(.noSuchFile, try absent.set(nil, for: .etag))
        XCTAssertEqual(removal?.operation, .remove)
    }

    func testGetfattrShowsText() throws {
        try require(["getfattr", "--version"])
        let file = try makeFile()
        let attributes = file.extendedAttributes
        try attributes.set(["holiday", "beach"], for: .tags)
        try attributes.set(42, for: ExtendedAttributeKey("user.count"))
        try attributes.set(true, for: ExtendedAttributeKey("user.flag"))
        try attributes.set(
            Date(timeIntervalSinceReferenceDate: 816_991_130.5),
            for: ExtendedAttributeKey("user.date")
        )
        try attributes.set(
            ["b": 2, "a": 1],
            for: ExtendedAttributeKey("user.json", as: .json())
        )

        let (status, output) = try runProgram(["getfattr", "--absolute-names", "-d", file.path])

        XCTAssertEqual(status, 0, output)
        for line in [
            #"user.count="42""#, #"user.flag="true""#, #"user.date="2026-11-21T21:58:50.5Z""#,
            #"user.json="{\"a\":1,\"b\":2}""#, #"user.xdg.tags="holiday,beach""#,
        ] {
            XCTAssertTrue(output.contains(line + "\n"), "\(line) in \(output)")
        }
    }
}
