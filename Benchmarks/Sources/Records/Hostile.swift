import FootingMapping
import Foundation

/// Documents that are there to hurt, and what is made of them.
package enum Hostile {
    private struct Target: Decodable {
        var wanted: Int?

        static let mapping = Mapping<Target> { Field("wanted", \.wanted) }
    }

    private struct Counts: Decodable {
        var counts: [String: Int] = [:]

        static let mapping = Mapping<Counts> { Field("counts", \.counts) }
        static let lossy = Mapping<Counts> { Field("counts", \.counts).lossy() }
    }

    /// A key that is one letter and `count` marks on it, out of order, so that whoever brings them
    /// in order needs quadratic time; a key that is wanted follows.
    package static func key(ofMarks count: Int) -> Data {
        let pairs = String(repeating: "\u{0301}\u{0316}", count: count / 2)
        return Data("{\"e\(pairs)\":1,\"wanted\":2}".utf8)
    }

    /// The same object as the value of `counts`.
    package static func counts(ofMarks count: Int) -> Data {
        Data("{\"counts\":".utf8) + key(ofMarks: count) + Data("}".utf8)
    }

    /// One object with so many keys that nobody wants; a key that is wanted follows.
    package static func unknownKeys(_ count: Int) -> Data {
        let members = (0..<count).map { "\"key\($0)\":\($0)" }
        return Data("{\(members.joined(separator: ",")),\"wanted\":2}".utf8)
    }

    /// A list of numbers that ends before it is closed.
    package static func unclosedList(ofBytes count: Int) -> Data {
        Data("[1".utf8) + Data(String(repeating: ",1", count: count / 2 - 1).utf8)
    }

    /// A list in a list in a list, and so on.
    package static func nestedLists(_ count: Int) -> Data {
        Data(repeating: UInt8(ascii: "["), count: count)
    }

    /// Reads an object by ours, and returns the value of the key that is wanted.
    package static func wantedByMapping(_ data: Data) throws -> Int? {
        var target = Target()
        _ = try Target.mapping.apply(json: data, to: &target)
        return target.wanted
    }

    /// Reads an object by ours without regard to the case of keys, and returns the value of the
    /// wanted key.
    package static func wantedInAnyCase(_ data: Data) throws -> Int? {
        var target = Target()
        var options = MappingOptions.standard
        options.keyStrategy = .caseInsensitive
        _ = try Target.mapping.apply(json: data, to: &target, options: options)
        return target.wanted
    }

    /// Reads an object by `LenientDecoder`, and returns the value of the key that is wanted.
    package static func wantedByLenientDecoder(_ data: Data) throws -> Int? {
        try LenientDecoder().decode(Target.self, json: data).value?.wanted
    }

    /// Reads an object by `JSONDecoder`, and returns the value of the key that is wanted.
    package static func wantedByDecoder(_ data: Data) throws -> Int? {
        try JSONDecoder().decode(Target.self, from: data).wanted
    }

    /// One object with so many keys, all of them wanted, as the value of `counts`.
    package static func counts(_ count: Int) -> Data {
        let members = (0..<count).map { "\"key\($0)\":\($0)" }
        return Data("{\"counts\":{\(members.joined(separator: ","))}}".utf8)
    }

    /// Reads an object into a dictionary by ours.
    package static func countsByMapping(_ data: Data) throws -> [String: Int] {
        var target = Counts()
        _ = try Counts.mapping.apply(json: data, to: &target)
        return target.counts
    }

    /// Reads an object into a dictionary by ours, without the keys that are beyond a limit.
    package static func fewerCountsByMapping(_ data: Data) throws -> [String: Int] {
        var target = Counts()
        _ = try Counts.lossy.apply(json: data, to: &target)
        return target.counts
    }

    /// Whether `LenientDecoder` reads an object into a dictionary.
    package static func hasCountsForLenientDecoder(_ data: Data) throws -> Bool {
        try LenientDecoder().decode(Counts.self, json: data).value != nil
    }

    /// Reads an object into a dictionary by `JSONDecoder`.
    package static func countsByDecoder(_ data: Data) throws -> [String: Int] {
        try JSONDecoder().decode(Counts.self, from: data).counts
    }

    /// Whether ours says that this is no document.
    package static func isRefusedByMapping(_ data: Data) -> Bool {
        var target = Target()
        let report = try? Target.mapping.apply(json: data, to: &target)
        return report == nil
    }

    /// Whether `JSONDecoder` says that this is none.
    package static func isRefusedByDecoder(_ data: Data) -> Bool {
        (try? JSONDecoder().decode([Int].self, from: data)) == nil
    }

    // MARK: Types that ask for much

    /// Any JSON, one kind tried after the other.
    private indirect enum AnyValue: Decodable {
        case null, bool(Bool), number(Double), text(String), list([AnyValue])
        case object([String: AnyValue])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else if let value = try? container.decode([AnyValue].self) {
                self = .list(value)
            } else {
                self = .object(try container.decode([String: AnyValue].self))
            }
        }

        var count: Int {
            switch self {
            case .list(let list): list.reduce(1) { $0 + $1.count }
            case .object(let members): members.values.reduce(1) { $0 + $1.count }
            default: 1
            }
        }
    }

    /// So many objects with a value of each kind.
    package static func values(_ count: Int) -> Data {
        let object = #"{"a":null,"b":true,"c":1.5,"d":"text","e":[1,"x",false],"f":{"g":2}}"#
        return Data("[\(Array(repeating: object, count: count).joined(separator: ","))]".utf8)
    }

    /// Reads any JSON by ours, and returns how many values it has.
    package static func valueCountByLenientDecoder(_ data: Data) throws -> Int? {
        try LenientDecoder().decode(AnyValue.self, json: data).value?.count
    }

    /// Reads any JSON by `JSONDecoder`, and returns how many values it has.
    package static func valueCountByDecoder(_ data: Data) throws -> Int? {
        try JSONDecoder().decode(AnyValue.self, from: data).count
    }

    /// An object that three hundred keys are wanted of.
    private struct Wide: Decodable {
        struct Key: CodingKey {
            let number: Int16
            var stringValue: String { "key\(number)" }
            var intValue: Int? { nil }
            init(_ number: Int16) { self.number = number }
            init?(stringValue: String) {
                guard let number = Int16(stringValue.dropFirst(3)) else { return nil }
                self.number = number
            }
            init?(intValue: Int) { nil }
        }

        var sum = 0

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            for number in 0..<Int16(300) {
                sum += try container.decode(Int.self, forKey: Key(number))
            }
        }
    }

    /// One object with so many keys, three hundred of which are wanted.
    package static func wideObject(_ count: Int) -> Data {
        let members = (0..<count).reversed().map { "\"key\($0)\":\($0)" }
        return Data("{\(members.joined(separator: ","))}".utf8)
    }

    /// Adds the values of three hundred keys of an object by ours.
    package static func wideSumByLenientDecoder(_ data: Data) throws -> Int? {
        try LenientDecoder().decode(Wide.self, json: data).value?.sum
    }

    /// The same by `JSONDecoder`.
    package static func wideSumByDecoder(_ data: Data) throws -> Int? {
        try JSONDecoder().decode(Wide.self, from: data).sum
    }

    /// The sum of the members whose keys a list in the same object names.
    private struct Chosen: Decodable {
        enum Keys: CodingKey { case keys }
        struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        let sum: Int

        init(from decoder: any Decoder) throws {
            let names = try decoder.container(keyedBy: Keys.self)
                .decode([String].self, forKey: .keys)
            let members = try decoder.container(keyedBy: Key.self)
            sum = try names.reduce(0) {
                try $0 + members.decode(Int.self, forKey: Key(stringValue: $1))
            }
        }
    }

    /// An object with a list of its keys, which are equally long and begin alike.
    package static func chosenKeys(_ count: Int) -> Data {
        let keys = (0..<count).map { "\"attribute\(1_000_000 + $0)\"" }
        let members = keys.map { $0 + ":1" }
        return Data(
            "{\"keys\":[\(keys.joined(separator: ","))],\(members.joined(separator: ","))}".utf8
        )
    }

    /// The sum of these members by ours, if their keys are known.
    package static func chosenSumByLenientDecoder(_ data: Data) throws -> Int? {
        let (chosen, report) = try LenientDecoder().decode(Chosen.self, json: data)
        return report.unknownKeyCount == 0 ? chosen?.sum : nil
    }

    private struct Numbers: Sendable {
        var numbers: [Int] = []
        static let mapping = Mapping<Numbers> { Field("numbers", \.numbers) }
    }

    /// An object with a list of zeros.
    package static func list(ofBytes count: Int) -> Data {
        Data("{\"numbers\":[\(String(repeating: "0,", count: count / 2))0]}".utf8)
    }

    /// The number of issues that ours reports for such an object, with the limits of `.untrusted`.
    package static func issueCountOfList(_ data: Data) throws -> Int? {
        var numbers = Numbers()
        return try Numbers.mapping.apply(json: data, to: &numbers, options: .untrusted).issueCount
    }

    private enum Word: String, MappingConvertible { case short }
    private struct Words: Sendable {
        var word = Word.short
        static let mapping = Mapping<Words> { Field("word", \.word) }
    }

    /// An object with a text of so many marks where one of a few words is wanted.
    package static func word(ofMarks count: Int) -> Data {
        let pairs = String(repeating: "\u{0301}\u{0316}", count: count / 2)
        return Data("{\"word\":\"e\(pairs)\"}".utf8)
    }

    /// The number of issues that ours reports for such an object.
    package static func issueCountOfWord(_ data: Data) throws -> Int? {
        var words = Words()
        return try Words.mapping.apply(json: data, to: &words).issueCount
    }
}
