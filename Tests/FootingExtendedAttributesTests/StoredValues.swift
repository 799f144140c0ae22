import FootingExtendedAttributes
import Foundation
import XCTest

/// One attribute of a file, to which codings write and from which they read.
struct StoredValue {
    static let name: ExtendedAttributeName = "user.value"

    let attributes: ExtendedAttributes

    init(of test: XCTestCase, forLargeValues isLarge: Bool = false) throws {
        let file = isLarge ? try test.makeFileForLargeValues() : try test.makeFile()
        attributes = file.extendedAttributes
    }

    /// The bytes that a coding writes.
    func bytes<Value>(of value: Value, as coding: ExtendedAttributeCoding<Value>) throws -> Data? {
        try attributes.set(value, for: ExtendedAttributeKey(Self.name, as: coding))
        return try attributes.data(for: Self.name)
    }

    /// The value that a coding reads from bytes.
    func value<Value>(
        in bytes: some Collection<UInt8>,
        as coding: ExtendedAttributeCoding<Value>
    ) throws -> Value? {
        try attributes.set(bytes, for: Self.name)
        return try attributes.value(for: ExtendedAttributeKey(Self.name, as: coding))
    }

    /// Asserts that a value is written as `text` and read back.
    func assertWrites<Value: Equatable>(
        _ value: Value,
        as coding: ExtendedAttributeCoding<Value>,
        _ text: String,
        line: UInt = #line
    ) throws {
        let bytes = try bytes(of: value, as: coding)
        XCTAssertEqual(
            bytes.map { String(decoding: $0, as: UTF8.self) },
            text,
            "\(value)",
            line: line
        )
        try assertReads(text.utf8, as: coding, value, line: line)
    }

    /// Asserts that a value is written as `bytes` and read back.
    func assertWrites<Value: Equatable>(
        _ value: Value,
        as coding: ExtendedAttributeCoding<Value>,
        bytes: [UInt8],
        line: UInt = #line
    ) throws {
        XCTAssertEqual(try self.bytes(of: value, as: coding), Data(bytes), "\(value)", line: line)
        try assertReads(bytes, as: coding, value, line: line)
    }

    func assertReads<Value: Equatable>(
        _ bytes: some Collection<UInt8>,
        as coding: ExtendedAttributeCoding<Value>,
        _ value: Value,
        line: UInt = #line
    ) throws {
        do {
            let read = try self.value(in: bytes, as: coding)
            XCTAssertEqual(read, value, describe(bytes), line: line)
        } catch {
            XCTFail("\(describe(bytes)): \(error)", line: line)
        }
    }

    /// Asserts that the bytes are refused, by an error that names the attribute, and that they
    /// stay.
    @discardableResult
    func assertRefuses<Value>(
        _ bytes: some Collection<UInt8>,
        as coding: ExtendedAttributeCoding<Value>,
        line: UInt = #line
    ) throws -> ExtendedAttributeError? {
        try attributes.set(bytes, for: Self.name)
        let key = ExtendedAttributeKey(Self.name, as: coding)
        let error = assertFailure(
            .undecodableValue,
            try attributes.value(for: key),
            describe(bytes),
            line: line
        )
        XCTAssertEqual(error?.name, Self.name, line: line)
        XCTAssertEqual(error?.operation, .read, line: line)
        XCTAssertEqual(try attributes.data(for: Self.name), Data(bytes), line: line)
        return error
    }

    func assertRefuses<Value>(
        _ texts: [String],
        as coding: ExtendedAttributeCoding<Value>,
        line: UInt = #line
    ) throws {
        for text in texts { try assertRefuses(text.utf8, as: coding, line: line) }
    }

    /// Asserts that the value can't be written, and that the stored value stays.
    @discardableResult
    func assertCantWrite<Value>(
        _ value: Value,
        as coding: ExtendedAttributeCoding<Value>,
        line: UInt = #line
    ) throws -> ExtendedAttributeError? {
        try attributes.set("before".utf8, for: Self.name)
        let key = ExtendedAttributeKey(Self.name, as: coding)
        let error = assertFailure(
            .unencodableValue,
            try attributes.set(value, for: key),
            "\(value)",
            line: line
        )
        XCTAssertEqual(error?.name, Self.name, line: line)
        XCTAssertEqual(error?.operation, .set, line: line)
        XCTAssertEqual(try attributes.data(for: Self.name), Data("before".utf8), line: line)
        return error
    }

    private func describe(_ bytes: some Collection<UInt8>) -> String {
        "“\(String(decoding: bytes.prefix(100), as: UTF8.self))” \(Array(bytes.prefix(100)))"
    }
}
