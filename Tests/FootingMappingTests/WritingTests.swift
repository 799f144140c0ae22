import FootingMapping
import Foundation
import TestSupport
import XCTest

/// Checks the output of mappings, and that reading it gives the same values.
final class WritingTests: XCTestCase {
    enum Level: String, MappingConvertible, CaseIterable { case low, high }
    enum Grade: Int, MappingConvertible, CaseIterable { case first = 1, second }

    struct Place: Mappable, Equatable {
        var name = ""
        var position: [Double] = []
        static let mapping = Mapping<Place> {
            Field("name", \.name).required()
            Field("position", \.position)
        }
    }

    struct Values: Mappable, Equatable {
        var integer = 0
        var small: Int8 = 0
        var large: UInt64 = 0
        var wide: Int128 = 0
        var double = 0.0
        var float: Float = 0
        var decimal = Decimal()
        var isOn = false
        var text = ""
        var optional: Int?
        var date = Date(timeIntervalSinceReferenceDate: 0)
        var milliseconds = Date(timeIntervalSinceReferenceDate: 0)
        var day = Date(timeIntervalSinceReferenceDate: 0)
        var bytes = Data()
        var digits = Data()
        var url: URL?
        var id: UUID?
        var level = Level.low
        var grades: [Grade] = []
        var table: [[String?]] = []
        var amounts: [String: Double] = [:]
        var tags: [String] = []
        var embedded: [Int] = []
        var cents = 0
        var inner = Place()
        var place: Place?
        var places: [Place] = []
        var placesByName: [String: Place] = [:]

        static let mapping = Mapping<Values> {
            Field("integer", \.integer)
            Field("numbers.small", \.small)
            Field("numbers.large", \.large).aliases("large")
            Field("numbers.wide", \.wide)
            Field("numbers.more.double", \.double)
            Field("float", \.float)
            Field("decimal", \.decimal)
            Field("on", \.isOn)
            Field("a\\.text", \.text)
            Field("optional", \.optional)
            Field("date", \.date)
            Field("milliseconds", \.milliseconds).dates(.epochMilliseconds, .rfc3339)
            Field("day", \.day).dates(.format("EEEE, d. MMMM yyyy, hh:mm:ss a xxx", in: .gmt))
            Field("bytes", \.bytes)
            Field("digits", \.digits).bytes(.hexadecimal)
            Field("url", \.url)
            Field("id", \.id)
            Field("level", \.level)
            Field("grades", \.grades)
            Field("table", \.table)
            Field("amounts", \.amounts)
            Field("tags", \.tags).split(by: ",")
            Field("embedded", \.embedded).embeddedJSON()
            Field("price", \.cents) { (amount: Decimal) in Int("\(amount * 100)") }
                .written { Decimal($0.cents) / 100 }
            Field("inner", \.inner)
            Field("place", \.place)
            Field("places", \.places)
            Field("placesByName", \.placesByName)
        }

        init() {}

        init(using generator: inout SeededRandom) {
            func finite() -> Double {
                var value = Double.nan
                while !value.isFinite { value = Double(bitPattern: generator.next()) }
                return value
            }
            func text() -> String {
                let scalars = "aé\"\\\n\u{1}\u{7f}/,. 0\u{2028}😀"
                return String(
                    (0..<generator.next() % 6).map { _ in
                        scalars.randomElement(using: &generator) ?? "a"
                    }
                )
            }
            func list<Element>(_ make: () -> Element) -> [Element] {
                (0..<generator.next() % 4).map { _ in make() }
            }
            func place() -> Place { Place(name: text(), position: list(finite)) }
            func second() -> Double {
                Double(Int.random(in: -60_000_000_000...250_000_000_000, using: &generator))
            }
            integer = Int(truncatingIfNeeded: generator.next())
            small = Int8(truncatingIfNeeded: generator.next())
            large = generator.next()
            wide = Int128(truncatingIfNeeded: generator.next()) << 60
            double = finite()
            while !float.isFinite || float == 0 {
                float = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
            }
            decimal = Decimal(sign: .minus, exponent: -5, significand: Decimal(generator.next()))
            isOn = generator.next() % 2 == 0
            self.text = text()
            optional = generator.next() % 2 == 0 ? integer : nil
            date = Date(timeIntervalSinceReferenceDate: second() + 0.25)
            milliseconds = Date(timeIntervalSince1970: second() + 0.5)
            day = Date(timeIntervalSinceReferenceDate: second())
            bytes = Data(
                (0..<generator.next() % 70).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
            )
            digits = bytes.reversed().reduce(into: Data()) { $0.append($1) }
            url = generator.next() % 2 == 0 ? URL(string: "https://a.example/b?c=\(large)#d") : nil
            id =
                generator.next() % 2 == 0
                ? UUID(uuidString: "01234567-89AB-CDEF-0123-456789ABCDEF") : nil
            level = Level.allCases.randomElement(using: &generator) ?? .low
            grades = list { .second }
            table = list { list { generator.next() % 2 == 0 ? text() : nil } }
            for _ in 0..<generator.next() % 4 { amounts[text()] = finite() }
            tags = list(text)
            embedded = list { Int(truncatingIfNeeded: generator.next()) }
            cents = Int(generator.next() % 1_000_000)
            inner = place()
            self.place = generator.next() % 2 == 0 ? place() : nil
            places = list(place)
            for _ in 0..<generator.next() % 4 { placesByName[text()] = place() }
        }
    }

    func testRandomObjectsReadBackEqualByBothReaders() throws {
        var generator = SeededRandom(seed: 47)
        for _ in 0..<(isUnderStress ? 10_000 : 100) {
            let values = Values(using: &generator)
            let (dictionary, report) = Values.mapping.dictionary(from: values)
            XCTAssertEqual(report.issues, [])
            XCTAssertEqual(report.appliedCount, 28 + values.placeFieldCount)
            let (data, dataReport) = Values.mapping.json(from: values)
            XCTAssertEqual(dataReport, report)

            let read = Values.mapping.make(Values(), from: dictionary)
            XCTAssertEqual(read.value, values)
            XCTAssertEqual(read.report.issues, [])
            let readFromBytes = try Values.mapping.make(Values(), json: data)
            XCTAssertEqual(readFromBytes.value, values)
            XCTAssertEqual(readFromBytes.report.issues, [])
            XCTAssertEqual(readFromBytes.report.unknownKeyCount, 0)
            let foundation = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            var readByFoundation = Values.mapping.make(Values(), from: foundation ?? [:]).value
            // Foundation's `Double` doesn't preserve the written digits.
            readByFoundation?.float = values.float
            XCTAssertEqual(readByFoundation, values)
        }
    }

    func testObjectsOfAClassReadBackEqual() throws {
        var generator = SeededRandom(seed: 48)
        for _ in 0..<(isUnderStress ? 10_000 : 100) {
            let model = Model()
            model.name = "a\(generator.next())"
            model.count = Int(truncatingIfNeeded: generator.next())
            model.date = Date(timeIntervalSince1970: Double(generator.next() % 4_000_000_000))
            model.values = Values(using: &generator)
            let (data, report) = Model.mapping.json(from: model)
            XCTAssertEqual(report.issues, [])
            let read = Model()
            XCTAssertEqual(try Model.mapping.apply(json: data, to: read).issues, [])
            XCTAssertEqual(read.name, model.name)
            XCTAssertEqual(read.count, model.count)
            XCTAssertEqual(read.date, model.date)
            XCTAssertEqual(read.values, model.values)
        }
    }

    class Base {
        var name = ""
        static let baseMapping = Mapping<Base> {
            Field("name", \.name)
        }
    }
    final class Model: Base {
        var count = 0 { didSet { setCount += 1 } }
        var setCount = 0
        var date: Date?
        var values = Values()
        static let mapping = Mapping<Model> {
            InheritedFields(Base.baseMapping) { $0 }
            Field("count", as: Int.self) { $0.count = $1 }.written { $0.count }
            Field("dates.date", \.date).dates(.date(in: .gmt), .epochSeconds)
                .written { $0.date?.timeIntervalSince1970 }
            Field("values", \.values)
        }
    }

    func testWritingSetsNothing() {
        let model = Model()
        model.count = 4
        _ = Model.mapping.dictionary(from: model)
        XCTAssertEqual(model.setCount, 1)
    }

    func testAListOfObjectsIsOneDocument() throws {
        var generator = SeededRandom(seed: 49)
        let values = (0..<20).map { _ in Values(using: &generator) }
        let (data, report) = Values.mapping.jsonArray(from: values)
        XCTAssertTrue(report.isClean)
        XCTAssertEqual(try Values.mapping.makeArray(of: Values(), json: data).values, values)
        let odd = Odd.mapping.jsonArray(from: [Odd(), Odd()])
        XCTAssertEqual(odd.report.issues.last?.path.description, "$[1].set")
        let empty = Values.mapping.jsonArray(from: [])
        XCTAssertEqual(String(decoding: empty.data, as: UTF8.self), "[]")
    }

    func testObjectsThatSeveralFieldsWriteAreMerged() throws {
        struct Both: Equatable {
            var place = Place()
            var level = Grades()
            var more = 0
            static let mapping = Mapping<Both> {
                Field("at", \.place)
                Field("at", \.level)
                Field("at.more", \.more)
                Field("at.name", \.more)
            }
        }
        struct Grades: Mappable, Equatable {
            var grades: Set<Grade> = [.second]
            var mark: Character = "x"
            var counts: [Int: Double] = [2: 1, 10: 0.5]
            static let mapping = Mapping<Grades> {
                Field("grades", \.grades)
                Field("mark", \.mark)
                Field("counts", \.counts)
            }
        }
        let both = Both(place: Place(name: "a", position: [1]), more: 3)
        let (data, report) = Both.mapping.json(from: both)
        XCTAssertEqual(
            String(decoding: data, as: UTF8.self),
            #"{"at":{"counts":{"10":0.5,"2":1.0},"grades":[2],"mark":"x","more":3,"name":3,"position":[1.0]}}"#
        )
        XCTAssertEqual(report.issues.map(\.path.description), ["$.at.name"])
        let (read, _) = try Both.mapping.make(Both(), json: data)
        XCTAssertEqual(read?.level, both.level)
        XCTAssertEqual(read?.place.position, [1])
    }

    func testATypeSaysHowItIsWritten() throws {
        struct Reference: MappingConvertible, Equatable {
            var number = 0
            static func converted(from source: borrowing MappingSource) -> MappingConversion<Self> {
                String.converted(from: source)
                    .compactMap(
                        { Int($0.dropFirst()).map { Self(number: $0) } },
                        orFailing: .invalidFormat
                    )
            }
            func write(to output: inout MappingOutput) throws(MappingRefusal) {
                guard number >= 0 else { throw MappingRefusal(.outOfRange) }
                try "#\(number)".write(to: &output)
            }
        }
        struct Page: Equatable {
            var references: [Reference] = []
            static let mapping = Mapping<Page> { Field("references", \.references) }
        }
        let page = Page(references: [Reference(number: 4), Reference(number: -1)])
        let (data, report) = Page.mapping.json(from: page)
        XCTAssertEqual(String(decoding: data, as: UTF8.self), ##"{"references":["#4"]}"##)
        XCTAssertEqual(
            report.issues.map(\.description),
            ["$.references[1]: out of range (wanted Reference); dropped"]
        )
    }

    func testATypeThatWritesNoValueOrSeveralIsLeftOut() throws {
        struct Times: MappingConvertible, Equatable {
            var count = 0
            static func converted(from source: borrowing MappingSource) -> MappingConversion<Self> {
                Int.converted(from: source).map { Self(count: $0) }
            }
            func write(to output: inout MappingOutput) throws(MappingRefusal) {
                for index in 0..<count { try ["x": [index]].write(to: &output) }
            }
        }
        struct All {
            var none = Times()
            var one = Times(count: 1)
            var list = [Times(count: 2), Times(count: 1), Times()]
            var set = ["a": Times(count: 3)]
            static let mapping = Mapping<All> {
                Field("none", \.none)
                Field("one", \.one).embeddedJSON()
                Field("list", \.list)
                Field("set", \.set)
            }
        }
        let (data, report) = All.mapping.json(from: All())
        XCTAssertEqual(
            String(decoding: data, as: UTF8.self),
            #"{"list":[{"x":[0]}],"one":"{\"x\":[0]}","set":{}}"#
        )
        XCTAssertEqual(
            report.issues.map { "\($0.path) \($0.explanation ?? "")" },
            [
                "$.list[0] the type writes 2 values", "$.list[2] the type writes 0 values",
                "$.none the type writes 0 values", "$.set[*] the type writes 3 values",
            ]
        )
        let (dictionary, _) = All.mapping.dictionary(from: All())
        XCTAssertEqual(dictionary.keys.sorted(), ["list", "one", "set"])
    }

    func testAnElementOfAValueThatIsLeftOutIsReportedAtItsPath() throws {
        struct Pair: MappingConvertible, Equatable {
            static func converted(from source: borrowing MappingSource) -> MappingConversion<Self> {
                .failed(.typeMismatch)
            }
            func write(to output: inout MappingOutput) throws(MappingRefusal) {
                try Point.mapping.write(Point(), to: &output)
                try [Double.nan].write(to: &output)
            }
        }
        struct Point {
            var x = 1
            static let mapping = Mapping<Point> { Field("x", \.x) }
        }
        struct All {
            var pair = Pair()
            var list = [Pair()]
            static let mapping = Mapping<All> {
                Field("pair", \.pair)
                Field("list", \.list)
            }
        }
        let (data, report) = All.mapping.json(from: All())
        XCTAssertEqual(String(decoding: data, as: UTF8.self), #"{"list":[]}"#)
        XCTAssertEqual(
            report.issues.map(\.path.description),
            ["$.list[0][0]", "$.list[0]", "$.pair[0]", "$.pair"]
        )
        XCTAssertEqual(report.appliedCount, 1)
    }

    // MARK: Omitted fields

    struct Odd {
        struct Own: MappingConvertible, Equatable {
            var text = ""
            static func converted(from source: borrowing MappingSource) -> MappingConversion<Own> {
                String.converted(from: source).map { Own(text: $0) }
            }
        }
        var double = Double.nan
        var list = [1, Double.infinity]
        var own = Own()
        var cents = 1
        var secret = "x"
        var optional: Int?
        var good = 1
        static let mapping = Mapping<Odd> {
            Field("double", \.double)
            Field("list", \.list)
            Field("own", \.own)
            Field("price", \.cents) { (amount: Decimal) in Int("\(amount * 100)") }
            Field("set", as: Int.self) { $0.good = $1 }
            Field("secret", \.secret).sensitive()
            Field("optional", \.optional)
            Field("good", \.good)
            Field("good.inner", \.good)
        }
    }

    func testValuesThatCannotBeWrittenAreLeftOutWithIssuesAndTheRestIsThere() {
        let (data, report) = Odd.mapping.json(from: Odd())
        XCTAssertEqual(
            String(decoding: data, as: UTF8.self),
            #"{"good":1,"list":[1.0],"optional":null}"#
        )
        XCTAssertEqual(
            report.issues.map(\.description),
            [
                "$.double: not finite (wanted Double); dropped",
                "$.good.inner: the field can't be used as declared: another field writes another value there (wanted Int); dropped",
                "$.list[1]: not finite (wanted Double); dropped",
                "$.own: the field can't be used as declared: the type says only how it is read (wanted Own); dropped",
                "$.price: the field can't be used as declared: the field says only how it is read (wanted Int); dropped",
                "$.set: the field can't be used as declared: the field says only how it is read (wanted Int); dropped",
            ]
        )
        XCTAssertEqual(report.appliedCount, 3)
    }

    func testNilAndSensitiveFieldsAreWrittenOnlyIfAsked() {
        func keys(_ omitsNil: Bool, _ includesSensitive: Bool) -> [String] {
            let (dictionary, _) = Odd.mapping.dictionary(
                from: Odd(),
                omittingNil: omitsNil,
                includingSensitive: includesSensitive
            )
            return dictionary.keys.sorted()
        }
        XCTAssertEqual(keys(false, false), ["good", "list", "optional"])
        XCTAssertEqual(keys(true, false), ["good", "list"])
        XCTAssertEqual(keys(true, true), ["good", "list", "secret"])
    }

    final class Ring: Mappable {
        var number = 7
        var next: Ring?
        static let mapping = Mapping<Ring> {
            Field("number", \.number)
            Field("next", \.next)
        }
    }

    func testAnObjectThatHoldsItselfEndsAtTheLimitOfDepth() throws {
        let ring = Ring()
        ring.next = ring
        let (data, report) = Ring.mapping.json(from: ring)
        ring.next = nil
        XCTAssertEqual(report.issues.map(\.code), [.limitExceeded])
        XCTAssertEqual(report.issues.first?.explanation, "depth")
        // The result has as many levels as were written.
        let (read, readReport) = try Ring.mapping.make(Ring(), json: data)
        XCTAssertEqual(readReport.issues, [])
        XCTAssertEqual(readReport.appliedCount, report.appliedCount)
        XCTAssertNotNil(read)
    }

    func testDatesAreWrittenInTheFirstFormat() throws {
        struct Dates {
            var date: Date
            static func text(_ date: Date, _ format: DateFormat) -> String {
                let mapping = Mapping<Dates> { Field("v", \.date).dates(format) }
                let (data, report) = mapping.json(from: Dates(date: date))
                return report.issues.first?.message ?? String(decoding: data, as: UTF8.self)
            }
        }
        let berlin = try XCTUnwrap(TimeZone(identifier: "Europe/Berlin"))
        let date = Date(timeIntervalSince1970: 1_792_890_000.125)  // 2026-10-25T01:00:00.125Z
        for (format, text) in [
            (DateFormat.rfc3339, #"{"v":"2026-10-25T01:00:00.125Z"}"#),
            (.epochSeconds, #"{"v":1792890000.125}"#),
            (.epochMilliseconds, #"{"v":1792890000125}"#),
            (.epochString, #"{"v":"1792890000.125"}"#),
            (.iso8601(in: berlin), #"{"v":"2026-10-25T01:00:00.125Z"}"#),
            (.date(in: berlin), #"{"v":"2026-10-25"}"#),
            (
                .format("EEE d MMM y, h 'o''clock' a X", in: berlin),
                #"{"v":"Sun 25 Oct 2026, 2 o'clock AM +01"}"#
            ),
            (.format("yyyy/MM/dd HH:mm:ss.SSS", in: .gmt), #"{"v":"2026/10/25 01:00:00.125"}"#),
            // This hour occurs twice.
            (
                .format("yyyy-MM-dd HH:mm", in: berlin),
                "invalid format (wanted Date); dropped"
            ),
            (.format("q", in: .gmt), "the field can't be used as declared (wanted Date); dropped"),
        ] {
            XCTAssertEqual(Dates.text(date, format), text)
        }
        XCTAssertEqual(
            Dates.text(.distantFuture.addingTimeInterval(1e12), .rfc3339),
            "out of range (wanted Date); dropped"
        )
        XCTAssertEqual(
            Dates.text(Date(timeIntervalSince1970: 0), .rfc3339),
            #"{"v":"1970-01-01T00:00:00Z"}"#
        )
    }

    func testBytesAreWrittenInTheFirstFormatAndReadBack() throws {
        struct Bytes: Equatable {
            var data: Data
        }
        let data = Data((0..<100).map { UInt8(truncatingIfNeeded: $0 &* 41) })
        for encoding in [
            DataEncoding.base64, .unpaddedBase64, .base64URL, .mimeBase64, .hexadecimal,
        ] {
            for count in 95...100 {
                let mapping = Mapping<Bytes> { Field("v", \.data).bytes(encoding) }
                let written = mapping.json(from: Bytes(data: data.prefix(count)))
                let (read, report) = try mapping.make(Bytes(data: Data()), json: written.data)
                XCTAssertEqual(read, Bytes(data: data.prefix(count)))
                XCTAssertTrue(report.isClean)
            }
        }
    }

    func testADecimalThatCouldNotBeReadBackIsAnIssueOfWriting() throws {
        struct Amounts: Equatable {
            var first = Decimal()
            var second = Decimal()
            static let mapping = Mapping<Amounts> {
                Field("first", \.first)
                Field("second", \.second)
            }
        }
        let amounts = Amounts(first: .pi, second: Decimal(10))
        let (data, report) = Amounts.mapping.json(from: amounts)
        XCTAssertEqual(String(decoding: data, as: UTF8.self), #"{"second":10}"#)
        XCTAssertEqual(report.issues.map(\.path.description), ["$.first"])
        XCTAssertEqual(report.issues.map(\.code), [.inexact])
        XCTAssertEqual(Amounts.mapping.dictionary(from: amounts).report, report)

        var generator = SeededRandom(seed: 50)
        for _ in 0..<rounds(2_000, underStress: 10_000) {
            let significand = Decimal(generator.next()) * Decimal(generator.next())
            let amounts = Amounts(
                first: Decimal(
                    sign: generator.next().isMultiple(of: 2) ? .plus : .minus,
                    exponent: Int(generator.next() % 250) - 128,
                    significand: significand
                ),
                second: Decimal(sign: .plus, exponent: 127, significand: Decimal(1))
            )
            let (data, report) = Amounts.mapping.json(from: amounts)
            let (read, readReport) = try Amounts.mapping.make(Amounts(), json: data)
            XCTAssertEqual(readReport.issues, [], "\(amounts)")
            if report.isClean { XCTAssertEqual(read, amounts) }
            XCTAssertEqual(read?.second, amounts.second)
        }
    }

    func testEmbeddedJSONOfAFieldWithItsOwnMappingIsWrittenAsAString() throws {
        struct Outer: Equatable {
            var inner = Place(name: "a", position: [1])
            var other = Place(name: "b")
            static let mapping = Mapping<Outer> {
                Field("in", \.inner, Place.mapping).embeddedJSON()
                Field("other", \.other).embeddedJSON()
            }
        }
        let text =
            #"{"in":"{\"name\":\"a\",\"position\":[1.0]}","other":"{\"name\":\"b\",\"position\":[]}"}"#
        let (data, report) = Outer.mapping.json(from: Outer())
        XCTAssertEqual(String(decoding: data, as: UTF8.self), text)
        XCTAssertEqual(report.issues, [])
        XCTAssertEqual(report.appliedCount, 6)
        XCTAssertEqual(try Outer.mapping.make(Outer(inner: Place()), json: data).value, Outer())
        let dictionary = Outer.mapping.dictionary(from: Outer()).dictionary
        XCTAssertEqual(dictionary["other"] as? String, #"{"name":"b","position":[]}"#)
    }

    func testEmbeddedJSONIsNotMergedWithTheObjectOfAnotherField() {
        struct Both {
            var first = Place(name: "a")
            var second = 2
            static let mapping = Mapping<Both> {
                Field("at", \.first, Place.mapping).embeddedJSON()
                Field("at.more", \.second)
            }
        }
        let (data, report) = Both.mapping.json(from: Both())
        XCTAssertEqual(
            String(decoding: data, as: UTF8.self),
            #"{"at":"{\"name\":\"a\",\"position\":[]}"}"#
        )
        XCTAssertEqual(report.issues.map(\.path.description), ["$.at.more"])
    }

    func testAnOptionalInAnOptionalTellsNullFromAbsent() throws {
        struct Patch: Equatable {
            var name: String??
            var age: Int??
            var place: Place??
            static let mapping = Mapping<Patch> {
                Field("name", \.name)
                Field("age", \.age)
                Field("place", \.place)
            }
        }
        let cases: [(json: String, patch: Patch)] = [
            ("{}", Patch()),
            (
                #"{"age":null,"name":null,"place":null}"#,
                Patch(name: .some(nil), age: .some(nil), place: .some(nil))
            ),
            (
                #"{"name":"Ada","place":{"name":"a","position":[]}}"#,
                Patch(name: "Ada", place: Place(name: "a"))
            ),
            (#"{"age":36,"name":null}"#, Patch(name: .some(nil), age: 36)),
        ]
        for (json, patch) in cases {
            for omitsNil in [false, true] {
                let (data, report) = Patch.mapping.json(from: patch, omittingNil: omitsNil)
                XCTAssertEqual(String(decoding: data, as: UTF8.self), json)
                XCTAssertEqual(report.issues, [])
            }
            let (read, report) = try Patch.mapping.make(Patch(), json: Data(json.utf8))
            XCTAssertEqual(read, patch)
            XCTAssertEqual(report.issues, [])
            let dictionary = Patch.mapping.dictionary(from: patch).dictionary
            XCTAssertEqual(Patch.mapping.make(Patch(), from: dictionary).value, patch)
        }
        let empty = try Patch.mapping.make(
            Patch(),
            json: Data(#"{"age":"","name":""}"#.utf8),
            options: .lenient
        )
        XCTAssertEqual(empty.value, Patch(name: "", age: .some(nil)))
    }

    func testListsThatCannotBeCutAtTheSeparatorStayLists() {
        struct Tags {
            var tags: [String]
            static let mapping = Mapping<Tags> { Field("v", \.tags).split(by: ",") }
        }
        for (tags, text) in [
            (["a", "b"], #"{"v":"a,b"}"#), ([], #"{"v":""}"#), ([""], #"{"v":[""]}"#),
            (["a,b"], #"{"v":["a,b"]}"#), (["", ""], #"{"v":","}"#),
        ] {
            let (data, _) = Tags.mapping.json(from: Tags(tags: tags))
            XCTAssertEqual(String(decoding: data, as: UTF8.self), text)
        }
    }
}

extension WritingTests.Values {
    /// The number of fields in the nested objects.
    fileprivate var placeFieldCount: Int {
        2 + (place == nil ? 0 : 2) + places.count * 2 + placesByName.count * 2
    }
}
