import FootingArchives
import Foundation
import XCTest

/// The blocks of tar archives, written without the code under test.
enum Tar {
    enum Format: CaseIterable {
        case v7, ustar, gnu

        var magic: [UInt8] {
            switch self {
            case .v7: Array(repeating: 0, count: 8)
            case .ustar: Array("ustar\0".utf8) + Array("00".utf8)
            case .gnu: Array("ustar  \0".utf8)
            }
        }
    }

    static let end = Data(count: 1_024)

    /// A header, whose fields can be replaced by bytes at offsets.
    static func header(
        _ path: String,
        type: Character = "0",
        size: Int = 0,
        link: String = "",
        format: Format = .ustar,
        replacing fields: [Int: String] = [:],
        bytes: [Int: [UInt8]] = [:]
    ) -> Data {
        var block = [UInt8](repeating: 0, count: 512)
        func set(_ offset: Int, _ content: some Sequence<UInt8>) {
            for (index, byte) in content.enumerated() { block[offset + index] = byte }
        }
        set(0, path.utf8.prefix(100))
        set(100, "0000644\0".utf8)
        set(108, "0001750\0".utf8)
        set(116, "0000144\0".utf8)
        set(124, octal(size, digits: 11))
        set(136, "14000000000\0".utf8)
        block[156] = type.asciiValue ?? 0
        set(157, link.utf8.prefix(100))
        set(257, format.magic)
        for (offset, content) in fields { set(offset, content.utf8) }
        for (offset, content) in bytes { set(offset, content) }
        set(148, "        ".utf8)
        let sum = block.reduce(0) { $0 + Int($1) }
        set(148, octal(sum, digits: 6))
        block[155] = 0x20
        for (offset, content) in fields where offset == 148 { set(offset, content.utf8) }
        return Data(block)
    }

    static func octal(_ value: Int, digits: Int) -> [UInt8] {
        let string = String(value, radix: 8)
        return Array((String(repeating: "0", count: max(0, digits - string.count)) + string).utf8)
            + [0]
    }

    /// Contents with their padding.
    static func body(_ contents: Data) -> Data {
        contents + Data(count: (512 - contents.count % 512) % 512)
    }

    static func file(_ path: String, _ contents: String = "", format: Format = .ustar) -> Data {
        let data = Data(contents.utf8)
        return header(path, size: data.count, format: format) + body(data)
    }

    /// An extension header with its content.
    static func extended(_ type: Character, _ content: Data) -> Data {
        header("././@LongLink", type: type, size: content.count) + body(content)
    }

    static func record(_ key: String, _ value: String) -> String {
        let rest = " \(key)=\(value)\n".utf8.count
        var length = rest + 1
        while "\(length)".utf8.count + rest != length { length += 1 }
        return "\(length) \(key)=\(value)\n"
    }

    static func records(_ records: [(String, String)], type: Character = "x") -> Data {
        extended(type, Data(records.map { record($0.0, $0.1) }.joined().utf8))
    }

    /// A sparse file of the old format of GNU, with four regions at most.
    static func sparse(
        _ path: String,
        size: Int,
        _ regions: [(Int, Int)],
        stored: Data,
        continues: Bool = false
    ) -> Data {
        var fields: [Int: [UInt8]] = [483: octal(size, digits: 11)]
        fields[386] = regionFields(regions)
        if continues { fields[482] = [1] }
        return header(path, type: "S", size: stored.count, format: .gnu, bytes: fields)
            + (continues ? Data() : body(stored))
    }

    static func regionFields(_ regions: [(Int, Int)]) -> [UInt8] {
        regions.flatMap { octal($0.0, digits: 11) + octal($0.1, digits: 11) }
    }

    /// A block that continues the regions of a sparse file of GNU.
    static func moreRegions(_ regions: [(Int, Int)], continues: Bool = false) -> Data {
        let fields = regionFields(regions)
        return Data(fields) + Data(count: 504 - fields.count) + Data([continues ? 1 : 0])
            + Data(count: 7)
    }
}

/// The items of an archive, and its issues or error.
struct TarListing: Equatable, CustomStringConvertible {
    var entries: [ArchiveEntry] = []
    var contents: [Data] = []
    var issues: [ArchiveIssue] = []
    var error: ArchiveError?

    /// Reads an archive that is appended in chunks of the sizes that `nextSize` returns.
    init(
        _ data: Data,
        as format: CompressedFormat? = nil,
        options: ArchiveOptions = .standard,
        cut nextSize: () -> Int = { .max }
    ) {
        let reader = TarReader(as: format, options: options)
        var rest = data[...]
        do {
            while !rest.isEmpty {
                let size = min(rest.count, nextSize())
                try reader.append(rest.prefix(size))
                rest = rest.dropFirst(size)
                try add(reader)
            }
            try reader.finish()
            try add(reader)
        } catch {
            self.error = error as? ArchiveError
        }
        issues = reader.report.issues
    }

    /// Reads a file.
    init(_ url: URL, as format: CompressedFormat? = nil) throws {
        let reader = try TarReader(contentsOf: url, as: format)
        try add(reader)
        issues = reader.report.issues
    }

    private mutating func add(_ reader: TarReader) throws {
        while let item = try reader.next() {
            switch item {
            case .entry(let entry):
                entries.append(entry)
                contents.append(Data())
            case .contents(let piece):
                XCTAssertTrue((1...65_536).contains(piece.count))
                XCTAssertEqual(piece.startIndex, 0)
                contents[contents.count - 1] += piece
            @unknown default: XCTFail("an unknown item")
            }
        }
    }

    var paths: [String] { entries.map { "\($0.path)" } }

    /// The codes of the issues with their resolutions, and the error.
    var outcome: [String] {
        issues.map { "\($0.code): \($0.resolution)" } + (error.map { ["\($0.code)!"] } ?? [])
    }

    var description: String {
        "\(zip(paths, contents).map { "\($0): \($1.count)" }) \(outcome) \(issues) "
            + (error.map { "\($0)" } ?? "")
    }
}
