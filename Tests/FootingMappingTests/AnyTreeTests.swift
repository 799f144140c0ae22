import FootingMapping
import Foundation
import TestSupport
import XCTest

/// Dictionaries with any value that a program can put into one.
final class AnyTreeTests: XCTestCase {
    /// A value with its JSON, or `nil` if JSON can't represent it.
    private typealias Value = (native: Any, json: String?)

    /// One value converted to every type.
    private struct Readings: Equatable {
        var int: Int?
        var int8: Int8?
        var uint64: UInt64?
        var int128: Int128?
        var double: Double?
        var float: Float?
        var decimal: Decimal?
        var bool: Bool?
        var text: String?
        var date: Date?
        var url: URL?
        var uuid: UUID?
        var bytes: Data?
        var plan: Plan?
        var level: Level?
        var numbers: [Int]?
        var texts: [String?]?
        var lists: [[Double]]?
        var members: [String: Int]?
        var nested: [String: [String: String?]]?
        var inner: Everything.Inner?
        var several: [Everything.Inner]?

        static let mapping = Mapping<Readings> {
            Field("v", \.int)
            Field("v", \.int8)
            Field("v", \.uint64)
            Field("v", \.int128)
            Field("v", \.double)
            Field("v", \.float)
            Field("v", \.decimal)
            Field("v", \.bool)
            Field("v", \.text)
            Field("v", \.date)
            Field("v", \.url)
            Field("v", \.uuid)
            Field("v", \.bytes)
            Field("v", \.plan)
            Field("v", \.level)
            Field("v", \.numbers).lossy()
            Field("v", \.texts)
            Field("v", \.lists)
            Field("v", \.members).lossy()
            Field("v", \.nested)
            Field("v", \.inner)
            Field("v", \.several)
        }
    }

    func testRandomTreesNeverTrapAndAgreeWithTheirJSON() throws {
        var generator = SeededRandom(seed: 61)
        var comparedCount = 0
        let rounds = isUnderStress ? 25_000 : 400
        for _ in 0..<rounds {
            let value = value(4, &generator)
            for options in [MappingOptions.standard, .lenient, .strict] {
                var native = Readings()
                let report = Readings.mapping.apply(
                    ["v": value.native],
                    to: &native,
                    options: options
                )
                XCTAssertGreaterThanOrEqual(report.issueCount, report.issues.count)
                guard let json = value.json, options != .strict else { continue }
                comparedCount += 1
                var bytes = Readings()
                let data = Data("{\"v\": \(json)}".utf8)
                let other = try Readings.mapping.apply(json: data, to: &bytes, options: options)
                XCTAssertEqual(native, bytes, "\(type(of: value.native)) \(json)")
                XCTAssertEqual(
                    report.issueCount,
                    other.issueCount,
                    "\(type(of: value.native)) \(json)"
                )
            }
        }
        XCTAssertGreaterThan(comparedCount, rounds / 5)
    }

    func testWholeDictionariesOfRandomTreesNeverTrap() {
        var generator = SeededRandom(seed: 62)
        for _ in 0..<rounds(500, underStress: 2_500) {
            var dictionary: [String: Any] = [:]
            for key in Everything.keys { dictionary[key] = value(3, &generator).native }
            var everything = Everything()
            let report = Everything.mapping.apply(dictionary, to: &everything, options: .untrusted)
            XCTAssertGreaterThan(report.appliedCount + report.issueCount, 0)
        }
    }

    func testDeepTreesAreRefusedOrTakenAndNeverTrap() {
        var list: Any = 1
        var object: Any = ["number": 1]
        for _ in 0..<5_000 {
            list = [list]
            object = ["inner": object, "v": object]
        }
        for value in [list, object] {
            var readings = Readings()
            _ = Readings.mapping.apply(["v": value], to: &readings)
            readings.numbers = nil
            readings.members = nil
            readings.several = nil
            XCTAssertEqual(readings, Readings(), "Only what leaves out elements takes any of this.")
        }
    }

    private func value(_ depth: Int, _ generator: inout SeededRandom) -> Value {
        guard depth > 0 else { return scalar(&generator) }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: return list(depth, &generator)
        case 1: return object(depth, &generator)
        case 2:
            let inner = value(depth - 1, &generator)
            return (Optional.some(inner.native) as Any, inner.json)
        default: return scalar(&generator)
        }
    }

    private func list(_ depth: Int, _ generator: inout SeededRandom) -> Value {
        let values = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            value(depth - 1, &generator)
        }
        let natives = values.map(\.native)
        let texts = values.compactMap(\.json)
        let json = texts.count == values.count ? "[\(texts.joined(separator: ", "))]" : nil
        let forms: [Any] = [
            natives, ContiguousArray(natives), NSArray(array: natives),
            NSMutableArray(array: natives), natives.map { Optional.some($0) },
        ]
        let index = Int.random(in: forms.indices, using: &generator)
        // A contiguous array is not one of the known kinds.
        return (forms[index], index == 1 ? nil : json)
    }

    private func object(_ depth: Int, _ generator: inout SeededRandom) -> Value {
        var natives: [String: Any] = [:]
        var texts: [String] = []
        for name in ["number", "name", "a", "ü"] where Bool.random(using: &generator) {
            let value = value(depth - 1, &generator)
            natives[name] = value.native
            if let json = value.json { texts.append("\(name.debugDescription): \(json)") }
        }
        let json = texts.count == natives.count ? "{\(texts.joined(separator: ", "))}" : nil
        let hashable = Dictionary(uniqueKeysWithValues: natives.map { (AnyHashable($0), $1) })
        let forms: [Any] = [
            natives, NSDictionary(dictionary: natives), hashable,
            natives.mapValues { Optional.some($0) },
        ]
        return (generator.one(of: forms), json)
    }

    private func scalar(_ generator: inout SeededRandom) -> Value {
        generator.one(of: generator.isOne(in: 3) ? oddities : scalars)
    }

    /// Scalars whose JSON keeps everything but their type.
    private lazy var scalars: [Value] = {
        let integers: [Int64] = [0, 1, -1, 2, 42, 127, 128, -129, 1 << 53, 1 << 53 + 1, .min, .max]
        var values: [Value] = []
        for value in integers {
            values.append((value, "\(value)"))
            values.append((NSNumber(value: value), "\(value)"))
            values.append((NSDecimalNumber(string: "\(value)"), "\(value)"))
            values.append((Int128(value), "\(value)"))
            values.append((Optional.some(Int(value)) as Any, "\(value)"))
            if let value = Int8(exactly: value) {
                values += [(value, "\(value)"), (NSNumber(value: value), "\(value)")]
            }
            if let value = UInt16(exactly: value) {
                values += [(value, "\(value)"), (NSNumber(value: value), "\(value)")]
            }
            if let value = UInt64(exactly: value) {
                values += [(value, "\(value)"), (NSNumber(value: value), "\(value)")]
            }
            if let value = Int32(exactly: value) {
                values += [
                    (NSNumber(value: value), "\(value)"),
                    (Decimal(value.magnitude), "\(value.magnitude)"),
                ]
            }
        }
        for value in [0.5, 1.5, -0.1, 99.99, 1e300, .leastNonzeroMagnitude, 0.1 + 0.2, 1234567.125]
        {
            values.append((value, "\(value)"))
            values.append((NSNumber(value: value), "\(value)"))
            values.append((CGFloat(value), "\(value)"))
        }
        values.append((Float(0.5), "0.5"))
        values.append((NSNumber(value: Float(1.25)), "1.25"))
        values.append(
            (Decimal(string: "12345678901234567890.125") ?? 0, "12345678901234567890.125")
        )
        values.append((NSDecimalNumber(string: "-9223372036854775809"), "-9223372036854775809"))
        values.append((UInt64.max, "\(UInt64.max)"))
        values.append((NSNumber(value: UInt64.max), "\(UInt64.max)"))
        values += [
            (true, "true"), (NSNumber(value: false), "false"), (Optional.some(true) as Any, "true"),
        ]
        values += [(NSNull(), "null"), (Optional<Int>.none as Any, "null")]
        values.append((Optional.some(Optional<String>.none) as Any, "null"))
        for text in [
            "", "text", " 42 ", "-7", "1.5", "yes", "free", "2026-11-21T21:58:50Z", "aGVsbG8=",
            "https://example.org/a", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "Zürich 日本 😀",
        ] {
            values.append((text, text.debugDescription))
            values.append((NSString(string: text), text.debugDescription))
            values.append((Substring("x\(text)x").dropFirst().dropLast(), text.debugDescription))
        }
        values.append(([1, 2, 3], "[1, 2, 3]"))
        // Nested existentials.
        values.append((Optional<Any>.some(2) as Any, "2"))
        values.append((Optional<any Sendable>.some("text") as Any, "\"text\""))
        values.append((Optional<any Hashable>.some(0.5) as Any, "0.5"))
        values.append((Optional<Any?>.some(.some(NSNull())) as Any, "null"))
        values.append((Optional<AnyObject>.some(NSNumber(value: true)) as Any, "true"))
        values.append((AnyHashable("text"), "\"text\""))
        values.append((AnyHashable(true), "true"))
        values.append(([1, "a", 0.5] as [any Hashable], "[1, \"a\", 0.5]"))
        values.append(([5] as [AnyHashable], "[5]"))
        values.append(
            (["number": 1, "name": "a"] as [String: any Codable], #"{"number": 1, "name": "a"}"#)
        )
        values.append(
            (["number": 1, "name": nil] as [String: Any?], #"{"number": 1, "name": null}"#)
        )
        values.append((["a", nil], "[\"a\", null]"))
        values.append((["number": 1, "b": 2], #"{"number": 1, "b": 2}"#))
        values.append((["number": 1] as [AnyHashable: Int], #"{"number": 1}"#))
        return values
    }()

    /// Values that JSON can't represent.
    private lazy var oddities: [Value] = {
        final class Object {}
        struct Empty {}
        enum Case { case one, two(Int) }
        let odd: [Any] = [
            Date(timeIntervalSince1970: 1), NSDate(timeIntervalSince1970: 1), Date.distantFuture,
            Data([1, 2]), NSData(data: Data([1])), URL(filePath: "/x"), UUID(), NSUUID(),
            NSURL(fileURLWithPath: "/x"), Double.nan, Double.infinity, -Double.infinity, Float.nan,
            NSNumber(value: Double.nan), NSNumber(value: -Float.infinity), Decimal.nan,
            NSDecimalNumber.notANumber, NSDecimalNumber.maximum, NSDecimalNumber.minimum,
            Decimal.greatestFiniteMagnitude, Decimal.leastNonzeroMagnitude, CGFloat.nan, -0.0,
            1e23, Double.greatestFiniteMagnitude, UInt128.max, Int128.min, Character("x"),
            Unicode.Scalar("x"), Set([1, 2]), NSSet(array: [1]), Object(), Empty(), Case.two(1),
            (1, "x"), { () -> Int in 1 }, Int.self, [1: "x"], NSDictionary(dictionary: [1: 2]),
            [AnyHashable("a"): 1, AnyHashable(2): 2], IndexSet([1]), NSNull.self, 1...3,
            NSObject(), Data().indices,
            NSError(domain: "x", code: 1), NSAttributedString(string: "x"), StaticString("x"),
            Mirror(reflecting: 1), Optional<Optional<Any>>.some(.some(NSNull())) as Any,
            String(repeating: "e\u{301}\u{323}", count: 40),
            ["e" + String(repeating: "\u{301}", count: 200): 1],
        ]
        return odd.map { ($0, nil) }
    }()
}
