import FootingExtendedAttributes
import Foundation
import XCTest

/// The inputs of the fuzzers, and all that they have found, through the public calls.
final class FuzzingCorpusTests: XCTestCase {
    func testValuesAreReadAndWrittenAsTheSameOrRefused() throws {
        let attributes = try makeFileForLargeValues().extendedAttributes
        var readCount = 0
        for input in try corpus("AttributeValues") {
            try attributes.set(input.bytes, for: "user.input")
            func check<Value: Equatable>(_ coding: ExtendedAttributeCoding<Value>) throws {
                let key = ExtendedAttributeKey("user.input", as: coding)
                let again = ExtendedAttributeKey("user.again", as: coding)
                do throws(ExtendedAttributeError) {
                    guard let value = try attributes.value(for: key) else {
                        return XCTFail("\(input.name): gone")
                    }
                    readCount += 1
                    try attributes.set(value, for: again)
                    XCTAssertEqual(try attributes.value(for: again), value, input.name)
                } catch {
                    XCTAssertEqual(error.code, .undecodableValue, "\(input.name): \(error)")
                }
            }
            try check(ExtendedAttributeCoding<String>.utf8)
            try check(ExtendedAttributeCoding<Int>.decimal)
            try check(ExtendedAttributeCoding<Bool>.trueFalse)
            try check(ExtendedAttributeCoding<Date>.iso8601)
            try check(ExtendedAttributeCoding<UUID>.uuidString)
            try check(ExtendedAttributeCoding<[String]>.commaSeparated)
            try check(ExtendedAttributeCoding<Tree>.json())
            try check(ExtendedAttributeCoding<Tree>.binaryPropertyList())
        }
        XCTAssertGreaterThan(readCount, 10, "Hardly anything in the corpus is a value.")
    }

    func testDumpsAreRestoredAndDumpedAsTheSame() throws {
        var storedCount = 0
        for input in try corpus("AttributeDumps") {
            let first = try makeFile().extendedAttributes
            let second = try makeFile().extendedAttributes

            storedCount += first.restore(from: input.bytes).stored.count
            let report = try second.restore(from: first.dump().utf8)

            XCTAssertEqual(report.issues, [], input.name)
            XCTAssertEqual(
                try second.contents(in: .user),
                try first.contents(in: .user),
                input.name
            )
        }
        XCTAssertGreaterThanOrEqual(storedCount, 5, "Hardly anything in the corpus is a dump.")
    }

    func testBinaryListsThatPassTheCheckAreDecoded() throws {
        let inputs = try corpus("DecodedLists")
        for input in inputs {
            DecodedListPromises(Array(input.bytes)).check()
            // Each bit is changed once.
            var bytes = Array(input.bytes)
            for index in bytes.indices {
                for bit in 0..<8 {
                    bytes[index] ^= 1 << bit
                    DecodedListPromises(bytes).check()
                    bytes[index] ^= 1 << bit
                }
            }
        }
        XCTAssertGreaterThan(inputs.count, 10)
    }

    private struct Tree: Codable, Equatable {
        var name: String?
        var number: Int?
        var inner: [Tree]?
        var named: [String: Tree]?
    }

    private func corpus(_ fuzzer: String) throws -> [(name: String, bytes: Data)] {
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = package.appending(path: "Fuzzing/Corpora/\(fuzzer)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        XCTAssertFalse(names.isEmpty, folder.path)
        return try names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) }
    }
}

/// Called by the promises that are shared with the fuzzer.
func expect(
    _ isTrue: Bool,
    _ broken: @autoclosure () -> String,
    file: StaticString = #filePath,
    line: UInt = #line
) {
    XCTAssertTrue(isTrue, broken(), file: file, line: line)
}
