import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

/// An attribute that a careless program would damage.
struct Specimen: Equatable {
    let name: ExtendedAttributeName
    let value: [UInt8]

    /// Sixteen `user` attributes and, in a privileged process, one of `trusted`.
    static var all: [Specimen] {
        forEveryone + (getuid() == 0 ? [Specimen("trusted.footing", "privileged")] : [])
    }

    /// The `user` values by their names.
    static var contents: [ExtendedAttributeName: Data] {
        Dictionary(uniqueKeysWithValues: forEveryone.map { ($0.name, Data($0.value)) })
    }

    private static let forEveryone = [
        Specimen("user.every byte", bytes: Array(0...255)),
        Specimen("user.empty", ""),
        Specimen("user.ends-in-nul", "text\0"),
        Specimen("user.only-nuls", "\0\0\0"),
        Specimen("user.quotes", #"say "yes" or 'no' \"maybe\""#),
        Specimen("user.lines", "a\nb\r\n\tc\n"),
        Specimen("user.looks-encoded", "0x00ff"),
        Specimen("user.text", "caf\u{E9} \u{1F600}"),
        Specimen("user.no-utf8", bytes: [0xE9, 0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80]),
        Specimen("user.new\nline", "newline in the name"),
        Specimen("user.equal=sign", "= in the name"),
        Specimen(#"user.back\slash\012"#, "backslashes in the name"),
        Specimen(#"user."quoted" name"#, "quotes and a space in the name"),
        Specimen(bytesOfName: Array("user.caf".utf8) + [0xE9, 0xFF], "no UTF-8 in the name"),
        Specimen("user.\u{E9}", "composed"),
        Specimen("user.e\u{301}", "decomposed"),
    ]

    private init(_ name: ExtendedAttributeName, _ value: String) {
        self.init(name, bytes: Array(value.utf8))
    }

    private init(bytesOfName: [UInt8], _ value: String) {
        self.init(ExtendedAttributeName(bytes: bytesOfName), bytes: Array(value.utf8))
    }

    private init(_ name: ExtendedAttributeName, bytes: [UInt8]) {
        self.name = name
        value = bytes
    }
}

extension ExtendedAttributes {
    /// Stores all specimens, or skips the test where the process may not store one.
    func setSpecimens() throws {
        for specimen in Specimen.all {
            do {
                try set(specimen.value, for: specimen.name)
            } catch {
                guard error.code == .notPermitted else { throw error }
                throw XCTSkip("This process is root without its privileges: \(error)")
            }
        }
    }
}

/// Asserts that the file has all specimens and nothing else that is like them.
func assertHasSpecimens(
    _ attributes: ExtendedAttributes,
    _ message: String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) throws {
    let specimens = Specimen.all
    for specimen in specimens {
        let value = try attributes.data(for: specimen.name)
        XCTAssertEqual(
            value.map { Array($0) },
            specimen.value,
            "\(message) \(specimen.name)",
            file: file,
            line: line
        )
    }
    let names = try attributes.names().filter { name in
        name.namespace == .user || specimens.contains { $0.name == name }
    }
    XCTAssertEqual(names, specimens.map(\.name).sorted(), message, file: file, line: line)
}

/// Asserts that the file returns every specimen, every byte, random names and values, and values
/// of all critical sizes, or that it reports a lack of space.
func assertGivesBackWhatItTakes(
    _ attributes: ExtendedAttributes,
    _ message: String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) throws {
    var refused = 0
    func assertGivesBack(_ value: [UInt8], under name: ExtendedAttributeName) throws {
        let what = { "\(message) \(value.count) bytes under “\(name)”" }
        do {
            try attributes.set(value, for: name, mode: .createOnly)
        } catch {
            let isForRoom = [.noSpace, .valueTooLarge].contains(error.code)
            XCTAssertTrue(isForRoom, "\(what()) \(error)", file: file, line: line)
            XCTAssertNil(try attributes.data(for: name), what(), file: file, line: line)
            refused += 1
            return
        }
        let data = try attributes.data(for: name)
        XCTAssertTrue(data.map { Array($0) } == value, what(), file: file, line: line)
        let lent = try attributes.withBytes(of: name) { bytes in
            unsafe bytes.withUnsafeBytes { unsafe Array($0) }
        }
        XCTAssertTrue(lent == value, what(), file: file, line: line)
        XCTAssertTrue(try attributes.names().contains(name), what(), file: file, line: line)
        XCTAssertTrue(try attributes.remove(name), what(), file: file, line: line)
        XCTAssertNil(try attributes.data(for: name), what(), file: file, line: line)
    }

    for specimen in Specimen.all where specimen.name.namespace == .user {
        try assertGivesBack(specimen.value, under: specimen.name)
    }
    for byte in UInt8.min...UInt8.max { try assertGivesBack([byte], under: "user.value") }
    XCTAssertEqual(refused, 0, "\(message) has no room for small values", file: file, line: line)

    var random = SeededRandom(seed: 3)
    for _ in 0..<100 {
        try assertGivesBack(random.bytes(0...300), under: random.name(1...250))
    }
    XCTAssertEqual(refused, 0, "\(message) has no room for long names", file: file, line: line)
    let edges = [14, 255, 1_024, 4_096, 8_192, 16_384, 60_000, 65_536].flatMap {
        [$0 - 1, $0, $0 + 1]
    }
    for size in edges + (0..<20).map({ _ in Int.random(in: 0...65_537, using: &random) }) {
        try assertGivesBack(random.bytes(size...size), under: "user.value")
    }
}
