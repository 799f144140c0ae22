import FootingExtendedAttributes
import Foundation
import Synchronization
import TestSupport
import XCTest

final class CodableCodingTests: XCTestCase {
    private struct Settings: Codable, Equatable {
        var zoom: Double
        var opened: [Int]
        var title: String?
    }

    /// A type that decodes any number of levels.
    private indirect enum Tree: Codable, Equatable {
        case text(String)
        case list([Tree])
        case table([String: Tree])

        /// The number of calls of the initializer.
        static let runs = Atomic(0)

        init(from decoder: any Decoder) throws {
            Self.runs.add(1, ordering: .relaxed)
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let list = try? container.decode([Tree].self) {
                self = .list(list)
            } else {
                self = .table(try container.decode([String: Tree].self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .list(let list): try container.encode(list)
            case .table(let table): try container.encode(table)
            }
        }

        static func nested(_ levels: Int, around text: String = "x") -> Tree {
            (0..<levels).reduce(.text(text)) { tree, _ in .list([tree]) }
        }
    }

    // MARK: - JSON

    func testJSONHasSortedKeysAndIsReadBack() throws {
        let store = try StoredValue(of: self)

        try store.assertWrites(
            Settings(zoom: 1.5, opened: [1, 2], title: "a/b"),
            as: .json(),
            #"{"opened":[1,2],"title":"a/b","zoom":1.5}"#
        )
        try store.assertWrites(
            Settings(zoom: 0, opened: []),
            as: .json(),
            #"{"opened":[],"zoom":0}"#
        )
        try store.assertWrites("text", as: .json(), #""text""#)
        try store.assertWrites(7, as: .json(), "7")
        try store.assertReads(" [ 1 ,\n2\t] \r".utf8, as: .json(), [1, 2])
        try store.assertReads(#"{"a\":b":[",]"]}"#.utf8, as: .json(), ["a\":b": [",]"]])
    }

    func testJSONThatIsNotTheTypeOrNotJSONIsRefused() throws {
        let store = try StoredValue(of: self)

        try store.assertRefuses(
            [
                "", " ", "{}", "[]", "null", #"{"zoom":"1","opened":[]}"#, #"{"zoom":1}"#,
                #"{"zoom":1,"opened":[]"#, #"{"zoom":1,"opened":[],}"#,
                #"{"zoom":1,"opened":[1,]}"#,
                #"{"zoom":1,"opened":[]}x"#, #"{"zoom":1,"opened":[]}"# + "\0",
                "\u{FEFF}" + #"{"zoom":1,"opened":[]}"#, #"{zoom:1,"opened":[]}"#,
                #"{"zoom":1,"opened":[]}"# + "\u{A0}", "]", "}}", #"{"zoom":1e999,"opened":[]}"#,
            ],
            as: .json() as Coding<Settings>
        )
        let integer: Coding<Int> = .json()
        for bytes in [
            // UTF-16 and UTF-32, which the decoder would guess.
            [0x37, 0], [0, 0x37], [0xFF, 0xFE, 0x37, 0], [0x37, 0, 0, 0], [0xEF, 0xBB, 0xBF, 0x37],
            [0x37, 0xFF],
        ] as [[UInt8]] {
            try store.assertRefuses(bytes, as: integer)
        }
        try store.assertRefuses([0x22, 0xE9, 0x22], as: .json() as Coding<String>)
        try store.assertCantWrite(Double.nan, as: .json())
    }

    func testJSONIsRefusedBeforeItIsTooDeepForAThread() throws {
        let store = try StoredValue(of: self)
        let tree: Coding<Tree> = .json()
        try store.assertReads(
            (String(repeating: "[", count: 64) + "\"x\"" + String(repeating: "]", count: 64)).utf8,
            as: tree,
            .nested(64)
        )
        _ = try store.bytes(of: .nested(64), as: tree)

        try store.assertCantWrite(.nested(65), as: tree)
        for (opening, closing) in [("[", "]"), (#"{"a":"#, "}")] {
            for levels in [65, 512, 3_000] {
                let text =
                    String(repeating: opening, count: levels) + "\"x\""
                    + String(repeating: closing, count: levels)
                guard text.utf8.count < 3_900 else { continue }
                try store.assertRefuses(text.utf8, as: tree)
            }
        }
        try store.assertRefuses(String(repeating: "[", count: 3_900).utf8, as: tree)
        // Brackets in texts are no levels.
        let brackets = String(repeating: "[", count: 500)
        try store.assertReads(
            "[\"\(brackets)\\\"\(brackets)\"]".utf8,
            as: .json(),
            ["\(brackets)\"\(brackets)"]
        )
    }

    func testDeepValuesFitOnASmallStack() throws {
        let store = try StoredValue(of: self)
        let json: Coding<Tree> = .json()
        let list: Coding<Tree> = .binaryPropertyList()
        onThread(stackSize: 512 * 1_024) {
            for coding in [json, list] {
                do {
                    _ = try store.bytes(of: .nested(60), as: coding)
                    let key = ExtendedAttributeKey(StoredValue.name, as: coding)
                    XCTAssertEqual(try store.attributes.value(for: key), .nested(60))
                } catch {
                    XCTFail("\(error)")
                }
            }
        }
    }

    func testLongTextIsReadAndWritten() throws {
        let store = try StoredValue(of: self)
        let texts = ["k", "漢", "é", "👩‍👧", "a\u{301}", "\u{AC00}\u{11A8}"].map {
            String(repeating: $0, count: 2_000 / $0.utf8.count)
        }
        for text in texts {
            XCTAssertGreaterThan(text.utf8.count, 1_024)
            try store.assertReads(#"{"\#(text)":1}"#.utf8, as: .json(), [text: 1])
            try store.assertReads(#"["\#(text)"]"#.utf8, as: .json(), [text] as Set)
            for coding: Coding<[String: String]> in [.json(), .binaryPropertyList()] {
                let bytes = try XCTUnwrap(store.bytes(of: [text: "x"], as: coding))
                try store.assertReads(bytes, as: coding, [text: "x"])
            }
        }
        let emoji = String(repeating: #"\ud83d\ude00"#, count: 300)
        let same = String(repeating: "😀", count: 300)
        try store.assertReads(#"["\#(emoji)"]"#.utf8, as: .json(), [same] as Set)
    }

    private enum Accented: String, Codable {
        case plain
        case accented = "é"
    }

    func testTooManyCombiningMarksAreRefusedInEveryCoding() throws {
        let store = try StoredValue(of: self)
        for pair in ["\u{301}\u{316}", "\u{1D165}\u{1D16D}", "\u{1D165}\u{316}", "\u{64B}\u{64D}"] {
            let most = "a" + String(repeating: pair, count: 128)
            try assertCodable(most, in: store, isAccepted: true)
            try assertCodable(most + "e" + most, in: store, isAccepted: true)
            try assertCodable(most + "\u{316}", in: store, isAccepted: false)
            try assertCodable("x" + most + "\u{316}y", in: store, isAccepted: false)
        }
        // Half of the marks are escaped.
        let marks = String(repeating: "\u{301}\u{316}", count: 64)
        let escaped = String(repeating: #"\u0301\u0316"#, count: 64)
        let list: Coding<[String]> = .json()
        try store.assertReads(#"["a\#(marks)\#(escaped)"]"#.utf8, as: list, ["a\(marks)\(marks)"])
        try store.assertRefuses(#"["a\#(marks)\#(escaped)\u0301"]"#.utf8, as: list)
    }

    /// Asserts that text is read and written, or is not, as a key, an element and a raw value.
    private func assertCodable(
        _ text: String,
        in store: StoredValue,
        isAccepted: Bool,
        line: UInt = #line
    ) throws {
        struct Word: RawRepresentable, Equatable { let rawValue: String }
        func check<Value: Equatable>(_ value: Value, as coding: Coding<Value>) throws {
            guard isAccepted else {
                try store.assertCantWrite(value, as: coding, line: line)
                return
            }
            let bytes = try XCTUnwrap(store.bytes(of: value, as: coding), line: line)
            try store.assertReads(bytes, as: coding, value, line: line)
        }
        for coding: Coding<Set<String>> in [.json(), .binaryPropertyList()] {
            try check([text], as: coding)
        }
        for coding: Coding<[String: [Int]]> in [.json(), .binaryPropertyList()] {
            try check([text: [1]], as: coding)
        }
        try check(Word(rawValue: text), as: .rawValue(of: .utf8))
        let escaped = text.utf16.map { unit in
            #"\u"# + String(String(0x1_0000 + Int(unit), radix: 16).dropFirst())
        }
        for json in [text, escaped.joined()] where json.utf8.count < 3_900 {
            let bytes = #"{"n":["\#(json)"]}"#.utf8
            if isAccepted {
                try store.assertReads(bytes, as: .json(), ["n": [text]], line: line)
            } else {
                try store.assertRefuses(
                    bytes,
                    as: .json() as Coding<[String: [String]]>,
                    line: line
                )
            }
        }
    }

    func testPropertyListsWithTooManyCombiningMarksAreRefused() throws {
        let store = try StoredValue(of: self, forLargeValues: true)
        for (count, isAccepted) in [(256, true), (257, false), (16_000, false)] {
            let marks = (0..<count).flatMap { [3, $0 % 2 == 0 ? 0x01 : 0x16] as [UInt8] }
            let text = [0x6F, 0x11] + [UInt8(count >> 8), UInt8(count & 0xFF)] + marks
            for (name, parts) in [
                ("element", [[0xA1, 0, 1], text]),
                ("key", [[0xD1, 0, 1, 0, 2], text, [0x51, 0x61]]),
                ("value", [[0xD1, 0, 2, 0, 1], text, [0x51, 0x61]]), ("alone", [text]),
            ] as [(String, [[UInt8]])] {
                let before = Tree.runs.load(ordering: .relaxed)
                let coding: Coding<Tree> = .binaryPropertyList()
                let bytes = propertyList(parts)
                if isAccepted {
                    XCTAssertNotNil(try store.value(in: bytes, as: coding), name)
                } else {
                    try store.assertRefuses(bytes, as: coding)
                    XCTAssertEqual(Tree.runs.load(ordering: .relaxed), before, name)
                }
            }
        }
    }

    func testEnumerationsAndSetsOfHostileTextAreRefusedAtOnce() throws {
        let store = try StoredValue(of: self, forLargeValues: true)
        // 32,000 marks, which take Swift a second to hash.
        let marks = "e" + String(repeating: "\u{301}\u{316}", count: 16_000)
        XCTAssertEqual(
            try store.value(in: #"["é","plain"]"#.utf8, as: .json()),
            [.accented, .plain] as [Accented]?
        )

        try store.assertRefuses(#"["\#(marks)"]"#.utf8, as: .json() as Coding<[Accented]>)
        try store.assertRefuses(#"["\#(marks)"]"#.utf8, as: .json() as Coding<Set<String>>)
        try store.assertRefuses(#"{"\#(marks)":1}"#.utf8, as: .json() as Coding<[String: Int]>)
        try store.assertRefuses(marks.utf8, as: .rawValue(of: .utf8) as Coding<Accented>)
        try store.assertReads(marks.utf8, as: .utf8, marks)
    }

    // MARK: - Property lists

    func testPropertyListsAreReadBack() throws {
        let store = try StoredValue(of: self)
        let settings = Settings(
            zoom: 1.5,
            opened: [1, -2, 300, 70_000, .max, .min],
            title: "naïve 👩‍👧"
        )
        func assertReadBack<Value: Codable & Equatable & SendableMetatype>(_ value: Value) throws {
            let bytes = try XCTUnwrap(store.bytes(of: value, as: .binaryPropertyList()))
            XCTAssertEqual(bytes.prefix(8), Data("bplist00".utf8))
            try store.assertReads(bytes, as: .binaryPropertyList(), value)
        }

        try assertReadBack(settings)
        try assertReadBack([settings, settings])
        try assertReadBack(["a": Data([0, 1, 255]), "b": Data()])
        try assertReadBack([Date(timeIntervalSinceReferenceDate: 0.5)])
        try assertReadBack(Array(repeating: "the same text", count: 70))
        try assertReadBack((0..<300).map { "text \($0)" })
        try assertReadBack([[String]]())
        try assertReadBack([true, false])
        try assertReadBack([UInt64.max])
        try assertReadBack([nil, 1] as [Int?])
        // Foundation refuses to write these, and reads them.
        try assertReadBack("text")
        try assertReadBack("naïve")
        try assertReadBack(17)
        try assertReadBack(-1.5)
        try assertReadBack(true)
        try assertReadBack(Date(timeIntervalSinceReferenceDate: 0))
        try assertReadBack(Data(repeating: 1, count: 300))
    }

    func testPythonReadsAndWritesTheSameLists() throws {
        let script = """
            import os, plistlib, sys
            v = plistlib.loads(os.getxattr(sys.argv[1], 'user.value'))
            assert v == {'opened': [1, -2], 'title': 'naïve', 'zoom': 1.5}, v
            shared = ['x']
            v = [shared, shared, ['é' * 20], 'text']
            os.setxattr(sys.argv[1], 'user.value', plistlib.dumps(v, fmt=plistlib.FMT_BINARY))
            """
        try require(["python3", "-c", "import os, plistlib; os.getxattr"])
        let file = try makeFile()
        let settings = Settings(zoom: 1.5, opened: [1, -2], title: "naïve")
        try file.extendedAttributes.set(
            settings,
            for: ExtendedAttributeKey("user.value", as: .binaryPropertyList())
        )

        let (status, output) = try runProgram(["python3", "-c", script, file.path])

        XCTAssertEqual(status, 0, output)
        let key = ExtendedAttributeKey<Tree>("user.value", as: .binaryPropertyList())
        XCTAssertEqual(
            try file.extendedAttributes.value(for: key),
            .list([
                .list([.text("x")]), .list([.text("x")]),
                .list([.text(String(repeating: "é", count: 20))]), .text("text"),
            ])
        )
    }

    func testOtherPropertyListsAreRefused() throws {
        let store = try StoredValue(of: self)
        let xml =
            #"<?xml version="1.0"?><plist version="1.0"><array><string>x</string></array></plist>"#
        let coding: Coding<Tree> = .binaryPropertyList()

        try store.assertRefuses(
            ["", "bplist00", "bplist", xml, "(x, y)", "x", "{a = b;}", "bplist00" + xml],
            as: coding
        )
        let deep = String(repeating: "<array>", count: 500)
        try store.assertRefuses("<plist>\(deep)".utf8, as: coding)
        try store.assertRefuses(String(repeating: "(", count: 3_000).utf8, as: coding)
        let good = try XCTUnwrap(store.bytes(of: .list([.text("x")]), as: coding))
        try store.assertRefuses(good.dropLast(), as: coding)
        try store.assertRefuses(good + [0], as: coding)
        try store.assertRefuses(Data("bplist01".utf8) + good.dropFirst(8), as: coding)
    }

    func testHostilePropertyListsAreRefusedAtOnce() throws {
        let store = try StoredValue(of: self, forLargeValues: true)
        let coding: Coding<Tree> = .binaryPropertyList()
        func reference(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
        let hugeCount: [UInt8] = [0x13, 0x40, 0, 0, 0, 0, 0, 0, 0]
        let text: [UInt8] = [0x51, 0x61]
        let rows: [(String, [[UInt8]])] = [
            ("holds itself", [[0xA1, 0, 0]]),
            ("a circle", [[0xA1, 0, 1], [0xD1, 0, 2, 0, 0], text]),
            ("is its own key", [[0xD1, 0, 0, 0, 1], text]),
            ("is deep", (0..<65).map { [0xA1] + reference($0 + 1) } + [[0xA0]]),
            ("is very deep", (0..<10_000).map { [0xA1] + reference($0 + 1) } + [[0xA0]]),
            ("doubles", (0..<30).map { [0xA2] + reference($0 + 1) + reference($0 + 1) } + [[0xA0]]),
            (
                "repeats a long text",
                [
                    [0xAF, 0x11, 0x3A, 0x98] + (0..<15_000).flatMap { _ in reference(1) },
                    [0x5F, 0x11, 0x75, 0x30] + [UInt8](repeating: 0x61, count: 30_000),
                ]
            ),
            (
                "text beyond the end",
                [[0xA1, 0, 1], [0x6F, 0x10, 40] + [UInt8](repeating: 0, count: 41)]
            ),
            ("text far beyond the end", [[0xA1, 0, 1], [0x6F] + hugeCount]),
            ("an array of 2^62", [[0xAF] + hugeCount]),
            ("a dictionary of 2^62", [[0xDF] + hugeCount]),
            ("data of 2^62", [[0xA1, 0, 1], [0x4F] + hugeCount]),
            ("an array of 2^64 - 1", [[0xAF, 0x13] + [UInt8](repeating: 0xFF, count: 8)]),
            ("a length that is none", [[0xAF, 0x51, 0x61]]),
            ("a length of 16 bytes", [[0xAF, 0x14] + [UInt8](repeating: 0, count: 16)]),
            ("a length of 2^15 bytes", [[0xAF, 0x1F]]),
            ("a part that is not there", [[0xA1, 0, 9]]),
            ("a set", [[0xC1, 0, 1], text]),
            ("an identifier of an archive", [[0xA1, 0, 1], [0x80, 1]]),
            ("an unknown kind", [[0xA1, 0, 1], [0x70, 1]]),
            ("a number of 32 bytes", [[0xA1, 0, 1], [0x15] + [UInt8](repeating: 0, count: 32)]),
            ("a number of 2 bytes with a point", [[0xA1, 0, 1], [0x21, 0, 0]]),
            ("a date of 4 bytes", [[0xA1, 0, 1], [0x32, 0, 0, 0, 0]]),
            ("a number as a key", [[0xD1, 0, 1, 0, 2], [0x10, 1], text]),
            ("text that is no ASCII", [[0xA1, 0, 1], [0x51, 0xE9]]),
            ("half of a surrogate", [[0xA1, 0, 1], [0x61, 0xD8, 0]]),
            ("nothing", [[0x00]]),
            ("a key twice", [[0xD2, 0, 1, 0, 2, 0, 3, 0, 3], text, text, [0x51, 0x62]]),
            ("one part as two keys", [[0xD2, 0, 1, 0, 1, 0, 1, 0, 1], text]),
            (
                "a key in ASCII and in UTF-16",
                [[0xD2, 0, 1, 0, 2, 0, 3, 0, 3], text, [0x61, 0, 0x61], [0x51, 0x62]]
            ),
            (
                "a key composed and decomposed",
                [
                    [0xD2, 0, 1, 0, 2, 0, 3, 0, 3], [0x61, 0, 0xE9], [0x62, 0, 0x65, 3, 1],
                    [0x51, 0x62],
                ]
            ),
            (
                "a key twice among many",
                [
                    [0xDA] + (1...9).flatMap(reference) + reference(1)
                        + (1...10).flatMap { _ in reference(1) }
                ]
                    + (1...9).map { [0x51, 0x60 + UInt8($0)] }
            ),
        ]

        for (name, parts) in rows {
            let bytes = propertyList(parts)
            XCTAssertLessThanOrEqual(bytes.count, 65_536, name)
            let before = Tree.runs.load(ordering: .relaxed)
            try store.assertRefuses(bytes, as: coding)
            // At most the list and its first element have been decoded.
            XCTAssertLessThanOrEqual(Tree.runs.load(ordering: .relaxed) - before, 2, name)
        }
        try store.assertReads(propertyList([[0xA1, 0, 1], text]), as: coding, .list([.text("a")]))
        try store.assertReads(
            propertyList((0..<64).map { [0xA1] + reference($0 + 1) } + [text]),
            as: .binaryPropertyList(),
            Tree.nested(64, around: "a")
        )
    }

    func testEveryFieldAtTheEndOfAPropertyListIsChecked() throws {
        let store = try StoredValue(of: self)
        let coding: Coding<Tree> = .binaryPropertyList()
        let good = propertyList([[0xA1, 0, 1], [0x51, 0x61]])
        for index in (good.count - 32)..<good.count {
            for value in [0, 1, 2, 3, 7, 8, 9, 0x7F, 0x80, 0xFE, 0xFF] as [UInt8] {
                var bytes = good
                bytes[index] = value
                try store.attributes.set(bytes, for: StoredValue.name)
                let key = ExtendedAttributeKey(StoredValue.name, as: coding)
                do throws(ExtendedAttributeError) {
                    _ = try store.attributes.value(for: key)
                } catch {
                    XCTAssertEqual(error.code, .undecodableValue, "\(index): \(value)")
                }
            }
        }
    }

    func testPropertyListsChangedAtRandomAreReadOrRefused() throws {
        let store = try StoredValue(of: self)
        let tree = Tree.table([
            "list": .list([.text("a"), .text("naïve"), .list([])]),
            "text": .text("long enough to count"),
        ])
        let good = try XCTUnwrap(store.bytes(of: tree, as: .binaryPropertyList()))
        let keys = ExtendedAttributeKey<Tree>(StoredValue.name, as: .binaryPropertyList())
        let numbers = ExtendedAttributeKey<[String: [Double]]>(
            StoredValue.name,
            as: .binaryPropertyList()
        )
        var random = SeededRandom(seed: 1)
        var refused = 0
        let rounds = isUnderStress ? 24_000 : 3_000
        for _ in 0..<rounds {
            var bytes = good
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 8..<bytes.count, using: &random)
                bytes[index] = UInt8.random(in: 0...255, using: &random)
            }
            try store.attributes.set(bytes, for: StoredValue.name)
            do throws(ExtendedAttributeError) {
                _ = try store.attributes.value(for: keys)
            } catch {
                XCTAssertEqual(error.code, .undecodableValue)
                refused += 1
            }
            _ = try? store.attributes.value(for: numbers)
        }
        XCTAssertGreaterThan(refused, rounds / 10)
        XCTAssertLessThan(refused, rounds)
    }

    func testErrorsNameTheTypeAndNotTheValue() throws {
        let store = try StoredValue(of: self)

        let json = try store.assertRefuses(
            #"{"zoom":"secret"}"#.utf8,
            as: .json() as Coding<Settings>
        )
        let list = try store.assertRefuses(
            "secret".utf8,
            as: .binaryPropertyList() as Coding<Settings>
        )

        for (error, kind) in [(json, "JSON"), (list, "property list")] {
            let sentence = try XCTUnwrap(error?.description)
            XCTAssertTrue(sentence.contains("\(kind) of the type Settings"), sentence)
            XCTAssertTrue(sentence.contains("user.value"), sentence)
            XCTAssertFalse(sentence.contains("secret"), sentence)
        }
    }
}

/// Makes a binary property list of objects; the first object is the root.
private func propertyList(_ objects: [[UInt8]]) -> Data {
    func number(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    var list = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
        offsets += number(list.count, 2)
        list += object
    }
    let table = list.count
    list += offsets + [0, 0, 0, 0, 0, 0, 2, 2]
    list += number(objects.count, 8) + number(0, 8) + number(table, 8)
    return Data(list)
}
