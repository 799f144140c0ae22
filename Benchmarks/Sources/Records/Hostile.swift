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

    /// Reads an object by ours, whose keys may have their letters in the other case, and returns the
    /// value of the key that is wanted.
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
}
