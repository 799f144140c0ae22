import FootingExtendedAttributes
import Foundation
import XCTest

/// What `getfattr` and `setfattr` write is read here, and the reverse.
final class ToolsTests: XCTestCase {
    func testToolReadsWhatWasSet() throws {
        try require(["getfattr", "--version"])
        let file = try makeFile()
        let value = [UInt8](0...255) + [0, 0]
        try file.extendedAttributes.set(value, for: "user.value")
        try file.extendedAttributes.set([], for: "user.empty")
        try file.extendedAttributes.set(
            [1],
            for: ExtendedAttributeName(bytes: Array("user.caf".utf8) + [0xE9])
        )

        let (status, output) = try runProgram([
            "getfattr", "--absolute-names", "-d", "-e", "hex", file.path,
        ])

        XCTAssertEqual(status, 0, output)
        let hex = value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        XCTAssertTrue(output.contains("user.value=0x\(hex)\n"), output)
        XCTAssertTrue(output.contains("user.empty\n") || output.contains("user.empty=0x\n"), output)
        XCTAssertTrue(output.contains("user.caf"), output)
    }

    func testWhatTheToolSetIsRead() throws {
        try require(["setfattr", "--version"])
        let file = try makeFile()
        let dump = file.deletingLastPathComponent().appending(path: "dump")
        try Data(
            #"""
            # file: \#(file.path)
            user.text="in review"
            user.bytes=0x00ff0a00
            user.empty=""
            user.a\075b\134c\012d="odd"
            user.caf\351="latin"

            """#.utf8
        ).write(to: dump)

        let (status, output) = try runProgram(["setfattr", "--restore=\(dump.path)"])
        XCTAssertEqual(status, 0, output)

        let attributes = file.extendedAttributes
        let latin = ExtendedAttributeName(bytes: Array("user.caf".utf8) + [0xE9])
        XCTAssertEqual(try attributes.data(for: "user.text"), Data("in review".utf8))
        XCTAssertEqual(try attributes.data(for: "user.bytes"), Data([0, 255, 10, 0]))
        XCTAssertEqual(try attributes.data(for: "user.empty"), Data())
        XCTAssertEqual(try attributes.data(for: "user.a=b\\c\nd"), Data("odd".utf8))
        XCTAssertEqual(try attributes.data(for: latin), Data("latin".utf8))
        XCTAssertEqual(
            try attributes.names(in: .user),
            ["user.a=b\\c\nd", "user.bytes", latin, "user.empty", "user.text"]
        )
    }

    func testRemovalIsSeenByTheTool() throws {
        try require(["getfattr", "--version"])
        let file = try makeFile()
        try file.extendedAttributes.set([1], for: "user.gone")

        try file.extendedAttributes.remove("user.gone")

        XCTAssertEqual(try runProgram(["getfattr", "--absolute-names", file.path]).output, "")
    }
}
