import FootingMapping
import Foundation
import XCTest

/// The scanner accepts what RFC 8259 accepts, and nothing makes it crash.
final class JSONScannerTests: XCTestCase {
    struct Values: Equatable {
        var text = ""
        var number = 0.0
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

    private let sample = Array(
        #"""
         { "text": "Zürich \"é\u00e9\ud83d\ude00\n", "n": -12.50e-1, "a": {"b": 7, "c": [[], {}]},
           "inner": {"flag": true, "x": null}, "list": [1, "two", false, [3.0]] }
        """#.utf8
    )

    func testPublicSuiteIsJudgedRight() throws {
        guard let folder = ProcessInfo.processInfo.environment["FOOTING_JSON_TEST_SUITE"] else {
            throw XCTSkip("FOOTING_JSON_TEST_SUITE does not name the folder of JSONTestSuite.")
        }
        let parent = URL(filePath: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: parent.path)
        var counts: [Character: Int] = [:]
        for name in names.sorted() where name.hasSuffix(".json") {
            let isAccepted = accepts(try Data(contentsOf: parent.appending(path: name)))
            switch name.first {
            case "y": XCTAssertTrue(isAccepted, name)
            case "n": XCTAssertFalse(isAccepted, name)
            default: break
            }
            counts[name.first ?? "?", default: 0] += 1
        }
        XCTAssertEqual(counts["y"], 95)
        XCTAssertEqual(counts["n"], 188)
        print("JSONTestSuite: \(counts)")
    }

    func testNoPrefixOfADocumentIsADocument() throws {
        XCTAssertTrue(accepts(Data(sample)))
        for count in sample.indices {
            XCTAssertFalse(accepts(Data(sample.prefix(count))), "\(count)")
        }
    }

    func testMutatedBytesNeverCrashAndAgreeWithFoundationOnWhatIsAccepted() {
        var generator = SplitMix(seed: 5)
        let alphabet = Array(#"{}[]",:\tfnu0123456789.eE+- "#.utf8) + [0, 0x80, 0xC3, 0xFF, 0x0A]
        var accepted = 0
        for _ in 0..<5_000 * stressFactor {
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
            guard accepts(Data(bytes)) else { continue }
            accepted += 1
            // What it refuses besides: numbers beyond its range, and halves of surrogate pairs.
            if (try? JSONSerialization.jsonObject(with: Data(bytes))) == nil {
                let text = String(decoding: bytes, as: UTF8.self)
                XCTAssertTrue(
                    text.contains("e") || text.contains("E") || text.contains(#"\u"#),
                    text
                )
            }
        }
        XCTAssertGreaterThan(accepted, 100)
    }

    func testHostileKeyCostsNoMoreThanItsLength() {
        let marks = String(repeating: "\u{301}\u{323}", count: 100_000)
        let json = Data("{\"e\(marks)\": 1, \"text\": \"x\"}".utf8)
        var values = Values()
        let start = ContinuousClock.now
        let report = try? Values.mapping.apply(json: json, to: &values)
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(1))
        XCTAssertEqual(values.text, "x")
        XCTAssertEqual(report?.unusedKeyCount, 1)
    }

    func testSpaceIsTheFourCharactersOfTheGrammar() {
        for space in [" ", "\t", "\n", "\r", " \t\r\n"] {
            XCTAssertTrue(accepts(Data("\(space){\(space)\"a\"\(space):\(space)1\(space)}".utf8)))
        }
        for space in ["\u{B}", "\u{C}", "\u{A0}", "\u{2028}", "\u{0}", "/**/"] {
            XCTAssertFalse(accepts(Data("{\(space)}".utf8)), space.debugDescription)
        }
    }

    private func accepts(_ data: Data) -> Bool {
        var values = Values()
        return (try? Values.mapping.apply(json: data, to: &values)) != nil
    }
}
