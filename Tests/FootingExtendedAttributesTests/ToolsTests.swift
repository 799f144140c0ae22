import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

/// Attributes of other programs are read here, and the reverse, byte by byte.
final class ToolsTests: XCTestCase {
    // MARK: getfattr and setfattr

    func testGetfattrShowsStoredValues() throws {
        try require(["getfattr", "--version"])
        let file = try makeFile()
        try file.extendedAttributes.setSpecimens()

        let dump = try dumpOfTool(file)

        XCTAssertEqual(dump.attributes, Set(Specimen.all.map { hexLine($0) }))
        XCTAssertEqual(dump.header, Data("# file: \(file.path)".utf8))
    }

    func testValuesThatSetfattrRestoredAreRead() throws {
        try require(["setfattr", "--version"])
        let file = try makeFile()
        var dump = Data("# file: \(file.path)\n".utf8)
        for specimen in Specimen.all { dump += hexLine(specimen) + Data("\n".utf8) }

        try restoreByTool(dump + Data("\n".utf8), in: file.deletingLastPathComponent())

        try assertHasSpecimens(file.extendedAttributes)
    }

    func testValuesThatSetfattrWasToldInItsOtherFormsAreRead() throws {
        try require(["setfattr", "--version"])
        let file = try makeFile()
        let dump = #"""
            # file: \#(file.path)
            user.base64=0sAP8KAA==
            user.bytes=0x00ff0a00
            user.caf\351="latin"
            user.empty=""
            user.a\075b\134c\012d="odd"
            user.octal="a\000\377b"
            user.text="in review"

            """#

        try restoreByTool(Data(dump.utf8), in: file.deletingLastPathComponent())

        let latin = ExtendedAttributeName(bytes: Array("user.caf".utf8) + [0xE9])
        let table: [(ExtendedAttributeName, [UInt8])] = [
            ("user.a=b\\c\nd", Array("odd".utf8)), ("user.base64", [0, 255, 10, 0]),
            ("user.bytes", [0, 255, 10, 0]), (latin, Array("latin".utf8)), ("user.empty", []),
            ("user.octal", [0x61, 0, 255, 0x62]), ("user.text", Array("in review".utf8)),
        ]
        for (name, value) in table {
            XCTAssertEqual(try file.extendedAttributes.data(for: name), Data(value), "\(name)")
        }
        XCTAssertEqual(try file.extendedAttributes.names(in: .user), table.map(\.0))
    }

    func testDumpOfOneFileRestoredToAnotherIsTheSame() throws {
        try require(["getfattr", "--version"])
        let file = try makeFile()
        let other = try makeFile(named: "other")
        try file.extendedAttributes.setSpecimens()

        var dump = Data("# file: \(other.path)\n".utf8)
        for line in try dumpOfTool(file).attributes { dump += line + Data("\n".utf8) }
        try restoreByTool(dump, in: file.deletingLastPathComponent())

        try assertHasSpecimens(other.extendedAttributes)
        XCTAssertEqual(try dumpOfTool(other).attributes, try dumpOfTool(file).attributes)
    }

    func testRemovalIsSeenByTheTool() throws {
        try require(["getfattr", "--version"])
        let file = try makeFile()
        try file.extendedAttributes.setSpecimens()

        for specimen in Specimen.all {
            XCTAssertTrue(try file.extendedAttributes.remove(specimen.name))
        }

        XCTAssertEqual(try dumpOfTool(file).attributes, [])
    }

    func testAnAttributeThatTheToolRemovedIsGone() throws {
        try require(["setfattr", "--version"])
        let file = try makeFile()
        try file.extendedAttributes.set([1], for: "user.a")
        try file.extendedAttributes.set([], for: "user.b")

        _ = try bytesPrinted(by: ["setfattr", "-x", "user.a", file.path])

        XCTAssertEqual(try file.extendedAttributes.names(in: .user), ["user.b"])
        XCTAssertNil(try file.extendedAttributes.data(for: "user.a"))
    }

    // MARK: Programs that copy

    func testCpWithArchiveCopiesAll() throws {
        try assertCopies { file, copy in [["cp", "-a", file.path, copy.path]] }
    }

    func testCpThatPreservesAttributesCopiesAll() throws {
        try assertCopies { file, copy in [["cp", "--preserve=xattr", file.path, copy.path]] }
    }

    func testRsyncWithAttributesCopiesAll() throws {
        try assertCopies { file, copy in [["rsync", "-aX", file.path, copy.path]] }
    }

    func testTarPacksAndUnpacksAll() throws {
        try assertCopies { file, copy in
            let archive = file.path + ".tar"
            let folder = copy.deletingLastPathComponent()
            // Without this pattern, only the `user` names are extracted.
            let options = ["--xattrs", "--xattrs-include=*"]
            let from = file.deletingLastPathComponent().path
            return [
                ["tar"] + options + ["-cf", archive, "-C", from, file.lastPathComponent],
                ["tar"] + options + ["-xf", archive, "-C", folder.path],
                ["mv", folder.appending(path: file.lastPathComponent).path, copy.path],
            ]
        }
    }

    func testMvToAnotherVolumeTakesAllAlong() throws {
        let shared = URL(filePath: "/dev/shm")
        guard FileManager.default.isWritableFile(atPath: shared.path) else {
            throw XCTSkip("There is no other volume at /dev/shm.")
        }
        let other = try makeFile(in: shared)
        let file = try makeFile()
        guard try volume(of: file) != volume(of: other) else {
            throw XCTSkip("The temporary folder and /dev/shm are one volume.")
        }
        let moved = other.deletingLastPathComponent().appending(path: "moved")
        try file.extendedAttributes.setSpecimens()

        _ = try bytesPrinted(by: ["mv", file.path, moved.path])
        try assertHasSpecimens(moved.extendedAttributes, "there")
        _ = try bytesPrinted(by: ["mv", moved.path, file.path])
        try assertHasSpecimens(file.extendedAttributes, "and back")
    }

    func testPythonsCopyCopiesAll() throws {
        try assertCopies { file, copy in
            [
                ["python3", "-c", "import shutil, sys; shutil.copy2(*sys.argv[1:])"]
                    + [file.path, copy.path]
            ]
        }
    }

    // MARK: Python

    func testPythonReadsStoredValues() throws {
        try requirePython()
        let file = try makeFile()
        try file.extendedAttributes.setSpecimens()
        let script = """
            import os, sys
            for name in os.listxattr(sys.argv[1]):
                print(os.fsencode(name).hex(), os.getxattr(sys.argv[1], name).hex())
            """

        let printed = try bytesPrinted(by: ["python3", "-c", script, file.path])

        let lines = String(decoding: printed, as: UTF8.self).split(separator: "\n").map(String.init)
        let expected = Specimen.all.map { "\(hex($0.name.bytes)) \(hex($0.value))" }
        XCTAssertTrue(Set(lines).isSuperset(of: expected), "\(lines)")
        let others = Set(lines).subtracting(expected)
        XCTAssertEqual(others.filter { $0.hasPrefix(hex(Array("user.".utf8))) }, [])
        XCTAssertEqual(lines.count, Set(lines).count)
    }

    func testValuesThatPythonSetAreRead() throws {
        try requirePython()
        let file = try makeFile()
        let script = """
            import os, sys
            pairs = sys.argv[2:]
            for name, value in zip(pairs[::2], pairs[1::2]):
                os.setxattr(sys.argv[1], bytes.fromhex(name), bytes.fromhex(value))
            """
        let pairs = Specimen.all.flatMap { [hex($0.name.bytes), hex($0.value)] }

        _ = try bytesPrinted(by: ["python3", "-c", script, file.path] + pairs)

        try assertHasSpecimens(file.extendedAttributes)
    }

    // MARK: -

    /// Asserts that a file with all specimens has a copy with them, after `programs` have run.
    private func assertCopies(
        line: UInt = #line,
        _ programs: (_ file: URL, _ copy: URL) -> [[String]]
    ) throws {
        let file = try makeFile()
        let copy = try makeFolder().appending(path: "copy")
        let commands = programs(file, copy)
        for program in Set(commands.map { $0[0] }) { try require([program, "--version"]) }
        try file.extendedAttributes.setSpecimens()
        try Data("content".utf8).write(to: file)
        try assertHasSpecimens(file.extendedAttributes, "before", line: line)

        for command in commands { _ = try bytesPrinted(by: command, line: line) }

        try assertHasSpecimens(copy.extendedAttributes, "copy", line: line)
        try assertHasSpecimens(file.extendedAttributes, "after", line: line)
        XCTAssertEqual(try Data(contentsOf: copy), Data("content".utf8), line: line)
    }

    private func requirePython() throws {
        try require(["python3", "-c", "import os; os.getxattr"])
    }

    private func dumpOfTool(_ file: URL) throws -> (header: Data, attributes: Set<Data>) {
        let printed = try bytesPrinted(by: [
            "getfattr", "--absolute-names", "-d", "-m", "-", "-e", "hex", file.path,
        ])
        let lines = printed.split(separator: UInt8(ascii: "\n")).map { Data($0) }
        let attributes = lines.dropFirst().filter { line in
            line.starts(with: "user.".utf8) || line.starts(with: "trusted.footing".utf8)
        }
        XCTAssertEqual(attributes.count, Set(attributes).count)
        return (lines.first ?? Data(), Set(attributes))
    }

    private func restoreByTool(_ dump: Data, in folder: URL) throws {
        let file = folder.appending(path: "dump")
        try dump.write(to: file)
        _ = try bytesPrinted(by: ["setfattr", "--restore=\(file.path)"])
    }

    /// The line of a dump: `\`, `=`, newline and return are written as octal digits in a name.
    private func hexLine(_ specimen: Specimen) -> Data {
        var line: [UInt8] = []
        for byte in specimen.name.bytes {
            switch byte {
            case UInt8(ascii: "\\"): line += #"\134"#.utf8
            case UInt8(ascii: "="): line += #"\075"#.utf8
            case UInt8(ascii: "\n"): line += #"\012"#.utf8
            default: line.append(byte)
            }
        }
        return Data(line + "=0x\(hex(specimen.value))".utf8)
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func volume(of file: URL) throws -> dev_t {
        var facts = stat()
        guard unsafe stat(file.path, &facts) == 0 else { throw POSIXError(.ENOENT) }
        return facts.st_dev
    }
}
