import FootingMapping
import Foundation
import XCTest

/// Options that affect the whole value: all or nothing, spelling of keys, and contents of reports.
final class LenientDecoderOptionsTests: XCTestCase {
    struct Address: Decodable, Equatable {
        var zipCode: Int
        var street: String?
    }
    struct Person: Decodable, Equatable {
        var firstName = "Ada"
        var userID = 1
        var homeAddress = Address(zipCode: 1)
        var addresses: [Address] = []
        var luckyNumbers = [7]
    }

    /// A price whose currency is not in the input.
    struct Price: Decodable, Equatable {
        static let currencyKey = CodingUserInfoKey(rawValue: "currency")
        var amount: Int
        var currency: String

        enum CodingKeys: CodingKey { case amount }

        init(_ amount: Int, _ currency: String) {
            self.amount = amount
            self.currency = currency
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            amount = try container.decode(Int.self, forKey: .amount)
            let info = try container.superDecoder().userInfo
            currency = Self.currencyKey.flatMap { info[$0] as? String } ?? ""
        }
    }
    struct Offer: Decodable, Equatable {
        var price: Price
        var others: [Price]
    }

    /// Twenty keys that are known only when they are requested.
    struct Wide: Decodable, Equatable {
        struct Key: CodingKey {
            let number: Int8
            var stringValue: String { "keyOfNumber\(number)" }
            var intValue: Int? { nil }
            init(_ number: Int8) { self.number = number }
            init?(stringValue: String) { nil }
            init?(intValue: Int) { nil }
        }
        let numbers: [Int]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            numbers = try (0..<20).map { try container.decode(Int.self, forKey: Key($0)) }
        }
    }

    func testTheFirstObjectOfAWideTypeIsReadAsTheSecondIs() throws {
        let spellings: [(MappingOptions.KeyStrategy, String)] = [
            (.exact, "keyOfNumber"), (.exact, #"k\u0065yOfNumber"#), (.snakeCase, "key_of_number"),
            (.caseInsensitive, "KEYoFnUMBER"), (.caseInsensitive, #"\u004beyofnumber"#),
        ]
        let duplicates: [(MappingOptions.DuplicateKeys, Int)] = [(.first, 18), (.last, 118)]
        for (strategy, spelling) in spellings {
            func members(_ numbers: Range<Int>, from first: Int) -> String {
                numbers.map { "\"\(spelling)\($0)\": \(first + $0)" }.joined(separator: ", ")
            }
            let object =
                "{\(members(0..<40, from: 0)), \"\(spelling)\": 7, \(members(18..<19, from: 100))}"
            let data = Data("[\(object), \(object)]".utf8)
            var decoder = LenientDecoder()
            decoder.options.keyStrategy = strategy
            for (rule, eighteenth) in duplicates {
                decoder.options.duplicateKeys = rule
                let (wide, report) = try decoder.decode([Wide].self, json: data)
                XCTAssertEqual(wide?.count, 2, "\(report)")
                for object in wide ?? [] {
                    XCTAssertEqual(object.numbers, Array(0..<18) + [eighteenth, 19], spelling)
                }
                XCTAssertEqual(report.duplicateKeyCount, 2)
                XCTAssertEqual(report.unknownKeyCount, 42)
            }
            decoder.options.duplicateKeys = .reject
            let report = try decoder.decode([Wide].self, json: data).report
            XCTAssertEqual(report.issues.map(\.code), [.duplicateKey, .duplicateKey])
        }
    }

    func testInitializersFindTheUserInfo() throws {
        var decoder = LenientDecoder()
        let json = #"{"price": {"amount": 1}, "others": [{"amount": "2"}, {}]}"#
        for currency in ["", "EUR"] {
            for input in try Input.all(json) {
                let (offer, report) = try input.decode(Offer.self, decoder)
                let expected = Offer(price: Price(1, currency), others: [Price(2, currency)])
                XCTAssertEqual(offer, expected)
                XCTAssertEqual(report.issueCount, 1)
            }
            decoder.userInfo[try XCTUnwrap(Price.currencyKey)] = "EUR"
        }
    }

    func testAtomicMakesNothingUnlessEverythingCanBeMade() throws {
        struct Addressee: Decodable, Equatable {
            var firstName: String
            var addresses: [Address]
        }
        var decoder = LenientDecoder()
        decoder.options.isAtomic = true
        decoder.options.listsFields = true
        for json in [
            #"{"firstName": "Eve", "addresses": [{"zipCode": "x"}]}"#,
            #"{"firstName": "Eve", "addresses": [{"zipCode": 1}, {}]}"#,
        ] {
            for input in try Input.all(json) {
                let (addressee, report) = try input.decode(Addressee.self, decoder)
                XCTAssertNil(addressee)
                XCTAssertEqual(report.issues.map(\.resolution), [.madeNothing])
                XCTAssertEqual(report.appliedCount, 0)
                XCTAssertEqual(report.notes, [])
            }
        }
        let (list, report) = try decoder.decode(
            [Address].self,
            json: Data(#"[{"zipCode": 1}, {}]"#.utf8)
        )
        XCTAssertNil(list)
        XCTAssertEqual(report.issues.map(\.resolution), [.madeNothing])
        for input in try Input.all(#"{"firstName": "Eve", "addresses": [{"zipCode": "5"}]}"#) {
            let (addressee, report) = try input.decode(Addressee.self, decoder)
            XCTAssertTrue(report.isClean)
            XCTAssertEqual(addressee, Addressee(firstName: "Eve", addresses: [Address(zipCode: 5)]))
        }
    }

    func testElementsThatLossyLeavesOutAreNoReasonToStop() throws {
        var decoder = LenientDecoder()
        decoder.options.isAtomic = true
        decoder.isLossy = true
        struct Lists: Decodable {
            var luckyNumbers: [Int]
            var addresses: [Address]
        }
        let json = #"{"luckyNumbers": [1, "x"], "addresses": [{"zipCode": 5}, {}, 7]}"#
        for input in try Input.all(json) {
            let (lists, report) = try input.decode(Lists.self, decoder)
            XCTAssertEqual(lists?.luckyNumbers, [1])
            XCTAssertEqual(lists?.addresses, [Address(zipCode: 5)])
            XCTAssertEqual(
                report.issues.map(\.resolution),
                [.droppedElement, .droppedElement, .droppedElement]
            )
            XCTAssertEqual(report.appliedCount, 3)
        }
    }

    func testKeysMayBeSpelledOtherwise() throws {
        let snake = #"""
            {"first_name": "Eve", "user_id": "5", "lucky_numbers": [], "home_address": {"zip_code": 3},
             "addresses": [{"zip_code": 1}, {"zip_code": 2, "street": "s"}]}
            """#
        let folded = #"""
            {"FIRSTNAME": "Eve", "userid": "5", "luckynumbers": [], "HomeAddress": {"ZIPCODE": 3},
             "Addresses": [{"zipcode": 1}, {"ZipCode": 2, "STREET": "s"}]}
            """#
        let paths = ["$.home_address.zip_code", "$.homeAddress.zipCode"]
        for (index, json) in [snake, folded].enumerated() {
            var decoder = LenientDecoder()
            decoder.options.keyStrategy = index == 0 ? .snakeCase : .caseInsensitive
            for input in try Input.all(json) {
                let (person, report) = try input.decode(Person.self, decoder)
                XCTAssertEqual(
                    person,
                    Person(
                        firstName: "Eve",
                        userID: 5,
                        homeAddress: Address(zipCode: 3),
                        addresses: [Address(zipCode: 1), Address(zipCode: 2, street: "s")],
                        luckyNumbers: []
                    )
                )
                XCTAssertTrue(report.isClean)
                XCTAssertEqual(report.unknownKeyCount, 0)
            }
            for input in try Input.all(json.replacing(": 3}", with: #": "x"}"#)) {
                let report = try input.decode(Person.self, decoder).report
                XCTAssertEqual(report.issues.map { "\($0.path)" }, [paths[index]])
            }
        }
    }

    func testKeysThatDifferInCaseAloneAreOneKey() throws {
        var decoder = LenientDecoder()
        decoder.options.keyStrategy = .caseInsensitive
        for (policy, expected) in [
            (MappingOptions.DuplicateKeys.first, 1), (.last, 2), (.reject, nil),
        ] {
            decoder.options.duplicateKeys = policy
            for input in try Input.all(#"{"zipCode": 1, "zipcode": 2}"#) {
                let (address, report) = try input.decode(Address.self, decoder)
                XCTAssertEqual(address?.zipCode, expected)
                XCTAssertEqual(report.duplicateKeyCount, 1)
                XCTAssertEqual(report.issues.map(\.code), expected == nil ? [.duplicateKey] : [])
            }
        }
    }

    func testUnknownKeysAndValuesAreShownIfAskedFor() throws {
        var decoder = LenientDecoder()
        decoder.options.listsUnknownKeys = true
        decoder.options.includesValues = true
        let json = #"""
            {"extra": 1, "userID": 1, "firstName": "a", "luckyNumbers": [], "other": [],
             "homeAddress": {"zipCode": 1, "zip": 2}, "addresses": [{"zipCode": 3, "x": 4}, {"zipCode": []}]}
            """#
        for input in try Input.all(json) {
            let (person, report) = try input.decode(Person.self, decoder)
            XCTAssertEqual(person?.addresses, [Address(zipCode: 3)])
            XCTAssertEqual(report.issues.map(\.value), [nil])
            XCTAssertEqual(
                report.notes.map { "\($0.path) \($0.kind)" },
                [
                    "$.homeAddress.zip unknownKey", "$.addresses[0].x unknownKey",
                    "$.extra unknownKey", "$.other unknownKey",
                ]
            )
            XCTAssertEqual(report.unknownKeyCount, 4)
        }
        for input in try Input.all(json.replacing(#""userID": 1"#, with: #""userID": "many""#)) {
            let (person, report) = try input.decode(Person.self, decoder)
            XCTAssertNil(person)
            XCTAssertEqual(report.issues.map(\.value), ["many"])
        }
    }

    func testKeysOfAnObjectThatIsOpenedAgainAreCountedOnce() throws {
        struct Twice: Decodable {
            enum Keys: CodingKey { case place }
            enum CityKeys: CodingKey { case city }
            enum ZipKeys: CodingKey { case zip }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                let city = try container.nestedContainer(keyedBy: CityKeys.self, forKey: .place)
                _ = try city.decode(String.self, forKey: .city)
                let zip = try container.nestedContainer(keyedBy: ZipKeys.self, forKey: .place)
                _ = try zip.decode(String.self, forKey: .zip)
                let again = try container.superDecoder(forKey: .place)
                _ = try again.container(keyedBy: CityKeys.self).decode(String.self, forKey: .city)
            }
        }
        var decoder = LenientDecoder()
        for listsUnknownKeys in [false, true] {
            decoder.options.listsUnknownKeys = listsUnknownKeys
            for input in try Input.all(#"{"place": {"city": "Ulm", "zip": "89073", "x": 1}}"#) {
                let report = try input.decode(Twice.self, decoder).report
                XCTAssertTrue(report.isClean)
                XCTAssertEqual(report.unknownKeyCount, 1)
                XCTAssertEqual(
                    report.notes.map(\.path.description),
                    listsUnknownKeys ? ["$.place.x"] : []
                )
            }
        }
    }

    func testLimitsSayWhich() throws {
        struct Nest: Decodable { var next: [Nest]? }
        var decoder = LenientDecoder()
        decoder.options.limits.depth = 3
        decoder.options.limits.elements = 2
        let deep = #"{"next": [{"next": [{"next": []}]}]}"#
        let wide = #"{"a": 1, "b": 2, "c": 3}"#
        for (json, explanation) in [(deep, "depth"), (wide, "elements")] {
            for input in try Input.all(json) {
                let (_, report) = try input.decode(Nest.self, decoder)
                XCTAssertEqual(report.issues.map(\.explanation), [explanation])
            }
        }
    }

    /// Reads the keys that its kind names.
    private struct ByKind: Decodable {
        enum CodingKeys: CodingKey { case kind, a, b }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            switch try container.decode(String.self, forKey: .kind) {
            case "a": _ = try container.decode(Int.self, forKey: .a)
            case "b": _ = try container.decode(Int.self, forKey: .b)
            default: break
            }
        }
    }

    func testDuplicateKeysAreCountedAlikeWhateverValuesCameEarlier() throws {
        let none = #"{"kind": "none", "a": 1, "a": 2, "b": 3}"#
        let a = #"{"kind": "a", "a": 1, "b": 2, "b": 3, "kind": "a", "a": 4, "kind": "b"}"#
        let b = #"{"kind": "b", "b": 1, "a": 2, "a": 3, "c": 1, "c": 1}"#
        for rule in [MappingOptions.DuplicateKeys.first, .reject] {
            for listsKeys in [false, true] {
                var decoder = LenientDecoder()
                decoder.options.duplicateKeys = rule
                decoder.options.listsUnknownKeys = listsKeys
                decoder.options.listsFields = true
                func counts(_ objects: [String]) throws -> [Int] {
                    let json = Data("[\(objects.joined(separator: ","))]".utf8)
                    let report = try decoder.decode([ByKind].self, json: json).report
                    let notes = report.notes.count { $0.kind == .duplicateKey }
                    XCTAssertEqual(notes, report.duplicateKeyCount)
                    return [report.duplicateKeyCount, report.unknownKeyCount, report.issueCount]
                }
                let alone = try [none, a, b].map { try counts([$0]) }
                XCTAssertEqual(alone[0], [0, 3, 0])
                XCTAssertEqual(alone[1], rule == .first ? [3, 2, 0] : [2, 0, 1])
                XCTAssertEqual(alone[2], [0, 4, 0])
                let sum = (0..<3).map { column in alone.map { $0[column] }.reduce(0, +) }
                for objects in [[none, a, b], [a, b, none], [b, none, a], [b, a, none]] {
                    XCTAssertEqual(try counts(objects), sum, "\(objects) \(rule)")
                }
            }
        }
    }

    func testKeysThatAnInitializerChoosesAreUnknownUnlessItAskedForThem() throws {
        /// Asks for each key in a list, in several containers.
        struct Asking: Decodable {
            enum Keys: CodingKey { case keys }
            init(from decoder: any Decoder) throws {
                let keys = try decoder.container(keyedBy: Keys.self)
                    .decode([String].self, forKey: .keys)
                for (index, key) in keys.enumerated() {
                    let container = try decoder.container(keyedBy: PathTests.AnyKey.self)
                    let key = PathTests.AnyKey(stringValue: key)
                    XCTAssertEqual(container.contains(key), index < 3)
                }
            }
        }
        let members = #""a": 1, "é": 1, "b": 1, "c": 2, "d": 3"#
        let json = #"{"keys": ["a", "e\u0301", "b", "none"], \#(members)}"#
        for listsKeys in [false, true] {
            var decoder = LenientDecoder()
            decoder.options.listsUnknownKeys = listsKeys
            for input in try Input.all(json) {
                let report = try input.decode(Asking.self, decoder).report
                XCTAssertEqual(report.unknownKeyCount, 2)
                let notes = report.notes.map(\.path.description)
                XCTAssertEqual(notes, listsKeys ? ["$.c", "$.d"] : [])
            }
        }
    }
}
