import FootingExtendedAttributes
import Foundation
import XCTest

final class ExtendedAttributeNameTests: XCTestCase {
    func testLocalNameIsTheNameWithoutItsNamespace() {
        let rows: [(name: ExtendedAttributeName, local: String?)] = [
            ("user.stage", "stage"), ("user.a.b", "a.b"), ("trusted.a", "a"), ("security.a", "a"),
            ("system.a", "a"), ("user.", ""), ("user..", "."), ("foo.bar", "foo.bar"), ("", ""),
            ("user", "user"), ("USER.a", "USER.a"), ("user.\u{301}a", "\u{301}a"),
            (ExtendedAttributeName(bytes: Array("user.é".utf8)), "é"),
            (ExtendedAttributeName(bytes: Array("user.".utf8) + [0xE9]), nil),
        ]
        for (name, local) in rows {
            XCTAssertEqual(
                name.localName.map { Array($0.utf8) },
                local.map { Array($0.utf8) },
                "\(name)"
            )
        }
        XCTAssertEqual(ExtendedAttributeName.portable("com.example.a").localName, "com.example.a")
    }

    func testNamesAreEqualOnlyWhenTheirBytesAre() {
        let composed: ExtendedAttributeName = "user.caf\u{E9}"
        let decomposed: ExtendedAttributeName = "user.cafe\u{301}"

        XCTAssertEqual("user.caf\u{E9}", "user.cafe\u{301}", "What Swift's own strings say")
        XCTAssertNotEqual(composed, decomposed)
        XCTAssertEqual(Set([composed, decomposed, composed]).count, 2)
        XCTAssertEqual(composed, ExtendedAttributeName(bytes: "user.caf\u{E9}".utf8))
        XCTAssertEqual(
            composed.hashValue,
            ExtendedAttributeName(bytes: "user.caf\u{E9}".utf8).hashValue
        )
    }

    func testBytesThatAreNoUTF8AreKept() {
        let bytes = Array("user.caf".utf8) + [0xE9]
        let name = ExtendedAttributeName(bytes: bytes)

        XCTAssertEqual(name.bytes, bytes)
        XCTAssertNil(name.string)
        XCTAssertEqual(name, ExtendedAttributeName(bytes: bytes))
        XCTAssertNotEqual(name, "user.caf\u{FFFD}")
        XCTAssertEqual(ExtendedAttributeName("user.caf").string, "user.caf")
    }

    func testNamesWithEveryByteWork() throws {
        let attributes = try makeFile().extendedAttributes

        for byte in UInt8.min...UInt8.max {
            let name = ExtendedAttributeName(bytes: Array("user.".utf8) + [byte])
            guard byte != 0 else {
                assertFailure(.invalidName, try attributes.set([1], for: name))
                continue
            }
            try attributes.set([byte], for: name)
            XCTAssertEqual(try attributes.data(for: name), Data([byte]), "\(name)")
            XCTAssertEqual(try attributes.names(in: .user), [name])
            XCTAssertTrue(try attributes.remove(name), "\(name)")
        }
    }

    func testNamesOfEveryLengthWorkOrAreRefused() throws {
        let attributes = try makeFile().extendedAttributes

        for length in 0...300 {
            let name = ExtendedAttributeName(
                String("user.\(String(repeating: "n", count: 300))".prefix(length))
            )
            switch length {
            case 0:
                assertRefused(.invalidName, name, attributes)
            case 1...4:
                assertFailure(.unsupported, try attributes.set([1], for: name), "\(length)")
            case 5:
                assertFailure(.invalidName, try attributes.set([1], for: name))
            case 6...255:
                try attributes.set([1], for: name)
                XCTAssertEqual(try attributes.data(for: name), Data([1]), "\(length)")
                XCTAssertEqual(try attributes.names(in: .user), [name])
                XCTAssertTrue(try attributes.remove(name), "\(length)")
            default:
                assertRefused(.nameTooLong, name, attributes)
            }
        }
    }

    func testNameWithNULIsRefusedNotCut() throws {
        let attributes = try makeFile().extendedAttributes
        try attributes.set([1], for: "user.a")

        assertRefused(.invalidName, "user.a\0b", attributes)
        assertRefused(.invalidName, "user.a\0", attributes)
        assertRefused(.invalidName, ExtendedAttributeName(bytes: [0xFF, 0]), attributes)

        XCTAssertEqual(try attributes.names(in: .user), ["user.a"])
    }

    func testNamespaceIsThePartBeforeTheFirstDot() {
        let table: [(ExtendedAttributeName, ExtendedAttributeName.Namespace)] = [
            ("user.a", .user), ("user.", .user), ("user.a.b", .user),
            ("trusted.overlay.opaque", .trusted),
            ("security.selinux", .security),
            ("system.posix_acl_access", .system),
            ("user", .other), ("USER.a", .other), ("users.a", .other),
            ("com.apple.quarantine", .other), ("btrfs.compression", .other),
            ("", .other), (".user.a", .other),
        ]
        for (name, namespace) in table { XCTAssertEqual(name.namespace, namespace, "\(name)") }
        let namespaces: [ExtendedAttributeName.Namespace] = [
            .user, .trusted, .security, .system, .other,
        ]
        XCTAssertEqual(
            namespaces.map { "\($0)" },
            ["user", "trusted", "security", "system", "other"]
        )
        let odd = ExtendedAttributeName(bytes: Array("user.".utf8) + [0xFF])
        XCTAssertEqual(odd.namespace, .user)
    }

    func testPortableNamesAreUserNamesOnLinux() {
        XCTAssertEqual(ExtendedAttributeName.user("com.example.stage"), "user.com.example.stage")
        XCTAssertEqual(ExtendedAttributeName.user("user.stage"), "user.user.stage")
        XCTAssertEqual(
            ExtendedAttributeName.portable("com.example.stage"),
            "user.com.example.stage"
        )
    }

    func testDescriptionIsOneLineOfPlainCharactersAndTellsAllNamesApart() {
        let table: [(ExtendedAttributeName, String)] = [
            ("user.stage", "user.stage"),
            ("user.caf\u{E9}", "user.caf\u{E9}"),
            ("user.a b=c\"d", "user.a b=c\"d"),
            ("user.a\nb", #"user.a\012b"#),
            ("user.a\\b", #"user.a\134b"#),
            ("user.a\0", #"user.a\000"#),
            ("user.\u{7F}", #"user.\177"#),
            ("user.\u{85}", #"user.\302\205"#),
            ("user.\u{9B}31m", #"user.\302\23331m"#),
            ("user.\u{AD}", #"user.\302\255"#),
            ("user.\u{200F}", #"user.\342\200\217"#),
            ("user.\u{2028}\u{2029}", #"user.\342\200\250\342\200\251"#),
            ("user.\u{202E}txt", #"user.\342\200\256txt"#),
            ("user.\u{2066}", #"user.\342\201\246"#),
            ("user.\u{FEFF}", #"user.\357\273\277"#),
            ("user.\u{E0001}", #"user.\363\240\200\201"#),
            ("user.\u{A0}\u{1F600}", "user.\u{A0}\u{1F600}"),
            (ExtendedAttributeName(bytes: [0x61, 0xFF, 0x62]), #"a\377b"#),
            (ExtendedAttributeName(bytes: [0xE2, 0x82, 0x41]), #"\342\202A"#),
            (ExtendedAttributeName(bytes: [0xC3, 0xA9, 0xC3]), "\u{E9}\\303"),
            (ExtendedAttributeName(bytes: [0xED, 0xA0, 0x80]), #"\355\240\200"#),
            ("", ""),
        ]
        for (name, text) in table {
            XCTAssertEqual(Array(name.description.utf8), Array(text.utf8))
        }

        // All characters that must not be shown, and one in 64 of the others.
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isPlain =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: false
                default: scalar != "\\"
                }
            guard !isPlain || value % 64 == 0 else { continue }
            let text = ExtendedAttributeName(String(scalar)).description
            let isShown = text.unicodeScalars.elementsEqual([scalar])
            XCTAssertEqual(isShown, isPlain, "U+\(String(value, radix: 16)): \(text)")
        }

        var seen = Set<[UInt8]>()
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let text = ExtendedAttributeName(bytes: [first, second]).description
                XCTAssertTrue(seen.insert(Array(text.utf8)).inserted, "\(first) \(second): \(text)")
            }
        }
    }

    func testOrderIsThatOfTheBytes() {
        let names: [ExtendedAttributeName] = [
            "", "a", "a\0", "aa", "b", "e\u{301}", "\u{E9}", "\u{FFFD}",
            ExtendedAttributeName(bytes: [0xFE]), ExtendedAttributeName(bytes: [0xFE, 0x01]),
            ExtendedAttributeName(bytes: [0xFF]),
        ]
        for (index, name) in names.enumerated() {
            for (otherIndex, other) in names.enumerated() {
                XCTAssertEqual(name < other, index < otherIndex, "\(name) < \(other)")
                XCTAssertEqual(name == other, index == otherIndex, "\(name) == \(other)")
            }
        }
    }

    private func assertRefused(
        _ code: ExtendedAttributeError.Code,
        _ name: ExtendedAttributeName,
        _ attributes: ExtendedAttributes,
        line: UInt = #line
    ) {
        for error in [
            assertFailure(code, try attributes.data(for: name), line: line),
            assertFailure(code, try attributes.withBytes(of: name) { _ in }, line: line),
            assertFailure(code, try attributes.set([1], for: name), line: line),
            assertFailure(code, try attributes.remove(name), line: line),
        ] {
            XCTAssertEqual(error?.name, name, line: line)
            XCTAssertNil(error?.errno, "The system was not to be asked.", line: line)
        }
    }
}
