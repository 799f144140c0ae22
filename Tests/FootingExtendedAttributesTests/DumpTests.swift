import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

/// Dumps of attributes, and their restoration.
final class DumpTests: XCTestCase {
    func testDumpHasAFixedForm() throws {
        let file = try makeFile(named: "a=b\\c\nd é")
        let attributes = file.extendedAttributes
        let rows: [(name: [UInt8], value: [UInt8], line: String)] = [
            (Array("user.a".utf8), Array("in review".utf8), #"user.a="in review""#),
            (Array("user.b".utf8), [], #"user.b="""#),
            (Array("user.c".utf8), Array("a\0".utf8), "user.c=0sYQA="),
            (Array("user.d".utf8), Array("a\nb".utf8), "user.d=0sYQpi"),
            (Array("user.e".utf8), Array(#"a"b\c"#.utf8), #"user.e="a\"b\\c""#),
            (Array("user.f".utf8), [0xFF], "user.f=0s/w=="),
            (Array("user.g".utf8), Array("é e\u{301} 値".utf8), "user.g=\"é e\u{301} 値\""),
            (Array("user.h".utf8), Array("a\u{202E}b".utf8), "user.h=0sYeKArmI="),
            (Array("user.i".utf8), Array("0x41".utf8), #"user.i="0x41""#),
            (Array("user.j".utf8), Array(" a=b# ".utf8), #"user.j=" a=b# ""#),
            (Array("user.k".utf8), Array("\u{301}".utf8), "user.k=\"\u{301}\""),
            (Array("user.l=m\\n".utf8), [0x31], #"user.l\075m\134n="1""#),
            (Array("user.l=\u{338}".utf8), [0x31], "user.l\\075\u{338}=\"1\""),
            (Array("user.m\u{1B}\r\n".utf8), [0x31], #"user.m\033\015\012="1""#),
            (Array("user.n".utf8) + [0xE9], [0x31], #"user.n\351="1""#),
            (Array("user.o \u{85}\u{2028}".utf8), [0x31], #"user.o \302\205\342\200\250="1""#),
        ]
        for (name, value, _) in rows.shuffled() {
            try attributes.set(value, for: ExtendedAttributeName(bytes: name))
        }

        let text = try attributes.dump()

        let folder = file.deletingLastPathComponent().path
        let order = rows.sorted { $0.name.lexicographicallyPrecedes($1.name) }
        let lines = ["# file: \(folder)/a=b\\134c\\012d é"] + order.map(\.line) + ["", ""]
        // Lines of bytes, since characters would be joined with the accents behind them.
        let found = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        XCTAssertEqual(found.map { Array($0) }, lines.map { Array($0.utf8) }, text)
    }

    func testDumpOfNothingIsEmpty() throws {
        let file = try makeFile()
        XCTAssertEqual(try file.extendedAttributes.dump(), "")
        try file.extendedAttributes.set([1], for: "user.a")
        XCTAssertEqual(try file.extendedAttributes.dump(.names(["user.b"])), "")
        XCTAssertEqual(try file.extendedAttributes.dump(.user.excluding(["user.a"])), "")
        assertFailure(.noSuchFile, try file.appendingPathExtension("x").extendedAttributes.dump())
    }

    func testADumpIsRestoredOnAnotherFile() throws {
        var random = SeededRandom(seed: 1)
        for round in 0..<rounds(20, underStress: 160) {
            let file = try makeFileForLargeValues()
            let attributes = file.extendedAttributes
            let all = try fill(attributes, &random)
            let copy = file.deletingLastPathComponent().appending(path: "copy")
            try Data().write(to: copy)

            let text = try attributes.dump()
            let report = copy.extendedAttributes.restore(from: text.utf8)

            XCTAssertEqual(report.issues, [], "round \(round)")
            XCTAssertEqual(report.stored, all.keys.sorted(), "round \(round)")
            XCTAssertEqual(try contents(copy.extendedAttributes), all, "round \(round)")
            try FileManager.default.removeItem(at: file.deletingLastPathComponent())
        }
    }

    func testRestoringGoesOnAfterWhatFailsAndSaysSo() throws {
        let file = try makeFile()
        try file.extendedAttributes.set("old".utf8, for: "user.odd")
        try file.extendedAttributes.set("old".utf8, for: "user.other")
        let long = String(repeating: "x", count: 256)
        let text = """
            # file: whatever/it/is
            user.first="1"
            user.odd=0x123
            user.base=0sQQ=
            user.\(long)="1"
            user.a\\000b="1"
            user.last=1
            user.last=2
            # a comment

            user.orphan="1"
            # file: another
            user.another="1"
            """

        let report = file.extendedAttributes.restore(from: text.utf8)

        XCTAssertEqual(report.stored, ["user.first", "user.last", "user.last"])
        XCTAssertEqual(report.removed, [])
        let expected: [(ExtendedAttributeError.Code, Int, ExtendedAttributeName?)] = [
            (.malformedDump, 3, "user.odd"), (.malformedDump, 4, "user.base"),
            (.nameTooLong, 5, ExtendedAttributeName("user.\(long)")),
            (.invalidName, 6, "user.a\0b"), (.malformedDump, 11, nil), (.malformedDump, 12, nil),
        ]
        XCTAssertEqual(report.issues.map(\.code), expected.map(\.0), "\(report.issues)")
        XCTAssertEqual(report.issues.map(\.line), expected.map(\.1), "\(report.issues)")
        XCTAssertEqual(report.issues.map(\.name), expected.map(\.2), "\(report.issues)")
        XCTAssertEqual(
            report.issues.first?.description,
            "Could not restore the extended attribute “user.odd” of “\(file.path)” "
                + "(line 3 of the dump): this is not pairs of hexadecimal digits."
        )
        XCTAssertEqual(
            try contents(file.extendedAttributes),
            [
                "user.first": [0x31], "user.last": [0x32], "user.odd": Array("old".utf8),
                "user.other": Array("old".utf8),
            ]
        )
    }

    func testIssuesOfALargeDumpAreCountedAndTheFirstThousandListed() throws {
        let file = try makeFile()
        let folder = file.deletingLastPathComponent()
        func check(_ report: ExtendedAttributeReport, lines: Int) {
            XCTAssertEqual(report.issueCount, lines)
            XCTAssertEqual(report.omittedIssueCount, lines - 1_000)
            XCTAssertEqual(report.issues.map(\.line), Array(1...1_000))
            XCTAssertEqual(report.description, "0 attributes stored, \(lines) issues")
        }

        let count = isUnderStress ? 2_000_000 : 20_000
        let large = String(repeating: "x\n", count: count)
        check(file.extendedAttributes.restore(from: large.utf8), lines: count)
        let small = String(repeating: "x\n", count: 3_000)
        check(try ExtendedAttributes.restore(from: small.utf8, below: folder), lines: 3_000)
    }

    func testOnlyWhatIsSelectedIsRestored() throws {
        let file = try makeFile()
        let text = """
            # file: f
            security.capability=0x0100000200200000000000000000000000000000
            system.posix_acl_access=0x02000000
            trusted.a="1"
            user.a="1"
            user.b="1"
            """
        let attributes = file.extendedAttributes
        XCTAssertEqual(attributes.restore(from: text.utf8).stored, ["user.a", "user.b"])
        XCTAssertEqual(attributes.restore(from: text.utf8).issues, [])
        XCTAssertEqual(
            attributes.restore(.user.excluding(["user.a"]), from: text.utf8).stored,
            ["user.b"]
        )
        XCTAssertEqual(attributes.restore(.names(["user.a"]), from: text.utf8).stored, ["user.a"])
        XCTAssertEqual(try attributes.names(in: .security).contains("security.capability"), false)

        // The process may lack the right to store such an attribute; the report tells.
        let report = attributes.restore(.all, from: text.utf8)
        if report.stored.contains("trusted.a") {
            XCTAssertEqual(report.issues, [])
            XCTAssertEqual(try attributes.data(for: "trusted.a"), Data("1".utf8))
        } else {
            XCTAssertEqual(report.issues.map(\.name), ["trusted.a"])
            XCTAssertEqual(report.issues.map(\.line), [4])
        }
    }

    func testADumpIsBytesOfAnyKind() throws {
        let file = try makeFile()
        let text =
            Array("# file: ".utf8) + [0xFF] + Array("\nuser.\u{E9}".utf8) + [0xE9, 0x3D, 0xFE]
        let report = file.extendedAttributes.restore(from: Data(text))
        let name = ExtendedAttributeName(bytes: Array("user.\u{E9}".utf8) + [0xE9])
        XCTAssertEqual(report.stored, [name], "\(report.issues)")
        XCTAssertEqual(try file.extendedAttributes.data(for: name), Data([0xFE]))
        XCTAssertEqual(file.extendedAttributes.restore(from: text.lazy.map { $0 }).stored, [name])
    }

    func testADamagedDumpIsReadToItsEnd() throws {
        let file = try makeFileForLargeValues()
        var random = SeededRandom(seed: 2)
        let parts = [
            "\"", "\\", "=", "\n", "\r", "#", "# file: ", "0x", "0s", "\0", "\u{E9}", "7", "A=",
        ]
        .map { Array($0.utf8) }
        _ = try fill(file.extendedAttributes, &random)
        let text = Array(try file.extendedAttributes.dump().utf8)
        let lines = text.count { $0 == 0x0A } + 1
        for round in 0..<rounds(40, underStress: 800) {
            var damaged = text
            for _ in 0...Int.random(in: 0..<8, using: &random) {
                let place = Int.random(in: 0..<damaged.count, using: &random)
                let end = min(damaged.count, place + Int.random(in: 0..<9, using: &random))
                damaged.replaceSubrange(place..<end, with: random.text(of: parts, upTo: 3))
                if damaged.isEmpty { damaged = text }
            }
            let report = file.extendedAttributes.restore(from: damaged)
            for issue in report.issues {
                let line = try XCTUnwrap(issue.line, "round \(round): \(issue)")
                XCTAssertTrue((1...lines + 24).contains(line), "round \(round): \(issue)")
            }
            for name in report.stored {
                XCTAssertNotNil(try file.extendedAttributes.data(for: name), "round \(round)")
            }
            for name in try file.extendedAttributes.names(in: .user) {
                try file.extendedAttributes.remove(name)
            }
        }
    }
}

extension XCTestCase {
    /// Stores attributes with names and values of all kinds, and returns them.
    func fill(
        _ attributes: ExtendedAttributes,
        _ random: inout SeededRandom
    ) throws -> [ExtendedAttributeName: [UInt8]] {
        let parts = [
            "a", "é", "e\u{301}", "=", "\\", "\n", "\r", " ", "\"", "#", "\u{1B}", "\t", "\\075",
        ]
        let pieces = parts.map { Array($0.utf8) } + [[0xFF], [0xC3]]
        var all: [ExtendedAttributeName: [UInt8]] = [
            "user.all": Array(0...255), "user.empty": [], "user.nul": [0x61, 0],
            "user.nuls": [0, 0],
            "user.quotes": Array(#"""#.utf8), "user.more": Array(#""a\""#.utf8),
            "user.é": [1], "user.e\u{301}": [2], "user.hex": Array("0x41".utf8),
            "user.large": random.bytes(upTo: 20_000),
        ]
        for _ in 0..<20 {
            let name = Array("user.x".utf8) + random.text(of: pieces, upTo: 12)
            let value =
                Bool.random(using: &random)
                ? random.bytes(upTo: 40) : random.text(of: pieces, upTo: 12)
            all[ExtendedAttributeName(bytes: name)] = value
        }
        for (name, value) in all { try attributes.set(value, for: name) }
        return all
    }

    /// Returns all attributes of the namespace `user`.
    func contents(_ attributes: ExtendedAttributes) throws -> [ExtendedAttributeName: [UInt8]] {
        var contents: [ExtendedAttributeName: [UInt8]] = [:]
        for name in try attributes.names(in: .user) {
            contents[name] = try attributes.data(for: name).map { Array($0) }
        }
        return contents
    }
}
