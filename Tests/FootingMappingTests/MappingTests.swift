import FootingMapping
import Foundation
import XCTest

/// The rules of mapping, each for JSON bytes and for dictionaries.
final class MappingTests: XCTestCase {
    struct Address: Equatable {
        var city = "Bonn"
        var zip = "53111"

        static let mapping = Mapping<Address> {
            Field("city", \.city)
            Field("zip", \.zip)
        }
    }

    struct Person: Equatable {
        var id = 1
        var name = "Ada"
        var email: String? = "ada@example.org"
        var address = Address()

        static let mapping = Mapping<Person> {
            Field("id", \.id)
            Field("name", \.name)
            Field("email", \.email)
            Field("address", \.address, Address.mapping)
        }
    }

    func testSetsWhatIsThereAndKeepsWhatIsAbsent() throws {
        try applying(Person.mapping, to: Person(), #"{"name": "Grace"}"#) { person, report in
            XCTAssertEqual(person, Person(name: "Grace"))
            XCTAssertEqual(report.appliedCount, 1)
            XCTAssertTrue(report.isClean)
        }
    }

    func testNullClearsAnOptionalOnly() throws {
        let json = #"{"id": null, "email": null}"#
        try applying(Person.mapping, to: Person(), json) { person, report in
            XCTAssertEqual(person, Person(email: nil))
            XCTAssertEqual(report.issues.map(\.code), [.null])
            XCTAssertEqual("\(report.issues[0].path)", "$.id")
        }
    }

    func testNullIsPassedOverIfTheOptionsSaySo() throws {
        var options = MappingOptions.standard
        options.ignoresNull = true
        let json = #"{"id": null, "email": null, "address": null}"#
        try applying(Person.mapping, to: Person(), json, options) { person, report in
            XCTAssertEqual(person, Person(email: nil))
            XCTAssertTrue(report.isClean)
        }
    }

    func testIssueKeepsTheValueAndMapsTheRest() throws {
        let json = #"{"id": "12abc", "name": "Grace", "email": [], "address": {"zip": 1}}"#
        try applying(Person.mapping, to: Person(), json) { person, report in
            XCTAssertEqual(person, Person(name: "Grace", address: Address(zip: "1")))
            XCTAssertEqual(
                report.issues.map(\.description),
                [
                    "$.id: not a number (string, wanted Int); kept",
                    "$.email: wrong kind of value (array, wanted String?); kept",
                ]
            )
            XCTAssertEqual(report.appliedCount, 2)
            XCTAssertEqual(report.convertedCount, 1)
        }
    }

    func testRootThatIsNoObjectIsAnIssue() throws {
        for (json, code) in [
            ("[]", MappingIssue.Code.typeMismatch), ("5", .typeMismatch), ("null", .null),
            (#""x""#, .typeMismatch),
        ] {
            var person = Person()
            let report = try Person.mapping.apply(json: Data(json.utf8), to: &person)
            XCTAssertEqual(report.issues.map(\.code), [code], json)
            XCTAssertEqual(report.issues.first.map { "\($0.path)" }, "$")
            XCTAssertEqual(report.issues.first?.target, "Person")
            XCTAssertEqual(person, Person())
        }
    }

    func testMappingWithoutFieldsSetsNothingAndCountsTheKeys() throws {
        try applying(Mapping<Person> {}, to: Person(), #"{"a": 1, "b": {"c": 2}}"#) {
            XCTAssertEqual($0, Person())
            XCTAssertEqual($1.unknownKeyCount, 2)
        }
    }

    // MARK: Classes and setters

    final class Account {
        private(set) var id = 0
        var visits = 0 { didSet { log.append("visits \(oldValue)->\(visits)") } }
        var address = Address()
        let owner = Owner()
        var log: [String] = []

        static let mapping = Mapping<Account> {
            Field("id", \.id)
            Field("visits", \.visits)
            Field("address", \.address, Address.mapping)
            Field("owner", \.owner.nickname)
            Field("secondary", \.secondary, Owner.mapping)
        }
        var secondary = Owner() { didSet { log.append("secondary") } }
    }

    final class Owner {
        var nickname = "none"
        static let mapping = Mapping<Owner> { Field("nickname", \.nickname) }
    }

    func testClassIsUpdatedInPlaceThroughItsSetters() throws {
        let json = #"{"id": 7, "visits": 3, "address": {"city": "Ulm"}, "owner": "Bo"}"#
        for input in try Input.all(json) {
            let account = Account()
            let report = try input.apply(Account.mapping, to: account)
            XCTAssertTrue(report.isClean, "\(report.issues)")
            XCTAssertEqual(account.id, 7)
            XCTAssertEqual(account.address, Address(city: "Ulm"))
            XCTAssertEqual(account.owner.nickname, "Bo")
            XCTAssertEqual(account.log, ["visits 0->3"])
        }
    }

    func testObserverRunsForAnEqualValueAndNotForAnIssue() throws {
        for (json, log) in [(#"{"visits": 0}"#, ["visits 0->0"]), (#"{"visits": 0.5}"#, [])] {
            for input in try Input.all(json) {
                let account = Account()
                _ = try input.apply(Account.mapping, to: account)
                XCTAssertEqual(account.log, log, json)
            }
        }
    }

    func testNestedInstanceStaysTheSameAndIsNotSet() throws {
        for input in try Input.all(#"{"secondary": {"nickname": "Cy"}}"#) {
            let account = Account()
            let owner = account.secondary
            _ = try input.apply(Account.mapping, to: account)
            XCTAssertTrue(account.secondary === owner)
            XCTAssertEqual(owner.nickname, "Cy")
            XCTAssertEqual(account.log, [])
        }
    }

    struct Guarded {
        var sets = 0
        var watched = 1 { didSet { sets += 1 } }
        var inner = Address() { didSet { sets += 1 } }
        private var stored = 5
        var computed: Int {
            get { stored }
            set { stored = newValue * 10 }
        }

        static let mapping = Mapping<Guarded> {
            Field("watched", \.watched)
            Field("computed", \.computed)
            Field("inner", \.inner, Address.mapping)
        }
    }

    func testPropertiesOfAStructThatOnlySettersReachAreSetThroughThem() throws {
        let json = #"{"watched": 2, "computed": 3, "inner": {"city": "Ulm", "zip": "1"}}"#
        try applying(Guarded.mapping, to: Guarded(), json) { guarded, report in
            XCTAssertEqual(guarded.watched, 2)
            XCTAssertEqual(guarded.computed, 30)
            XCTAssertEqual(guarded.inner, Address(city: "Ulm", zip: "1"))
            XCTAssertEqual(guarded.sets, 2)
            XCTAssertEqual(report.appliedCount, 4)
        }
        try applying(Guarded.mapping, to: Guarded(), #"{"inner": {"city": []}}"#) {
            XCTAssertEqual($0.sets, 0)
            XCTAssertEqual($1.issues.map { "\($0.path)" }, ["$.inner.city"])
        }
    }

    func testKeyPathThroughStoredPropertiesReachesThem() throws {
        let mapping = Mapping<Person> { Field("city", \.address.city) }
        try applying(mapping, to: Person(), #"{"city": "Ulm"}"#) { person, _ in
            XCTAssertEqual(person, Person(address: Address(city: "Ulm")))
        }
    }

    // MARK: Required

    static let strictPerson = Mapping<Person> {
        Field("id", \.id).required()
        Field("name", \.name)
        Field("address.zip", \.address.zip).required()
    }

    func testRequiredFieldThatIsAbsentIsAnIssueAndTheRestIsSet() throws {
        let json = #"{"name": "Grace", "address": null}"#
        try applying(Self.strictPerson, to: Person(), json) { person, report in
            XCTAssertEqual(person, Person(name: "Grace"))
            XCTAssertEqual(
                report.issues.map(\.description),
                [
                    "$.id: required, but missing (wanted Int); kept",
                    "$.address.zip: required, but missing (wanted String); kept",
                ]
            )
        }
    }

    func testMakeGivesNothingIfARequiredFieldFails() throws {
        for (json, isMade) in [
            (#"{"id": 5, "address": {"zip": "1"}, "name": []}"#, true),
            (#"{"id": 5}"#, false),
            (#"{"id": "x", "address": {"zip": "1"}}"#, false),
            (#"{"id": 5, "address": 1}"#, false),
        ] {
            for input in try Input.all(json) {
                let (value, report) = try input.make(Self.strictPerson, Person())
                XCTAssertEqual(value, isMade ? Person(id: 5, address: Address(zip: "1")) : nil)
                XCTAssertEqual(
                    report.issues.map(\.resolution),
                    [isMade ? .keptOldValue : .madeNothing],
                    json
                )
            }
        }
    }

    func testMakeGivesNothingIfANestedRequiredFieldFails() throws {
        let inner = Mapping<Address> { Field("zip", \.zip).required() }
        let mapping = Mapping<Person> { Field("address", \.address, inner) }
        for (json, isMade) in [
            ("{}", true), (#"{"address": {}}"#, false), (#"{"address": {"zip": 1}}"#, true),
            (#"{"address": 5}"#, true),
        ] {
            for input in try Input.all(json) {
                XCTAssertEqual(try input.make(mapping, Person()).value != nil, isMade, json)
            }
        }
    }

    // MARK: Keys

    func testFirstAliasThatIsThereCountsEvenIfItsValueIsBad() throws {
        let mapping = Mapping<Person> { Field("name", \.name).aliases("full_name", "nick") }
        for (json, name, issues, unknownCount) in [
            (#"{"nick": "N", "full_name": "F"}"#, "F", [], 1),
            (#"{"nick": "N"}"#, "N", [], 0),
            (#"{"nick": "N", "name": []}"#, "Ada", ["$.name"], 1),
            (#"{"nick": "N", "full_name": "F", "name": "P"}"#, "P", [], 2),
        ] {
            try applying(mapping, to: Person(), json) { person, report in
                XCTAssertEqual(person.name, name, json)
                XCTAssertEqual(report.issues.map { "\($0.path)" }, issues, json)
                XCTAssertEqual(report.unknownKeyCount, unknownCount, json)
            }
        }
    }

    func testAliasThatAnotherFieldReadsIsNotUnknown() throws {
        let mapping = Mapping<Person> {
            Field("name", \.name).aliases("mail")
            Field("mail", \.email)
        }
        try applying(mapping, to: Person(), #"{"name": "N", "mail": "M"}"#) { person, report in
            XCTAssertEqual(person.email, "M")
            XCTAssertEqual(report.unknownKeyCount, 0)
        }
    }

    func testKeyPathThroughNullOrNothingIsAbsentAndThroughAScalarIsAnIssue() throws {
        let mapping = Mapping<Person> {
            Field("a.b.city", \.address.city)
            Field("a.b.zip", \.address.zip)
            Field("a.id", \.id)
        }
        for (json, issues) in [
            ("{}", []), (#"{"a": null}"#, []), (#"{"a": {"b": null, "id": 1}}"#, []),
            (#"{"a": 5}"#, ["$.a: wrong kind of value (number, wanted object); kept"]),
            (
                #"{"a": {"b": [1], "id": 1}}"#,
                ["$.a.b: wrong kind of value (array, wanted object); kept"]
            ),
        ] {
            try applying(mapping, to: Person(), json) { person, report in
                XCTAssertEqual(person, Person())
                XCTAssertEqual(report.issues.map(\.description), issues, json)
            }
        }
    }

    func testKeyPathReachesDownAndABackslashKeepsADot() throws {
        let mapping = Mapping<Person> {
            Field("a.b.city", \.address.city)
            Field("a\\.b", \.name)
            Field("", \.email)
        }
        let json = #"{"a": {"b": {"city": "Ulm"}}, "a.b": "dot", "": "empty"}"#
        try applying(mapping, to: Person(), json) { person, report in
            XCTAssertEqual(person, Person(name: "dot", email: "empty", address: .init(city: "Ulm")))
            XCTAssertEqual(report.unknownKeyCount, 0)
        }
        try applying(mapping, to: Person(), #"{"a.b": []}"#) { _, report in
            XCTAssertEqual(report.issues.map { "\($0.path)" }, [#"$["a.b"]"#])
        }
    }

    func testKeyPathsAndANestedMappingShareAnObject() throws {
        let mapping = Mapping<Person> {
            Field("address.city", \.name)
            Field("address.note", \.email)
            Field("address", \.address, Address.mapping)
        }
        let json = #"{"address": {"city": "Ulm", "zip": "1", "note": "n", "x": 1, "y": 2}, "z": 3}"#
        try applying(mapping, to: Person(), json) { person, report in
            let address = Address(city: "Ulm", zip: "1")
            XCTAssertEqual(person, Person(name: "Ulm", email: "n", address: address))
            XCTAssertEqual(report.unknownKeyCount, 3)
        }
    }

    func testTwoFieldsOfOneKeyAreBothSet() throws {
        let mapping = Mapping<Person> {
            Field("x", \.name)
            Field("x", \.id)
        }
        try applying(mapping, to: Person(), #"{"x": "5"}"#) { person, report in
            XCTAssertEqual(person, Person(id: 5, name: "5"))
            XCTAssertEqual(report.appliedCount, 2)
        }
    }

    func testKeysCompareByBytesInJSONAndAsStringsInADictionary() throws {
        let mapping = Mapping<Person> { Field("caf\u{E9}", \.name) }
        var person = Person()
        let composed = #"{"cafe\u0301": "other", "caf\u00e9": "this"}"#
        let report = try mapping.apply(json: Data(composed.utf8), to: &person)
        XCTAssertEqual(person.name, "this")
        XCTAssertEqual(report.unknownKeyCount, 1)
        _ = mapping.apply(["cafe\u{301}": "equal"], to: &person)
        XCTAssertEqual(person.name, "equal")
    }

    func testKeysOfEveryLengthAreFoundAmongTheirNeighbours() throws {
        struct Counter { var hits = 0 }
        for length in 0...40 {
            let key = String(repeating: "k", count: length)
            let mapping = Mapping<Counter> { Field(key, \.hits) }
            var counter = Counter()
            let near = [key + "k", String(key.dropLast()) + "x", "x" + key]
            let members = (near.map { ($0, 1) } + [(key, 2)]).map { "\"\($0)\":\($1)" }
            let json = Data("{\(members.joined(separator: ","))}".utf8)
            let report = try mapping.apply(json: json, to: &counter)
            XCTAssertEqual(counter.hits, 2, "\(length)")
            XCTAssertEqual(report.unknownKeyCount, 3, "\(length)")
            let last = Data("{\"\(key)\":3}".utf8)
            _ = try mapping.apply(json: last, to: &counter)
            XCTAssertEqual(counter.hits, 3, "\(length)")
        }
    }

    func testDuplicateKeysFollowThePolicyAndAreCounted() throws {
        let json = Data(#"{"name": "first", "id": 2, "name": "second", "name": "third"}"#.utf8)
        for (policy, name, issues) in [
            (MappingOptions.DuplicateKeys.first, "first", []), (.last, "third", []),
            (.reject, "Ada", ["$.name: duplicate key (wanted String); kept"]),
        ] {
            var options = MappingOptions.standard
            options.duplicateKeys = policy
            options.listsFields = true
            var person = Person()
            let report = try Person.mapping.apply(json: json, to: &person, options: options)
            XCTAssertEqual(person, Person(id: 2, name: name))
            XCTAssertEqual(report.issues.map(\.description), issues)
            XCTAssertEqual(report.duplicateKeyCount, 2)
            XCTAssertEqual(report.notes.count { $0.kind == .duplicateKey }, 2)
        }
    }

    func testDuplicateOfAnObjectOnAKeyPathIsRefusedToo() throws {
        let mapping = Mapping<Person> { Field("a.b", \.name) }
        var options = MappingOptions.standard
        options.duplicateKeys = .reject
        var person = Person()
        let json = Data(#"{"a": {"b": "x"}, "a": {"b": "y"}}"#.utf8)
        let report = try mapping.apply(json: json, to: &person, options: options)
        XCTAssertEqual(person, Person())
        XCTAssertEqual(report.issues.map(\.code), [.duplicateKey])
    }

    func testEmptyArrayIsAnObjectOnlyIfTheOptionsSaySo() throws {
        let json = #"{"address": []}"#
        try applying(Person.mapping, to: Person(), json) { _, report in
            XCTAssertEqual(report.issues.map(\.code), [.typeMismatch])
        }
        try applying(Person.mapping, to: Person(), json, .lenient) { person, report in
            XCTAssertEqual(person, Person())
            XCTAssertTrue(report.isClean)
        }
        try applying(Person.mapping, to: Person(), #"{"address": [1]}"#, .lenient) { _, report in
            XCTAssertEqual(report.issues.map(\.code), [.typeMismatch])
        }
    }

    func testKeysThatAreEqualButDifferInBytesAreTwoKeysInJSON() throws {
        struct Pair: Equatable {
            var composed = 0
            var decomposed = 0
            var other = 0
        }
        let mapping = Mapping<Pair> {
            Field("caf\u{e9}", \.composed)
            Field("cafe\u{301}", \.decomposed)
            Field("a.caf\u{e9}", \.other)
        }
        let json = "{\"cafe\u{301}\": 2, \"caf\u{e9}\": 1, \"a\": {\"cafe\u{301}\": 3}}"
        var pair = Pair()
        let report = try mapping.apply(json: Data(json.utf8), to: &pair)
        XCTAssertEqual(pair, Pair(composed: 1, decomposed: 2))
        XCTAssertEqual(report.duplicateKeyCount, 0)
        XCTAssertEqual(report.unknownKeyCount, 1)
    }

    func testKeyOfADictionaryIsCountedOnceHoweverManySpellingsItHas() {
        struct Pair: Equatable {
            var first = 0
            var second = 0
        }
        let two = Mapping<Pair> {
            Field("caf\u{e9}", \.first)
            Field("cafe\u{301}", \.second)
        }
        let alias = Mapping<Pair> { Field("cafe\u{301}", \.first).aliases("caf\u{e9}", "x") }
        for (mapping, expected) in [(two, Pair(first: 5, second: 5)), (alias, Pair(first: 5))] {
            var pair = Pair()
            let report = mapping.apply(["caf\u{e9}": 5, "unknown": 1], to: &pair)
            XCTAssertEqual(pair, expected)
            XCTAssertEqual(report.unknownKeyCount, 1)
        }
    }

    func testConversionThatTriesListsInVainIsRefusedWithWhatItSays() throws {
        struct Tried: MappingConvertible, Equatable {
            var texts = ["old"]

            static func converted(
                from source: borrowing MappingSource
            ) -> MappingConversion<Tried> {
                let numbers = [Int].converted(from: source)
                let texts = [String].converted(from: source)
                switch (numbers, texts) {
                case (.refused(let refusal), .exact(let value)):
                    return value == ["good"]
                        ? .exact(Tried(texts: value)) : .failed(refusal.code)
                case (_, .refused(let refusal)): return .refused(refusal)
                default: return .failed(.invalidFormat)
                }
            }
        }
        struct Root: Equatable {
            var tried = Tried()
            var list: [Tried] = []
        }
        let mapping = Mapping<Root> {
            Field("tried", \.tried).required()
            Field("list", \.list)
        }
        let cases: [(String, [String])] = [
            (#"{"tried": ["good"], "list": [["good"]]}"#, []),
            (#"{"tried": ["bad"]}"#, ["$.tried typeMismatch Tried"]),
            (#"{"tried": [true, 1]}"#, ["$.tried[0] typeMismatch String"]),
            (#"{"tried": [1]}"#, ["$.tried invalidFormat Tried"]),
            (
                #"{"tried": ["good"], "list": [["good"], ["bad"], [[]], [1]]}"#,
                [
                    "$.list[1] typeMismatch Tried", "$.list[2][0] typeMismatch String",
                    "$.list[3] invalidFormat Tried",
                ]
            ),
        ]
        for (json, issues) in cases {
            try applying(mapping, to: Root(), json) { root, report in
                XCTAssertEqual(
                    report.issues.map { "\($0.path) \($0.code) \($0.target)" },
                    issues,
                    json
                )
                XCTAssertEqual(report.issueCount, issues.count)
                XCTAssertEqual(root.list.isEmpty, !issues.isEmpty)
            }
            let made = try mapping.make(Root(), json: Data(json.utf8))
            XCTAssertEqual(made.value == nil, issues.contains { $0.hasPrefix("$.tried") })
        }
    }

    func testInstanceThatAGetterMakesAnewIsStoredAndOneThatIsHeldIsNot() throws {
        final class Name { var text = "" }
        final class Owner {
            var stored = ""
            var sets = 0
            var fresh: Name {
                get {
                    let name = Name()
                    name.text = stored
                    return name
                }
                set { stored = newValue.text }
            }
            var held = Name() { didSet { sets += 1 } }
        }
        let inner = Mapping<Name> { Field("text", \.text) }
        let mapping = Mapping<Owner> {
            Field("fresh", \.fresh, inner)
            Field("held", \.held, inner)
        }
        let json = #"{"fresh": {"text": "new"}, "held": {"text": "too"}}"#
        for input in try Input.all(json) {
            let owner = Owner()
            let report = try input.apply(mapping, to: owner)
            XCTAssertTrue(report.isClean)
            XCTAssertEqual(owner.stored, "new")
            XCTAssertEqual(owner.held.text, "too")
            XCTAssertEqual(owner.sets, 0)
        }
    }

    func testValueThatATypeOfOnesOwnLacksIsRefusedWithTheGivenCode() throws {
        enum Size: Int, MappingConvertible {
            case small = 1
            case large = 2

            static func converted(from source: borrowing MappingSource) -> MappingConversion<Size> {
                Int.converted(from: source).compactMap(Size.init(rawValue:), orFailing: .outOfRange)
            }
        }
        struct Root { var size = Size.small }
        let mapping = Mapping<Root> { Field("size", \.size) }
        let cases: [(String, Size, [MappingIssue.Code], Int)] = [
            ("2", .large, [], 0), (#""2""#, .large, [], 1), ("3", .small, [.outOfRange], 0),
            (#""x""#, .small, [.notNumeric], 0), ("null", .small, [.null], 0),
        ]
        for (value, size, codes, convertedCount) in cases {
            try applying(mapping, to: Root(), #"{"size": \#(value)}"#) { root, report in
                XCTAssertEqual(root.size, size, value)
                XCTAssertEqual(report.issues.map(\.code), codes, value)
                XCTAssertEqual(report.convertedCount, convertedCount, value)
            }
        }
    }
}
