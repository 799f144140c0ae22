import Foundation

private let module = "Mapping"

extension Fact {
    static let mapping =
        jsonNumbers + jsonDocuments + hostileJSON + propertyLists + mappedStrings + mappedDates
        + mappedTypes
}

// MARK: - Numbers in JSON

private let jsonNumbers: [Fact] = [
    Fact(module, "JSONSerialization: doubles from 0 to 1", known: "12558 of 20000 wrong") {
        let (text, doubles) = randomDoubles { Double.random(in: 0..<1, using: &$0) }
        let read = try JSONSerialization.jsonObject(with: text) as? [NSNumber] ?? []
        return "\(zip(read, doubles).count { $0.doubleValue != $1 }) of \(read.count) wrong"
    },
    Fact(module, "JSONSerialization: doubles of any size", known: "4338 of 20000 wrong") {
        let (text, doubles) = randomDoubles { doubleOfAnySize(&$0) }
        let read = try JSONSerialization.jsonObject(with: text) as? [NSNumber] ?? []
        return "\(zip(read, doubles).count { $0.doubleValue != $1 }) of \(read.count) wrong"
    },
    Fact(module, "JSONDecoder: doubles of any size", known: "0 of 20000 wrong") {
        let (text, doubles) = randomDoubles { doubleOfAnySize(&$0) }
        let read = try JSONDecoder().decode([Double].self, from: text)
        return "\(zip(read, doubles).count { $0 != $1 }) of \(read.count) wrong"
    },
    Fact(module, "-9223372036854775809 as? Int", known: "-9223372036854775807") {
        said(try number("-9223372036854775809") as? Int)
    },
    Fact(module, "-99999999999999999999999 .int64Value", known: "-200376420520689663") {
        said((try number("-99999999999999999999999") as? NSNumber)?.int64Value)
    },
    Fact(module, "9223372036854775808.5 as? UInt64", known: "9223372036854775808") {
        said(try number("9223372036854775808.5") as? UInt64)
    },
    Fact(module, "9223372036854775808 as? Int", known: "nil") {
        said(try number("9223372036854775808") as? Int)
    },
    Fact(module, "9007199254740993 as? Double", known: "nil") {
        said(try number("9007199254740993") as? Double)
    },
    Fact(module, "18446744073709551616 arrives as", known: "NSDecimalNumber") {
        "\(type(of: try number("18446744073709551616")))"
    },
    Fact(module, "true as? Int", known: "1") { said(try number("true") as? Int) },
    Fact(module, "true as? Double", known: "1.0") { said(try number("true") as? Double) },
    Fact(module, "0, 1, 1.0 and 1e-400 as? Bool", known: "false true true false") {
        try ["0", "1", "1.0", "1e-400"].map { said(try number($0) as? Bool) }
            .joined(separator: " ")
    },
    Fact(module, "1e3 as? Int", known: "1000") { said(try number("1e3") as? Int) },
    Fact(module, "1e-400", known: "0.0") { said(try number("1e-400") as? Double) },
    Fact(module, "JSONSerialization: 1e400 in an array", known: "document refused") {
        do {
            return "\(try JSONSerialization.jsonObject(with: Data("[1, 1e400]".utf8)))"
        } catch {
            return "document refused"
        }
    },
    Fact(module, "JSONSerialization: the sign of -0", known: "lost") {
        (try number("-0") as? NSNumber)?.doubleValue.sign == .minus ? "kept" : "lost"
    },
    Fact(module, "JSONDecoder: the sign of -0", known: "kept") {
        try JSONDecoder().decode([Double].self, from: Data("[-0]".utf8)).first?.sign == .minus
            ? "kept" : "lost"
    },
    Fact(module, "JSONDecoder: [0e1] as Double", known: "refused") {
        try fateWithDecoder("[0e1]", as: [Double].self)
    },
    Fact(module, "JSONSerialization: [0e1]", known: "accepted") { fate("[0e1]") },
    Fact(module, "Int, UInt8 and Float in Any as? Double", known: "nil nil nil") {
        let values: [Any] = [Int(1), UInt8(1), Float(1)]
        return values.map { said($0 as? Double) }.joined(separator: " ")
    },
    Fact(module, "objCType of Bool, of 1 and 42 as Int8", known: "c i c") {
        [NSNumber(value: true), NSNumber(value: Int8(1)), NSNumber(value: Int8(42))]
            .map { String(cString: $0.objCType) }.joined(separator: " ")
    },
]

private func number(_ text: String) throws -> Any {
    let read = try JSONSerialization.jsonObject(with: Data("[\(text)]".utf8)) as? [Any]
    return read?.first ?? "nothing"
}

private func said<Value>(_ value: Value?) -> String {
    value.map { "\($0)" } ?? "nil"
}

private func randomDoubles(
    _ next: (inout SplitMix) -> Double
) -> (text: Data, doubles: [Double]) {
    var random = SplitMix(state: 20_120_111)
    let doubles = (0..<20_000).map { _ in next(&random) }
    let text = "[" + doubles.map { "\($0)" }.joined(separator: ",") + "]"
    return (Data(text.utf8), doubles)
}

private func doubleOfAnySize(_ random: inout SplitMix) -> Double {
    while true {
        let double = Double(bitPattern: random.next())
        if double.isFinite { return double }
    }
}

/// The same numbers on every machine.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

// MARK: - Documents

private let jsonDocuments: [Fact] = [
    Fact(module, "JSONSerialization: a trailing comma", known: "accepted") { fate("[1, 2,]") },
    Fact(module, "JSONDecoder: a trailing comma", known: "accepted") {
        try fateWithDecoder("[1, 2,]", as: [Int].self)
    },
    Fact(module, "JSONSerialization: UTF-16", known: "accepted") {
        let text = "[1]".data(using: .utf16LittleEndian) ?? Data()
        return (try? JSONSerialization.jsonObject(with: text)) == nil ? "refused" : "accepted"
    },
    Fact(module, "JSONSerialization: depth 512 and 513", known: "accepted refused") {
        "\(fate(nested(512))) \(fate(nested(513)))"
    },
    Fact(module, "JSONDecoder: depth 512 and 513", known: "accepted refused") {
        let fates = try [512, 513].map { try fateWithDecoder(nested($0), as: Nested.self) }
        return fates.joined(separator: " ")
    },
    Fact(module, "JSONSerialization: a duplicate key", known: "the last") {
        let text = Data(#"{"a": 1, "a": 2}"#.utf8)
        let read = try JSONSerialization.jsonObject(with: text) as? [String: Int]
        return read?["a"] == 2 ? "the last" : "the first"
    },
    Fact(module, "JSONDecoder: a duplicate key", known: "the first") {
        let text = Data(#"{"a": 1, "a": 2}"#.utf8)
        return try JSONDecoder().decode([String: Int].self, from: text)["a"] == 2
            ? "the last" : "the first"
    },
    Fact(module, "JSONSerialization: NFC and NFD keys", known: "one key") {
        let text = Data("{\"\u{E9}\": 1, \"e\u{301}\": 2}".utf8)
        let read = try JSONSerialization.jsonObject(with: text) as? [String: Int]
        return read?.count == 1 ? "one key" : "two keys"
    },
]

private struct Nested: Decodable {
    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd { _ = try list.decode(Nested.self) }
    }
}

private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
}

private func fate(_ text: String) -> String {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) == nil ? "refused" : "accepted"
}

private func fateWithDecoder<Value: Decodable>(_ text: String, as type: Value.Type) throws -> String
{
    do {
        _ = try JSONDecoder().decode(type, from: Data(text.utf8))
        return "accepted"
    } catch is DecodingError {
        return "refused"
    }
}

// MARK: - Hostile input

private let hostileJSON: [Fact] = [
    Fact(module, "freeing an Any tree 10 000 deep", known: "freed") { freeTree(depth: 10_000) },
    Fact(module, "freeing an Any tree 100 000 deep", known: "signal 11") {
        freeTree(depth: 100_000)
    },
    Fact(module, "hashing a key of combining marks", known: "quadratic") {
        var hasher = Hasher()
        return growth { Marks(count: $0).text.hash(into: &hasher) }
    },
    Fact(module, "comparing keys of combining marks", known: "quadratic") {
        var equal = 0
        return growth { count in
            let marks = Marks(count: count)
            equal += marks.text == marks.reordered ? 1 : 0
        }
    },
]

private func freeTree(depth: Int) -> String {
    var tree: [Any] = []
    for _ in 0..<depth { tree = [tree] }
    tree = []
    return tree.isEmpty ? "freed" : "kept"
}

/// Alternating marks of two combining classes, which normalisation has to sort.
private struct Marks {
    let text: String
    let reordered: String

    init(count: Int) {
        text = "a" + String(repeating: "\u{301}\u{316}", count: count)
        reordered = "a" + String(repeating: "\u{316}\u{301}", count: count)
    }
}

/// How the time grows when the size grows eightfold.
private func growth(_ work: (Int) -> Void) -> String {
    func best(_ count: Int) -> Duration {
        (0..<3).map { _ in ContinuousClock().measure { work(count) } }.min() ?? .zero
    }
    // Linear is 8, quadratic 64.
    return best(12_000) / best(1_500) > 24 ? "quadratic" : "linear"
}

// MARK: - Property lists

private let propertyLists: [Fact] = [
    Fact(module, "property list: an integer above UInt64.max", known: "document refused") {
        let list = propertyList("<integer>1</integer><integer>18446744073709551616</integer>")
        do {
            return "\(try PropertyListSerialization.propertyList(from: list, format: nil))"
        } catch {
            return "document refused"
        }
    },
    Fact(module, "property list: <real>nan</real>", known: "nan") {
        let list = propertyList("<real>nan</real>")
        let read = try PropertyListSerialization.propertyList(from: list, format: nil) as? [Double]
        return said(read?.first)
    },
]

private func propertyList(_ values: String) -> Data {
    Data(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><array>\(values)</array></plist>
        """.utf8
    )
}

// MARK: - Strings

private let mappedStrings: [Fact] = [
    Fact(module, "Decimal(string: \"12abc\")", known: "12") { said(Decimal(string: "12abc")) },
    Fact(module, "Decimal(string: \"--1\")", known: "0") { said(Decimal(string: "--1")) },
    Fact(module, "Decimal(string: \"1,000\")", known: "1") { said(Decimal(string: "1,000")) },
    Fact(module, "Decimal(string:) of 45 digits", known: "rounded") {
        let digits = String(repeating: "123456789", count: 5)
        return Decimal(string: digits).map { "\($0)" == digits ? "exact" : "rounded" } ?? "nil"
    },
    Fact(module, "Decimal(68.32)", known: "68.31999999999998976") { said(Decimal(68.32)) },
    Fact(module, "Double(\"1\\0\")", known: "1.0") { said(Double("1\0")) },
    Fact(module, "Double of 0x1p3, nan, inf, 1e999", known: "8.0 nan inf inf") {
        ["0x1p3", "nan", "inf", "1e999"].map { said(Double($0)) }.joined(separator: " ")
    },
    Fact(module, "integerValue of \"12abc\"", known: "12") {
        "\(NSString(string: "12abc").integerValue)"
    },
    Fact(module, "integerValue of 20 nines", known: "9223372036854775807") {
        "\(NSString(string: String(repeating: "9", count: 20)).integerValue)"
    },
    Fact(module, "UUID of text with braces", known: "nil") {
        said(UUID(uuidString: "{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}"))
    },
    Fact(module, "URL(string: \"not a url\")", known: "not%20a%20url") {
        said(URL(string: "not a url")?.absoluteString)
    },
    Fact(module, "the same, no invalid characters", known: "nil") {
        said(URL(string: "not a url", encodingInvalidCharacters: false)?.absoluteString)
    },
    Fact(module, "base64 of \"====\"", known: "1 bytes") {
        Data(base64Encoded: "====").map { "\($0.count) bytes" } ?? "nil"
    },
]

// MARK: - Dates

private let mappedDates: [Fact] = [
    Fact(module, "ISO8601DateFormatter: 30 February", known: "2012-03-01") {
        day(ISO8601DateFormatter().date(from: "2012-02-30T00:00:00Z"))
    },
    Fact(module, "ISO8601DateFormatter: hour 24", known: "2012-01-12") {
        day(ISO8601DateFormatter().date(from: "2012-01-11T24:00:00Z"))
    },
    Fact(module, "ISO8601DateFormatter: junk after the Z", known: "2012-01-11") {
        day(ISO8601DateFormatter().date(from: "2012-01-11T00:00:00Zjunk"))
    },
    Fact(module, "ISO8601DateFormatter: a fraction", known: "nil") {
        day(ISO8601DateFormatter().date(from: "2012-01-11T00:00:00.5Z"))
    },
    Fact(module, "ISO8601FormatStyle: 30 February", known: "2012-03-01") {
        day(try? Date.ISO8601FormatStyle().parse("2012-02-30T00:00:00Z"))
    },
    Fact(module, "ISO8601FormatStyle: hour 24", known: "2012-01-12") {
        day(try? Date.ISO8601FormatStyle().parse("2012-01-11T24:00:00Z"))
    },
    Fact(module, "ISO8601FormatStyle: junk after the Z", known: "2012-01-11") {
        day(try? Date.ISO8601FormatStyle().parse("2012-01-11T00:00:00Zjunk"))
    },
    Fact(module, "ISO8601FormatStyle: a fraction", known: "2012-01-11") {
        day(try? Date.ISO8601FormatStyle().parse("2012-01-11T00:00:00.5Z"))
    },
    Fact(module, "DateFormatter: 30 February", known: "nil") {
        day(formatter().date(from: "2012-02-30"))
    },
    Fact(module, "DateFormatter: slashes for yyyy-MM-dd", known: "2012-01-11") {
        day(formatter().date(from: "2012/01/11"))
    },
]

private func formatter() -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "yyyy-MM-dd"
    formatter.isLenient = false
    return formatter
}

private func day(_ date: Date?) -> String {
    date?.formatted(.iso8601.year().month().day()) ?? "nil"
}

// MARK: - Types

private let mappedTypes: [Fact] = [
    Fact(module, "an unavailable overload for classes", known: "does not stop them") {
        let verdict = try Compiler.verdict(
            on: """
                func update<Value>(_ value: inout Value) {}
                @available(*, unavailable)
                func update<Value: AnyObject>(_ value: inout Value) {}
                final class Model {}
                var model = Model()
                update(&model)
                """
        )
        return verdict == "compiles" ? "does not stop them" : "stops them"
    },
    Fact(module, "key paths by reflection (SPI)", known: "compiles") {
        try Compiler.verdict(
            on: """
                @_spi(Reflection) import Swift
                struct Value { var count = 1 }
                _ = _forEachFieldWithKeyPath(of: Value.self) { _, _ in true }
                """
        )
    },
]
