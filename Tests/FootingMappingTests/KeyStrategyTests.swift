import FootingMapping
import Foundation
import TestSupport
import XCTest

final class KeyStrategyTests: XCTestCase {
    struct Address: Equatable {
        var zipCode = 0
        static let mapping = Mapping<Address> { Field("zipCode", \.zipCode) }
    }
    struct Person: Equatable {
        var fullName = ""
        var homeCity = ""
        var dotted = 0
        var address = Address()
        var observed = Address() { didSet {} }

        static let mapping = Mapping<Person> {
            Field("fullName", \.fullName).aliases("displayName")
            Field("homeAddress.cityName", \.homeCity)
            Field("myApp\\.buildNumber", \.dotted)
            Field("postalAddress", \.address, Address.mapping)
            Field("otherAddress", \.observed, Address.mapping)
        }
    }

    private let whole = Person(
        fullName: "Ada",
        homeCity: "London",
        dotted: 5,
        address: Address(zipCode: 1),
        observed: Address(zipCode: 2)
    )

    private func options(_ strategy: MappingOptions.KeyStrategy) -> MappingOptions {
        var options = MappingOptions.standard
        options.keyStrategy = strategy
        return options
    }

    func testEachStrategyFindsKeysOfItsOwnSpellingOnly() throws {
        let spellings: [(MappingOptions.KeyStrategy, String)] = [
            (
                .exact,
                """
                {"fullName": "Ada", "homeAddress": {"cityName": "London"}, "myApp.buildNumber": 5,
                 "postalAddress": {"zipCode": 1}, "otherAddress": {"zipCode": 2}}
                """
            ),
            (
                .snakeCase,
                """
                {"full_name": "Ada", "home_address": {"city_name": "London"},
                 "my_app.build_number": 5, "postal_address": {"zip_code": 1},
                 "other_address": {"zip_code": 2}}
                """
            ),
            (
                .caseInsensitive,
                """
                {"FULLNAME": "Ada", "homeaddress": {"CityName": "London"},
                 "MYAPP.BUILDNUMBER": 5, "PostalAddress": {"ZIPcode": 1},
                 "otheraddress": {"zip\\u0043ode": 2}}
                """
            ),
        ]
        for (spelling, json) in spellings {
            for (strategy, _) in spellings {
                let isFound =
                    strategy == spelling || strategy == .caseInsensitive && spelling == .exact
                try applying(Person.mapping, to: Person(), json, options(strategy)) {
                    XCTAssertEqual($0, isFound ? whole : Person(), "\(strategy) of \(spelling)")
                    XCTAssertEqual($1.issues, [])
                    XCTAssertEqual($1.unknownKeyCount, isFound ? 0 : 5)
                }
            }
        }
    }

    func testAliasesAreSpelledLikeTheOthers() throws {
        for (strategy, key) in [
            (MappingOptions.KeyStrategy.exact, "displayName"), (.snakeCase, "display_name"),
            (.caseInsensitive, "DISPLAYNAME"),
        ] {
            try applying(Person.mapping, to: Person(), #"{"\#(key)": "Ada"}"#, options(strategy)) {
                XCTAssertEqual($0.fullName, "Ada")
                XCTAssertEqual($1.unknownKeyCount, 0)
            }
        }
    }

    func testPathsNameTheKeyThatWasLookedForAndTheDeclaredOneInAnyCase() throws {
        for (strategy, json, path) in [
            (MappingOptions.KeyStrategy.exact, #"{"fullName": []}"#, "$.fullName"),
            (.snakeCase, #"{"full_name": []}"#, "$.full_name"),
            (.caseInsensitive, #"{"FullNAME": []}"#, "$.fullName"),
            (.snakeCase, #"{"postal_address": {"zip_code": []}}"#, "$.postal_address.zip_code"),
            (
                .caseInsensitive, #"{"POSTALADDRESS": {"ZIPCODE": []}}"#,
                "$.postalAddress.zipCode"
            ),
        ] {
            try applying(Person.mapping, to: Person(), json, options(strategy)) {
                XCTAssertEqual($1.issues.map { "\($0.path)" }, [path])
            }
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
    private struct OneMember: Encodable {
        let key: String
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(1, forKey: AnyKey(stringValue: key))
        }
    }
    struct Value { var value = 0 }

    func testSnakeCaseIsThatOfFoundationsEncoder() throws {
        var random = SeededRandom(seed: 4)
        let letters = Array("abcxyzABCXYZ019__éÉßñ$ -")
        var keys = [
            "a", "A", "myURLProperty", "URLProperty", "oneTwoThree", "myURL", "isAWSReady", "x1Y2",
            "already_snake", "_leading", "__two__", "trailing_", "HTTPS", "aB", "aBC", "aBc", "ABc",
            "version2Beta", "iOS18SDK", "éÉa", "snake_Case", "Ünder",
        ]
        for _ in 0..<rounds(2_000, underStress: 10_000) {
            let count = Int.random(in: 1...12, using: &random)
            keys.append(
                String((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
            )
        }
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        for key in keys {
            let json = try encoder.encode(OneMember(key: key))
            let mapping = Mapping<Value> { Field(key, \.value).required() }
            var value = Value()
            let report = try mapping.apply(json: json, to: &value, options: options(.snakeCase))
            XCTAssertEqual(
                value.value,
                1,
                "\(key) \(String(decoding: json, as: UTF8.self)) \(report)"
            )
        }
    }

    struct Pair: Equatable {
        var upper = 0
        var lower = 0
    }

    func testOnlyASCIILettersChangeTheirCase() throws {
        let mapping = Mapping<Pair> {
            Field("É1", \.upper)
            Field("S", \.lower)
        }
        // The third key is the long s, whose uppercase form is S.
        let json = #"{"é1": 1, "É1": 2, "\u017F": 3}"#
        try applying(mapping, to: Pair(), json, options(.caseInsensitive)) {
            XCTAssertEqual($0, Pair(upper: 2, lower: 0))
            XCTAssertEqual($1.unknownKeyCount, 2)
            XCTAssertEqual($1.duplicateKeyCount, 0)
        }
    }

    func testKeysOfEveryLengthAreFoundInAnyCase() throws {
        for length in 1...40 {
            let name = String(String(repeating: "abCDefGH.", count: 5).prefix(length))
            let key = name.replacing(".", with: "\\.")
            let mapping = Mapping<Value> { Field(key, \.value) }
            for spelled in [name, name.uppercased(), name.lowercased()] {
                let json = #"{"\#(spelled)": 3, "\#(spelled)x": 4, "x\#(spelled)": 5}"#
                try applying(mapping, to: Value(), json, options(.caseInsensitive)) {
                    XCTAssertEqual($0.value, 3, json)
                    XCTAssertEqual($1.unknownKeyCount, 2, json)
                }
            }
        }
    }

    func testSpellingsOfOneKeyAreDuplicates() throws {
        let mapping = Mapping<Value> { Field("Key", \.value) }
        let json = Data(#"{"key": 1, "KEY": 2, "Key": 3, "kEY": 4}"#.utf8)
        let policies: [(MappingOptions.DuplicateKeys, fromBytes: Int, fromDictionary: Int)] = [
            // In a dictionary the order is Key, KEY, kEY, key.
            (.first, 1, 3), (.last, 4, 1), (.reject, 0, 0),
        ]
        for (policy, fromBytes, fromDictionary) in policies {
            var options = options(.caseInsensitive)
            options.duplicateKeys = policy
            options.listsFields = true
            options.listsUnknownKeys = true
            for input in try Input.all(String(decoding: json, as: UTF8.self)) {
                let isBytes = if case .bytes = input { true } else { false }
                for _ in 0..<20 {
                    var value = Value()
                    let report = try input.apply(mapping, to: &value, options: options)
                    XCTAssertEqual(value.value, isBytes ? fromBytes : fromDictionary, "\(policy)")
                    XCTAssertEqual(report.duplicateKeyCount, 3)
                    XCTAssertEqual(report.unknownKeyCount, 0)
                    XCTAssertEqual(report.notes.filter { $0.kind == .duplicateKey }.count, 3)
                    XCTAssertEqual(
                        report.issues.map { "\($0.path) \($0.code)" },
                        policy == .reject ? ["$.Key duplicateKey"] : []
                    )
                }
            }
        }
    }

    func testDictionaryWithoutTheDeclaredSpellingIsReadInTheOrderOfBytes() {
        let mapping = Mapping<Value> { Field("name", \.value) }
        for _ in 0..<20 {
            var value = Value()
            let input: [String: Any] = ["NAME": 1, "Name": 2, "naMe": 3]
            let report = mapping.apply(input, to: &value, options: options(.caseInsensitive))
            XCTAssertEqual(value.value, 1)
            XCTAssertEqual(report.duplicateKeyCount, 2)
        }
    }

    func testFieldsWhoseKeysDifferOnlyInCaseReadTheSameValue() throws {
        let mapping = Mapping<Pair> {
            Field("ID", \.upper)
            Field("id", \.lower)
        }
        try applying(mapping, to: Pair(), #"{"Id": 4}"#, options(.caseInsensitive)) {
            XCTAssertEqual($0, Pair(upper: 4, lower: 4))
            XCTAssertEqual($1.unknownKeyCount, 0)
        }
        try applying(mapping, to: Pair(), #"{"ID": 4, "id": 5}"#) {
            XCTAssertEqual($0, Pair(upper: 4, lower: 5))
            XCTAssertEqual($1.duplicateKeyCount, 0)
        }
    }

    func testKeysEqualInOtherBytesAreOneKeyOfADictionaryInAnyCaseToo() {
        let mapping = Mapping<Value> { Field("caf\u{E9}", \.value) }
        for (key, isFound) in [
            ("caf\u{E9}", true), ("CAF\u{E9}", true), ("cafe\u{301}", true), ("CAFE\u{301}", false),
        ] {
            var value = Value()
            let report = mapping.apply([key: 1], to: &value, options: options(.caseInsensitive))
            XCTAssertEqual(value.value, isFound ? 1 : 0, key)
            XCTAssertEqual(report.unknownKeyCount, isFound ? 0 : 1, key)
        }
    }

    func testTheWayToAListIsSpelledLikeTheFields() throws {
        for (strategy, json) in [
            (
                MappingOptions.KeyStrategy.snakeCase,
                #"{"my_data": {"all_items": [{"zip_code": 3}]}}"#
            ),
            (.caseInsensitive, #"{"MYDATA": {"allitems": [{"ZipCode": 3}]}}"#),
        ] {
            let made = try Address.mapping.makeArray(
                of: Address(),
                json: Data(json.utf8),
                at: "myData.allItems",
                options: options(strategy)
            )
            XCTAssertEqual(made.values, [Address(zipCode: 3)], json)
        }
    }

    struct Order: Mappable, Equatable {
        var lineItems: [Line] = []
        static let mapping = Mapping<Order> { Field("lineItems", \.lineItems) }
    }
    struct Line: Mappable, Equatable {
        var itemCount = 0
        static let mapping = Mapping<Line> { Field("itemCount", \.itemCount).required() }
    }

    func testObjectsInsideListsAreSpelledLikeTheFields() throws {
        for (strategy, json) in [
            (MappingOptions.KeyStrategy.snakeCase, #"{"line_items": [{"item_count": 3}]}"#),
            (.caseInsensitive, #"{"LINEITEMS": [{"ItemCount": 3}]}"#),
        ] {
            try applying(Order.mapping, to: Order(), json, options(strategy)) {
                XCTAssertEqual($0.lineItems, [Line(itemCount: 3)], json)
                XCTAssertTrue($1.isClean)
            }
        }
    }

    func testHostileKeyIsPassedOverInAnyCase() throws {
        let marks = String(repeating: "\u{301}\u{323}", count: 50_000)
        let json = Data(#"{"a\#(marks)": 1, "ZIPCODE": 2}"#.utf8)
        var address = Address()
        let report = try Address.mapping.apply(
            json: json,
            to: &address,
            options: options(.caseInsensitive)
        )
        XCTAssertEqual(address.zipCode, 2)
        XCTAssertEqual(report.unknownKeyCount, 1)
    }

    struct Zone: Mappable, Equatable, Codable {
        var code = 0
        var lastName = ""
        static let mapping = Mapping<Zone> {
            Field("code", \.code)
            Field("lastName", \.lastName).aliases("name")
        }
    }
    enum Shape: MappableUnion, Equatable {
        case zone(Zone)
        static let union = MappingUnion<Shape>(
            "kind",
            ["zone": .object(Shape.zone) { if case .zone(let zone) = $0 { zone } else { nil } }]
        )
    }
    struct Map: Equatable {
        var inner = Zone()
        var observed = Zone() { didSet {} }
        var optional: Zone?
        var list: [Zone] = []
        var byName: [String: Zone] = [:]
        var shape = Shape.zone(Zone())

        static let mapping = Mapping<Map> {
            Field("inner", \.inner)
            Field("observed", \.observed)
            Field("optional", \.optional)
            Field("lists.list", \.list)
            Field("byName", \.byName)
            Field("shape", \.shape)
        }
    }

    func testAStrategyOfOnesOwnSpellsEveryKeyOfEveryObjectBothWays() throws {
        let strategy = MappingOptions.KeyStrategy.custom(KeySpelling { "X-" + $0.uppercased() })
        let zone = #"{"X-CODE":4,"X-LASTNAME":"a"}"#
        let json = """
            {"X-BYNAME":{"k":\(zone)},"X-INNER":\(zone),"X-LISTS":{"X-LIST":[\(zone)]},\
            "X-OBSERVED":\(zone),"X-OPTIONAL":\(zone),"X-SHAPE":{"X-CODE":4,"X-KIND":"zone",\
            "X-LASTNAME":"a"}}
            """
        let value = Zone(code: 4, lastName: "a")
        let whole = Map(
            inner: value,
            observed: value,
            optional: value,
            list: [value],
            byName: ["k": value],
            shape: .zone(value)
        )
        try applying(Map.mapping, to: Map(), json, options(strategy)) {
            XCTAssertEqual($0, whole)
            XCTAssertTrue($1.isClean)
            XCTAssertEqual($1.unknownKeyCount, 0)
        }
        let (written, report) = Map.mapping.json(from: whole, keyStrategy: strategy)
        XCTAssertEqual(String(decoding: written, as: UTF8.self), json)
        XCTAssertTrue(report.isClean)
        try applying(Map.mapping, to: Map(), #"{"X-INNER":{"X-NAME":[]}}"#, options(strategy)) {
            XCTAssertEqual($1.issues.map { "\($0.path)" }, ["$.X-INNER.X-NAME"])
        }
        let (zones, _) = try Zone.mapping.makeArray(
            of: Zone(),
            json: Data(#"{"X-A":{"X-B":[\#(zone)]}}"#.utf8),
            at: "a.b",
            options: options(strategy)
        )
        XCTAssertEqual(zones, [value])
        let decoder = LenientDecoder(options: options(strategy))
        XCTAssertEqual(try decoder.decode(Zone.self, json: Data(zone.utf8)).value, value)
    }

    func testSnakeCaseIsWrittenToo() {
        let (json, _) = Person.mapping.json(from: whole, keyStrategy: .snakeCase)
        XCTAssertEqual(
            String(decoding: json, as: UTF8.self),
            #"{"full_name":"Ada","home_address":{"city_name":"London"},"my_app.build_number":5,"#
                + #""other_address":{"zip_code":2},"postal_address":{"zip_code":1}}"#
        )
    }

    func testManyStrategiesForOneMappingAreAllRight() {
        for round in 0..<20 {
            let strategy = MappingOptions.KeyStrategy.custom(KeySpelling { "\(round)\($0)" })
            for _ in 0..<2 {
                var zone = Zone()
                let report = Zone.mapping.apply(
                    ["\(round)code": round + 1],
                    to: &zone,
                    options: options(strategy)
                )
                XCTAssertEqual(zone.code, round + 1)
                XCTAssertTrue(report.isClean)
            }
        }
    }
}
