import FootingMapping
import Foundation
import TestSupport
import XCTest

/// Checks that a mapping agrees with `JSONDecoder` if all values have exactly the expected kinds.
final class DecoderAgreementTests: XCTestCase {
    struct Part: Codable, Equatable, Mappable {
        var id = 0
        var label: String?

        static let mapping = Mapping<Part> {
            Field("id", \.id).required()
            Field("label", \.label)
        }
    }

    struct Model: Codable, Equatable {
        var id = 0
        var small: Int8 = 0
        var big: UInt64 = 0
        var ratio = 0.0
        var isOn = false
        var name = ""
        var note: String?
        var when = Date(timeIntervalSince1970: 0)
        var link: URL?
        var key = UUID()
        var blob = Data()
        var counts: [Int] = []
        var rows: [[Double?]] = []
        var limits: [String: Int] = [:]
        var part = Part()
        var spare: Part?
        var parts: [Part] = []
        var named: [String: Part] = [:]

        static let mapping = Mapping<Model> {
            Field("id", \.id).required()
            Field("small", \.small).required()
            Field("big", \.big).required()
            Field("ratio", \.ratio).required()
            Field("isOn", \.isOn).required()
            Field("name", \.name).required()
            Field("note", \.note)
            Field("when", \.when).required()
            Field("link", \.link)
            Field("key", \.key).required()
            Field("blob", \.blob).required()
            Field("counts", \.counts).required()
            Field("rows", \.rows).required()
            Field("limits", \.limits).required()
            Field("part", \.part).required()
            Field("spare", \.spare)
            Field("parts", \.parts).required()
            Field("named", \.named).required()
        }
    }

    private var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    private func part(_ generator: inout SeededRandom) -> String {
        let label = generator.one(of: ["", ", \"label\": null", #", "label": "a\u00e9\n""#])
        return "{\"id\": \(Int.random(in: .min ... .max, using: &generator))\(label)}"
    }

    private func list(_ generator: inout SeededRandom, _ make: (inout SeededRandom) -> String)
        -> String
    {
        let count = Int.random(in: 0...3, using: &generator)
        return "[" + (0..<count).map { _ in make(&generator) }.joined(separator: ", ") + "]"
    }

    /// Members with random values of the kind that each key expects.
    private func members(_ generator: inout SeededRandom) -> [String: String] {
        // Foundation reads dates before 1583 in the Julian calendar.
        let second = Int.random(in: -12_000_000_000...250_000_000_000, using: &generator)
        let text = generator.one(of: [
            "", "plain", #"\"q\" \\ \/ \u0041 \ud83d\ude00"#, "Zürich 日本",
        ])
        let doubles = (0..<3).map { _ in Double.random(in: -1e6...1e6, using: &generator) }
        let members: [String: String?] = [
            "id": "\(Int.random(in: .min ... .max, using: &generator))",
            "small": "\(Int8.random(in: .min ... .max, using: &generator))",
            "big": "\(UInt64.random(in: .min ... .max, using: &generator))",
            "ratio": "\(doubles[0] * generator.one(of: [1, 1e-200, 1e200]))",
            "isOn": "\(Bool.random(using: &generator))",
            "name": "\"\(text)\"",
            "note": generator.one(of: [nil, "null", "\"\(text)\""]),
            "when": "\"\(Date(timeIntervalSince1970: Double(second)).formatted(.iso8601))\"",
            "link": generator.one(of: [nil, "null", #""https://example.org/a?b=c#d""#]),
            "key": "\"\(UUID().uuidString)\"",
            "blob": "\"\(Data("\(second)".utf8).base64EncodedString())\"",
            "counts": list(&generator) { "\(Int.random(in: -9...9, using: &$0))" },
            "rows": "[[], [\(doubles[1]), null], [\(doubles[2])]]",
            "limits": "{\"a\": \(second), \"é\": 2}",
            "part": part(&generator),
            "spare": generator.one(of: [nil, "null", part(&generator)]),
            "parts": list(&generator) { part(&$0) },
            "named": "{\"x\": \(part(&generator))}",
            "unknown": "[{\"id\": 1}]",
        ]
        return members.compactMapValues { $0 }
    }

    private func json(_ members: [String: String]) -> Data {
        Data("{\(members.map { "\"\($0)\": \($1)" }.joined(separator: ",\n"))}".utf8)
    }

    func testTypedDocumentsAreReadAsJSONDecoderReadsThem() throws {
        var generator = SeededRandom(seed: 51)
        for _ in 0..<rounds(500, underStress: 2_500) {
            let data = json(members(&generator))
            let text = String(decoding: data, as: UTF8.self)
            let decoded = try decoder.decode(Model.self, from: data)
            let (mapped, report) = try Model.mapping.make(Model(), json: data)
            XCTAssertEqual(report.issues, [], text)
            XCTAssertEqual(mapped, decoded, text)
        }
    }

    func testADocumentForJSONDecoderIsReadTheSameIfOneValueIsAnother() throws {
        var generator = SeededRandom(seed: 52)
        var (takenCount, refusedCount) = (0, 0)
        for _ in 0..<rounds(1_000, underStress: 10_000) {
            var members = members(&generator)
            let key = generator.one(of: members.keys.sorted())
            members[key] = generator.isOne(in: 8) ? nil : generator.json(depth: 1)
            let data = json(members)
            guard let decoded = try? decoder.decode(Model.self, from: data) else {
                refusedCount += 1
                continue
            }
            takenCount += 1
            let (mapped, report) = try Model.mapping.make(Model(), json: data)
            let text = "\(key): \(members[key] ?? "absent")"
            // JSONDecoder rounds an integer that a Double can't represent, percent-encodes an
            // invalid URL, and reads the 30th of February as a day in March.
            if ["ratio", "rows", "link", "when"].contains(key), !report.isClean { continue }
            XCTAssertEqual(report.issues, [], text)
            XCTAssertEqual(mapped, decoded, text)
        }
        XCTAssertGreaterThan(takenCount, 100)
        XCTAssertGreaterThan(refusedCount, 100)
    }
}
