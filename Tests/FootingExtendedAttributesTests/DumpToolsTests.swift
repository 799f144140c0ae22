import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

/// Dumps of `getfattr` are restored, `setfattr --restore` reads our dumps, and both read any other
/// text in the same way.
final class DumpToolsTests: XCTestCase {
    func testTheToolRestoresDumps() throws {
        try require(["setfattr", "--version"])
        var random = SeededRandom(seed: 3)
        for round in 0..<rounds(5, underStress: 40) {
            let file = try makeFileForLargeValues()
            let attributes = file.extendedAttributes
            let all = try fill(attributes, &random)
            let text = file.appendingPathExtension("dump")
            try Data(attributes.dump().utf8).write(to: text)
            for name in all.keys { try attributes.remove(name) }

            let (status, output) = try runProgram(["setfattr", "--restore=\(text.path)"])

            XCTAssertEqual(status, 0, "round \(round): \(output)")
            XCTAssertEqual(try contents(attributes), all, "round \(round)")
            try FileManager.default.removeItem(at: file.deletingLastPathComponent())
        }
    }

    func testDumpsThatTheToolPrintsAreRestored() throws {
        try require(["getfattr", "--version"])
        var random = SeededRandom(seed: 4)
        for round in 0..<rounds(3, underStress: 24) {
            let file = try makeFileForLargeValues()
            let attributes = file.extendedAttributes
            let all = try fill(attributes, &random)
            // As text, the tool itself leaves out a NUL at the end.
            let cut = all.mapValues { $0.last == 0 ? Array($0.dropLast()) : $0 }
            let isCut = { (name: ExtendedAttributeName) in all[name]?.last == 0 }
            let rows: [(options: [String], isExact: Bool)] = [
                (["-e", "hex"], true), (["-e", "base64"], true), (["-e", "text"], false),
                ([], false),
            ]
            for (options, isExact) in rows {
                let text = try printed(by: ["getfattr", "-d", "--absolute-names"] + options, file)
                for name in all.keys { try attributes.remove(name) }

                let report = attributes.restore(from: text)

                let row = "round \(round), \(options)"
                XCTAssertEqual(report.issues, [], row)
                let found = try contents(attributes)
                if isExact {
                    XCTAssertEqual(found, all, row)
                } else {
                    XCTAssertEqual(Set(found.keys), Set(all.keys), row)
                    for (name, value) in found where value != all[name] {
                        XCTAssertTrue(isCut(name), "\(row), \(name): \(value)")
                        XCTAssertEqual(value, cut[name], "\(row), \(name)")
                    }
                }
                for (name, value) in all { try attributes.set(value, for: name) }
            }
            try FileManager.default.removeItem(at: file.deletingLastPathComponent())
        }
    }

    func testBothMakeTheSameOfAnyText() throws {
        try require(["setfattr", "--version"])
        let theirs = try makeFileForLargeValues()
        let ours = theirs.deletingLastPathComponent().appending(path: "ours")
        try Data().write(to: ours)
        let nameParts = [
            "a", "b", "7", "\\", "\\075", "\\12", "\\1234", " ", "\"", "#", "\u{E9}", "\\",
        ]
        .map { Array($0.utf8) }
        let valueParts =
            [
                "\"", "\\", "\\\"", "\\\\", "0", "1", "7", "8", "A", "QUJD", "x", " ", "\t", "=",
                "\r",
                "\\000", "\\12", "0x", "0s", "#",
            ].map { Array($0.utf8) } + [[0xFF]]
        var random = SeededRandom(seed: 5)
        for round in 0..<rounds(20, underStress: 160) {
            var lines: [[UInt8]] = []
            for number in 0..<200 {
                let name = "user.\(number)".utf8 + random.text(of: nameParts, upTo: 6)
                var value: [UInt8] = []
                // The tool fails on a value without Base64 digits, and takes four “=” for one.
                repeat {
                    let start = ["", "", "\"", "0x", "0X", "0s", "0S"].randomElement(using: &random)
                    value = (start ?? "").utf8 + random.text(of: valueParts, upTo: 8)
                } while value.isBase64 && (value.isBlankBehindMark || value.contains(0x3D))
                let isBare = Int.random(in: 0..<20, using: &random) == 0
                lines.append(Array(name) + (isBare ? [] : [0x3D] + value))
            }
            let text = Array(lines.joined(separator: [0x0A]))
            let dump = theirs.appendingPathExtension("dump")
            try Data("# file: \(theirs.path)\n".utf8 + text + [0x0A]).write(to: dump)

            let (_, output) = try runProgram(["setfattr", "--restore=\(dump.path)"])
            let report = ours.extendedAttributes.restore(from: "# file: x\n".utf8 + text)

            let expected = try contents(theirs.extendedAttributes)
            let found = try contents(ours.extendedAttributes)
            XCTAssertGreaterThan(expected.count, 50, "round \(round): \(output)")
            for name in Set(expected.keys).union(found.keys).sorted() {
                let line = lines.first { $0.starts(with: name.bytes) } ?? []
                let text = String(decoding: line, as: UTF8.self)
                XCTAssertEqual(found[name], expected[name], "round \(round), \(name): \(text)")
            }
            let failures = output.split(separator: "\n").count
            XCTAssertEqual(
                report.issues.count,
                failures,
                "round \(round): \(output)\n\(report.issues)"
            )
            for file in [theirs, ours] {
                for name in try file.extendedAttributes.names(in: .user) {
                    try file.extendedAttributes.remove(name)
                }
            }
        }
    }

    func testDumpsOfAFolderGoBothWays() throws {
        try require(["getfattr", "--version"])
        let folder = try makeFile(named: "plain").deletingLastPathComponent()
        let names: [[UInt8]] =
            ["#a", " b ", "c\\d", "e\nf", "\"g\"", "é", "h=", "i\r"]
            .map { Array($0.utf8) } + [[0x6A, 0xFF]]
        let base = Array(folder.path.utf8) + [0x2F]
        let views = names.map { ExtendedAttributes(atPath: base + $0) }
        for (name, view) in zip(names, views) {
            let path = (base + name + [0]).map { CChar(bitPattern: $0) }
            let descriptor = unsafe open(path, O_CREAT | O_WRONLY, 0o644)
            guard descriptor >= 0 else { throw XCTSkip("No file can be called \(name) here.") }
            close(descriptor)
            try view.set(name, for: "user.name")
        }
        let removeAll = { for view in views { try view.remove("user.name") } }

        // The tool's dumps of all of them, relative and from the root, are restored.
        let relative = try printed(by: ["sh", "-c", "cd \"$0\" && getfattr -R -d ."], folder)
        let rootless = try printed(by: ["getfattr", "-R", "-d"], folder)
        for (text, start) in [(relative, folder), (rootless, URL(filePath: "/"))] {
            try removeAll()
            let report = try ExtendedAttributes.restore(from: text, below: start)
            XCTAssertEqual(report.issues, [])
            XCTAssertEqual(report.stored.count, names.count)
            for (name, view) in zip(names, views) {
                XCTAssertEqual(try view.data(for: "user.name"), Data(name), "\(name)")
            }
        }

        // The tool restores what is dumped about one after the other.
        let text = try views.map { try $0.dump() }.joined()
        try removeAll()
        let dump = folder.appending(path: "dump")
        try Data(text.utf8).write(to: dump)
        let (status, output) = try runProgram(["setfattr", "--restore=\(dump.path)"])
        XCTAssertEqual(status, 0, output)
        for (name, view) in zip(names, views) {
            XCTAssertEqual(try view.data(for: "user.name"), Data(name), "\(name)")
        }
    }

    /// Returns the bytes that a program prints when it is given `file`.
    private func printed(by command: [String], _ file: URL) throws -> Data {
        let output = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).dump")
        defer { try? FileManager.default.removeItem(at: output) }
        let shell = ["sh", "-c", "output=$1; shift; exec \"$@\" > \"$output\"", "sh", output.path]
        let (status, errors) = try runProgram(shell + command + [file.path])
        XCTAssertEqual(status, 0, errors)
        return try Data(contentsOf: output)
    }
}

extension [UInt8] {
    fileprivate var isBase64: Bool { count >= 2 && self[0] == 0x30 && self[1] | 0x20 == 0x73 }
    fileprivate var isBlankBehindMark: Bool {
        dropFirst(2).allSatisfy { $0 == 0x20 || (9...13).contains($0) }
    }
}
