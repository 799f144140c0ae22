import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

/// The inputs of the fuzzers, and all that they have found, through the public calls.
final class FuzzingCorpusTests: XCTestCase {
    func testValuesAreReadAndWrittenAsTheSameOrRefused() throws {
        let attributes = try makeFileForLargeValues().extendedAttributes
        var readCount = 0
        try Corpus.forEach("AttributeValues", moreThan: 5) { bytes in
            try attributes.set(bytes, for: "user.input")
            func check<Value: Equatable>(_ coding: ExtendedAttributeCoding<Value>) throws {
                let key = ExtendedAttributeKey("user.input", as: coding)
                let again = ExtendedAttributeKey("user.again", as: coding)
                do throws(ExtendedAttributeError) {
                    guard let value = try attributes.value(for: key) else {
                        return XCTFail("\(Corpus.input): gone")
                    }
                    readCount += 1
                    try attributes.set(value, for: again)
                    XCTAssertEqual(try attributes.value(for: again), value, Corpus.input)
                } catch {
                    XCTAssertEqual(error.code, .undecodableValue, "\(Corpus.input): \(error)")
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
        try Corpus.forEach("AttributeDumps", moreThan: 2) { bytes in
            let first = try makeFile().extendedAttributes
            let second = try makeFile().extendedAttributes

            storedCount += first.restore(from: bytes).stored.count
            let report = try second.restore(from: first.dump().utf8)

            XCTAssertEqual(report.issues, [], Corpus.input)
            XCTAssertEqual(
                try second.contents(in: .user),
                try first.contents(in: .user),
                Corpus.input
            )
        }
        XCTAssertGreaterThanOrEqual(storedCount, 5, "Hardly anything in the corpus is a dump.")
    }

    func testBinaryListsThatPassTheCheckAreDecoded() throws {
        try Corpus.forEach("DecodedLists") { input in
            DecodedListPromises(input).check()
            // Each bit is changed once.
            var bytes = input
            for index in bytes.indices {
                for bit in 0..<8 {
                    bytes[index] ^= 1 << bit
                    DecodedListPromises(bytes).check()
                    bytes[index] ^= 1 << bit
                }
            }
        }
    }

    private struct Tree: Codable, Equatable {
        var name: String?
        var number: Int?
        var inner: [Tree]?
        var named: [String: Tree]?
    }
}
