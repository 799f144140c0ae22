import FootingMapping
import Foundation
import TestSupport
import XCTest

/// Checks that malicious documents change nothing; the benchmarks show that they cost little.
final class HostileDocumentTests: XCTestCase {
    struct Values: Equatable {
        var text = "kept"
        var number = 0.25
        var list = 0
        var inner = Inner()

        static let mapping = Mapping<Values> {
            Field("text", \.text)
            Field("n", \.number)
            Field("a.b", \.list)
            Field("inner", \.inner, Inner.mapping)
        }
    }
    struct Inner: Equatable {
        var flag: Bool?
        static let mapping = Mapping<Inner> { Field("flag", \.flag) }
    }

    func testRefusedDocumentChangesNothing() throws {
        let sample = Array(
            #"{"text":"Zürich \"\u00e9","n":-12.50e-1,"a":{"b":7,"c":[[],{}]},"inner":{"flag":true}}"#
                .utf8
        )
        var generator = SeededRandom(seed: 5)
        let alphabet = Array(#"{}[]",:\tfnu0123456789.eE+- "#.utf8) + [0, 0x80, 0xC3, 0xFF, 0x0A]
        var (accepted, refused) = (0, 0)
        for _ in 0..<rounds(5_000, underStress: 25_000) {
            var bytes = sample
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                let byte = alphabet.randomElement(using: &generator) ?? 0
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[index] = byte
                case 1: bytes.insert(byte, at: index)
                default: bytes.remove(at: index)
                }
            }
            var values = Values()
            if (try? Values.mapping.apply(json: Data(bytes), to: &values)) != nil {
                accepted += 1
            } else {
                refused += 1
                XCTAssertEqual(values, Values(), String(decoding: bytes, as: UTF8.self))
            }
        }
        XCTAssertGreaterThan(accepted, 100)
        XCTAssertGreaterThan(refused, 100)
    }

    func testHostileKeyIsPassedOver() {
        let marks = String(repeating: "\u{301}\u{323}", count: 100_000)
        let json = Data("{\"e\(marks)\": 1, \"text\": \"x\"}".utf8)
        var values = Values()
        let report = try? Values.mapping.apply(json: json, to: &values)
        XCTAssertEqual(values.text, "x")
        XCTAssertEqual(report?.unknownKeyCount, 1)
    }
}
