import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Files of other programs are read, and those programs read ours.
final class InterplayTests: XCTestCase {
    private static let sample = Samples.mixture(rounds(60_000, underStress: 150_000))
    private let plain = sample

    func testFilesOfGzipAndPigzAreRead() throws {
        let folder = try TemporaryFolder(self)
        try folder.write(plain, to: "file")
        let path = folder.url.appending(path: "file").path
        for (tool, arguments) in [
            ("gzip", ["-c", "-1"]), ("gzip", ["-c", "-9", "-n"]),
            ("pigz", ["-c", "-p", "3", "-b", "32"]),
            ("pigz", ["-c", "-11"]), ("pigz", ["-c", "-z"]),
        ] {
            guard has([tool, "--version"]) else { continue }
            let data = try bytesPrinted(by: [tool] + arguments + [path])
            let format: CompressedFormat = arguments.contains("-z") ? .zlib : .gzip
            XCTAssertTrue(try data.decompressed(as: format) == plain, "\(tool) \(arguments)")
            XCTAssertEqual(CompressedFormat(detecting: data), format)
            guard format == .gzip else { continue }
            let decompressor = Decompressor(.gzip)
            try decompressor.append(data)
            _ = try decompressor.drain()
            XCTAssertEqual(decompressor.name, arguments.contains("-n") ? nil : "file")
        }
        // The member that `gzip` writes, twice, and zeros as on a tape.
        try require(["gzip", "--version"])
        let data = try bytesPrinted(by: ["gzip", "-c", path])
        XCTAssertTrue(try (data + data + Data(count: 512)).decompressed(as: .gzip) == plain + plain)
    }

    func testGzipAndPigzReadOurFiles() throws {
        let folder = try TemporaryFolder(self)
        let compressor = Compressor(
            .gzip,
            name: "original.bin",
            modificationDate: Date(timeIntervalSince1970: 1_000_000_000),
            comment: "a comment"
        )
        compressor.append(plain)
        compressor.finish()
        try folder.write(compressor.drain(), to: "file.gz")
        let path = folder.url.appending(path: "file.gz").path
        var count = 0
        for tool in ["gzip", "pigz"] where has([tool, "--version"]) {
            _ = try bytesPrinted(by: [tool, "-t", path])
            XCTAssertTrue(try bytesPrinted(by: [tool, "-d", "-c", path]) == plain, tool)
            let list = try runProgram([tool, "-l", "-N", "-v", path]).output
            XCTAssertTrue(list.contains("original.bin"), list)
            count += 1
        }
        if count == 0 { throw XCTSkip("neither gzip nor pigz is here") }
    }

    func testPythonReadsEveryLevelAndFormat() throws {
        try require(["python3", "-c", "import zlib"])
        let folder = try TemporaryFolder(self)
        for format in CompressedFormat.all {
            for level in 0...9 {
                let packed = plain.compressed(as: format, level: CompressionLevel(level))
                try folder.write(packed, to: "\(format).\(level)")
            }
        }
        try folder.write(plain, to: "plain")
        let program = """
            import sys, zlib
            folder = sys.argv[1] + "/"
            plain = open(folder + "plain", "rb").read()
            for name, bits in ("gzip", 31), ("zlib", 15), ("deflate", -15):
                for level in range(10):
                    stream = zlib.decompressobj(bits)
                    data = open(folder + name + "." + str(level), "rb").read()
                    assert stream.decompress(data) == plain, (name, level)
                    assert stream.eof and not stream.unused_data, (name, level)
            """
        _ = try bytesPrinted(by: ["python3", "-c", program, folder.url.path])
    }

    func testStreamsOfPythonAreRead() throws {
        try require(["python3", "-c", "import zlib"])
        let folder = try TemporaryFolder(self)
        try folder.write(plain, to: "plain")
        let program = """
            import sys, zlib
            folder = sys.argv[1] + "/"
            plain = open(folder + "plain", "rb").read()
            middle = len(plain) * 2 // 3
            for name, bits in ("gzip", 31), ("zlib", 15), ("zlib9", 9), ("deflate", -15):
                for level in range(10):
                    for strategy in range(level % 2, 5, 2):
                        stream = zlib.compressobj(level, 8, bits, 8, strategy)
                        data = stream.compress(plain[:middle]) + stream.flush(zlib.Z_SYNC_FLUSH)
                        data += stream.compress(plain[middle:]) + stream.flush()
                        open(f"{folder}{name}.{level}.{strategy}", "wb").write(data)
            """
        _ = try bytesPrinted(by: ["python3", "-c", program, folder.url.path])
        for (name, format) in [
            ("gzip", CompressedFormat.gzip), ("zlib", .zlib), ("zlib9", .zlib),
            ("deflate", .deflate),
        ] {
            for level in 0...9 {
                for strategy in stride(from: level % 2, to: 5, by: 2) {
                    let file = folder.url.appending(path: "\(name).\(level).\(strategy)")
                    let data = try Data(contentsOf: file)
                    XCTAssertTrue(try data.decompressed(as: format) == plain, "\(file)")
                }
            }
        }
    }

    /// Streams with random changes are accepted exactly when Python's zlib accepts them, and have
    /// the same bytes, whole and cut.
    func testMutatedStreamsAreJudgedAsByZlib() throws {
        try require(["python3", "-c", "import zlib"])
        let folder = try TemporaryFolder(self)
        var random = SeededRandom(seed: 11)
        let count = rounds(150, underStress: 30_000)
        let streams = (0..<count).map { _ in MutatedStream.make(using: &random) }
        var file = Data()
        for stream in streams {
            unsafe withUnsafeBytes(of: UInt32(stream.count).littleEndian) {
                unsafe file.append(contentsOf: $0)
            }
            file += stream
        }
        try folder.write(file, to: "streams")
        let program = """
            import struct, sys, zlib
            data, start = open(sys.argv[1], "rb").read(), 0
            while start < len(data):
                count, = struct.unpack_from("<I", data, start)
                stream = zlib.decompressobj(-15)
                try:
                    plain = stream.decompress(data[start + 4:start + 4 + count])
                    print(f"{len(plain)} {zlib.crc32(plain)}" if stream.eof else "-")
                except zlib.error:
                    print("-")
                start += 4 + count
            """
        let path = folder.url.appending(path: "streams").path
        let output = try bytesPrinted(by: ["python3", "-c", program, path])
        let verdicts = String(decoding: output, as: UTF8.self).split(separator: "\n")
        XCTAssertEqual(verdicts.count, count)
        var acceptedCount = 0
        for (index, (stream, verdict)) in zip(streams, verdicts).enumerated() {
            let whole = try? stream.decompressed(as: .deflate, ignoringTrailingBytes: true)
            XCTAssertEqual(
                whole.map { "\($0.count) \(Checksum.crc32($0))" } ?? "-",
                "\(verdict)",
                "\(index)"
            )
            if whole != nil { acceptedCount += 1 }
            let size = Int.random(in: 1...20, using: &random)
            let cut = decompress(stream, as: .deflate, ignoringTrailingBytes: true) {
                Int.random(in: 1...size, using: &random)
            }
            XCTAssertEqual(cut.error == nil, whole != nil, "\(index)")
            if let whole { XCTAssertTrue(cut.data == whole, "\(index)") }
        }
        XCTAssertTrue(count / 10...count * 9 / 10 ~= acceptedCount, "\(acceptedCount)")
    }

    private func has(_ command: [String]) -> Bool { (try? runProgram(command))?.status == 0 }
}

/// Deflate with random changes.
private enum MutatedStream {
    static func make(using random: inout SeededRandom) -> Data {
        let size = Int.random(
            in: 0...[20, 400, 3_000].randomElement(using: &random)!,
            using: &random
        )
        let plain = Samples.mixture(size, seed: Int.random(in: 0..<1_000, using: &random))
        let level = CompressionLevel(Int.random(in: 0...9, using: &random))
        var data = plain.compressed(as: .deflate, level: level)
        for _ in 0...Int.random(in: 0...2, using: &random) where !data.isEmpty {
            // Half of the changes are in the headers of the first block.
            let end = Bool.random(using: &random) ? min(data.count, 60) : data.count
            let index = Int.random(in: 0..<end, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: data[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: data[index] = UInt8.random(in: 0...255, using: &random)
            case 2: data.remove(at: index)
            default: data.insert(UInt8.random(in: 0...255, using: &random), at: index)
            }
        }
        return data
    }
}
