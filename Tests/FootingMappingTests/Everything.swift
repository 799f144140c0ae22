import FootingMapping
import Foundation
import TestSupport

/// A value of every type that a field can have, each with its own key.
struct Everything: Equatable, Sendable {
    struct Inner: Equatable, Sendable, Mappable {
        var number = 99
        var name: String?

        static let mapping = Mapping<Inner> {
            Field("number", \.number).required()
            Field("name", \.name)
        }
    }

    var int = 99
    var int8: Int8? = 99
    var uint64: UInt64 = 99
    var int128: Int128 = 99
    var double = 99.25
    var float: Float = 99.25
    var decimal: Decimal = 99
    var bool = true
    var maybe: Bool?
    var text = "old"
    var date = Date(timeIntervalSince1970: 99)
    var url: URL?
    var uuid: UUID?
    var bytes = Data([99])
    var plan = Plan.old
    var level: Level? = .old
    var numbers = [99]
    var texts: [String]?
    var lists = [[99.25]]
    var members = ["old": 99]
    var plans = ["old": [Plan.old]]
    var inner = Inner()
    var optional: Inner?
    var several = [Inner()]
    var named: [String: Inner] = [:]

    static let mapping = Mapping<Everything> {
        Field("int", \.int)
        Field("int8", \.int8)
        Field("uint64", \.uint64)
        Field("int128", \.int128)
        Field("double", \.double)
        Field("float", \.float)
        Field("decimal", \.decimal)
        Field("bool", \.bool)
        Field("maybe", \.maybe)
        Field("text", \.text)
        Field("date", \.date)
        Field("url", \.url)
        Field("uuid", \.uuid)
        Field("bytes", \.bytes)
        Field("plan", \.plan)
        Field("level", \.level)
        Field("numbers", \.numbers)
        Field("texts", \.texts)
        Field("lists", \.lists)
        Field("members", \.members)
        Field("plans", \.plans)
        Field("inner", \.inner)
        Field("optional", \.optional)
        Field("several", \.several)
        Field("named", \.named)
    }

    static let keys = [
        "int", "int8", "uint64", "int128", "double", "float", "decimal", "bool", "maybe", "text",
        "date", "url", "uuid", "bytes", "plan", "level", "numbers", "texts", "lists", "members",
        "plans", "inner", "optional", "several", "named",
    ]
}

extension SeededRandom {
    mutating func isOne(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }

    /// Random JSON: scalars from every row of the table, and lists and objects of them.
    mutating func json(depth: Int = 3) -> String {
        switch depth == 0 ? 2 : Int.random(in: 0..<8, using: &self) {
        case 0:
            let count = Int.random(in: 0...4, using: &self)
            return "[" + (0..<count).map { _ in json(depth: depth - 1) }.joined(separator: ", ")
                + "]"
        case 1:
            var names = ["number", "name", "a", "b", "é", ""].shuffled(using: &self)
            names = Array(names.prefix(Int.random(in: 0...4, using: &self)))
            let members = names.map { "\($0.debugDescription): \(json(depth: depth - 1))" }
            return "{" + members.joined(separator: ", ") + "}"
        default:
            return one(of: Self.scalars)
        }
    }

    private static let scalars = [
        "null", "true", "false", "0", "1", "2", "-1", "42", "127", "128", "256", "1.5", "-0.5",
        "9007199254740992", "9007199254740993", "9223372036854775807", "18446744073709551615",
        "170141183460469231731687303715884105727", "1795294730", "1795294730123", "0.1",
        "1234.5678", #""""#, #"" 42 ""#, #""-7""#, #""1.5""#, #""yes""#, #""off""#, #""true""#,
        #""free""#, #""basic""#, #""none""#, #""text""#, #""a,b""#, #""Z\u00fcrich""#, #""nan""#,
        #""2026-11-21T21:58:50Z""#, #""2026-11-21""#, #""2026-02-30T00:00:00Z""#,
        #""https://example.org/a?b#c""#, #""../relative""#, #""not a url""#,
        #""f81d4fae-7dec-11d0-a765-00a0c91e6bf6""#, #""urn:uuid:f81d4fae""#, #""aGVsbG8=""#,
        #""aGVsbG8""#, #""12abc""#, #""{\"number\": 1}""#,
    ]
}
