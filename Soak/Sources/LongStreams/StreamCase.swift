import FootingArchives
import Foundation

/// A way through the streaming calls, there and back.
struct StreamCase: Sendable {
    let name: String
    /// Sends a number of bytes, with a folder for files.
    let run: @Sendable (_ count: Int, _ folder: URL) async throws -> Void

    static let all: [StreamCase] = [
        StreamCase(name: "gzip") { count, _ in try throughCompressor(.gzip, count) },
        StreamCase(name: "zlib") { count, _ in try throughCompressor(.zlib, count) },
        StreamCase(name: "deflate") { count, _ in try throughCompressor(.deflate, count) },
        StreamCase(name: "sequence") { count, _ in try await throughSequences(count) },
        StreamCase(name: "tar") { count, _ in try throughTar(nil, count) },
        StreamCase(name: "tar.gz") { count, _ in try throughTar(.gzip, count) },
        StreamCase(name: "tar.gz file", run: throughTarFile),
        StreamCase(name: "zip stream", run: throughZipStream),
        StreamCase(name: "zip file", run: throughZipFile),
        StreamCase(name: "stored zip", run: throughStoredZip),
        StreamCase(name: "unpacked stream", run: throughUnpacker),
        StreamCase(name: "unpacked tar.gz") { count, folder in
            let url = folder.appending(path: "archive.tar.gz")
            try writeTar(to: url, count)
            try unpack(url, to: folder, count)
        },
        StreamCase(name: "unpacked zip") { count, folder in
            let url = folder.appending(path: "archive.zip")
            try writeZip(to: url, count)
            try unpack(url, to: folder, count)
        },
        StreamCase(name: "compressed file", run: throughFiles),
        StreamCase(name: "packed zip") { try pack(.zip, $0, $1) },
        StreamCase(name: "packed tar") { try pack(.tar, $0, $1) },
        StreamCase(name: "packed tar.gz") { try pack(.gzippedTar, $0, $1) },
    ]

    // MARK: Streams

    private static func throughCompressor(_ format: CompressedFormat, _ count: Int) throws {
        let compressor = Compressor(format, level: .fastest)
        let decompressor = Decompressor(format)
        var reader = Reader()
        func pass() throws {
            while let packed = compressor.next() {
                try decompressor.append(packed)
                while let piece = try decompressor.next() { try reader.read(piece) }
            }
        }
        try Pattern.shared.forEachPiece(of: count) {
            compressor.append($0)
            try pass()
        }
        compressor.finish()
        try pass()
        try decompressor.finish()
        while let piece = try decompressor.next() { try reader.read(piece) }
        try reader.finish(count)
    }

    private static func throughSequences(_ count: Int) async throws {
        var reader = Reader()
        let packed = PatternPieces(count: count).compressed(as: .gzip, level: .fastest)
        for try await piece in packed.decompressed(as: .gzip) { try reader.read(piece) }
        try reader.finish(count)
    }

    private static func throughTar(_ format: CompressedFormat?, _ count: Int) throws {
        let writer = TarWriter(as: format, level: .fastest)
        let tarReader = TarReader(as: format)
        var reader = Reader()
        func pass() throws {
            while let packed = writer.next() {
                try tarReader.append(packed)
                try read(tarReader, &reader)
            }
        }
        try writer.begin("large", size: count)
        try Pattern.shared.forEachPiece(of: count) {
            try writer.write($0)
            try pass()
        }
        try writer.finish()
        try pass()
        try tarReader.finish()
        try read(tarReader, &reader)
        try reader.finish(count)
    }

    private static func read(_ tarReader: TarReader, _ reader: inout Reader) throws {
        while let item = try tarReader.next() {
            if case .contents(let piece) = item { try reader.read(piece) }
        }
    }

    // MARK: Archives in files

    private static func writeTar(to url: URL, _ count: Int) throws {
        let writer = try TarWriter(to: url, as: .gzip, level: .fastest)
        try writer.begin("large", size: count)
        try Pattern.shared.forEachPiece(of: count) { try writer.write($0) }
        try writer.finish()
    }

    private static func writeZip(to url: URL, _ count: Int) throws {
        let writer = try ZipWriter(to: url)
        try writer.begin("large", level: .fastest)
        try Pattern.shared.forEachPiece(of: count) { try writer.write($0) }
        try writer.finish()
    }

    private static func throughTarFile(_ count: Int, _ folder: URL) throws {
        let url = folder.appending(path: "archive.tar.gz")
        try writeTar(to: url, count)
        var reader = Reader()
        try read(TarReader(contentsOf: url, as: .gzip), &reader)
        try reader.finish(count)
    }

    private static func throughZipStream(_ count: Int, _ folder: URL) throws {
        let url = folder.appending(path: "archive.zip")
        try Data().write(to: url)
        let file = try FileHandle(forWritingTo: url)
        let writer = ZipWriter()
        func pass() throws {
            while let packed = writer.next() { try file.write(contentsOf: packed) }
        }
        try writer.begin("large", level: .fastest)
        try Pattern.shared.forEachPiece(of: count) {
            try writer.write($0)
            try pass()
        }
        try writer.finish()
        try pass()
        try file.close()
        try readZip(url, Reader(), count)
    }

    private static func throughZipFile(_ count: Int, _ folder: URL) throws {
        let url = folder.appending(path: "archive.zip")
        try writeZip(to: url, count)
        try readZip(url, Reader(), count)
    }

    /// Writes an entry without compression, and copies it into another archive.
    private static func throughStoredZip(_ count: Int, _ folder: URL) throws {
        let url = folder.appending(path: "archive.zip")
        let writer = try ZipWriter(to: url)
        try writer.begin("large", level: .uncompressed)
        try Pattern.shared.forEachPiece(of: count) { try writer.write($0) }
        try writer.finish()
        let archive = try ZipArchive(contentsOf: url)
        let copy = folder.appending(path: "copy.zip")
        let copier = try ZipWriter(to: copy)
        for entry in archive.entries { try copier.add(entry, from: archive) }
        try copier.finish()
        try readZip(copy, Reader(), count)
    }

    private static func readZip(_ url: URL, _ start: Reader, _ count: Int) throws {
        let archive = try ZipArchive(contentsOf: url, options: options(count))
        var reader = start
        for entry in archive.entries where entry.kind == .file {
            let decompressor = try archive.reader(of: entry)
            while let piece = try decompressor.next() { try reader.read(piece) }
        }
        try reader.finish(count)
    }

    /// The options for untrusted archives, with as many bytes.
    private static func options(_ count: Int) -> ArchiveOptions {
        var options = ArchiveOptions.untrusted
        options.limits.entryBytes = count
        options.limits.totalBytes = count
        options.limits.ratio = 2_000
        return options
    }

    // MARK: Folders and files

    private static func throughUnpacker(_ count: Int, _ folder: URL) throws {
        let output = folder.appending(path: "output")
        let writer = TarWriter(as: .gzip, level: .fastest)
        let unpacker = try TarUnpacker(to: output, as: .gzip, options: options(count))
        func pass() throws { while let packed = writer.next() { try unpacker.append(packed) } }
        try writer.begin("large", size: count)
        try Pattern.shared.forEachPiece(of: count) {
            try writer.write($0)
            try pass()
        }
        try writer.finish()
        try pass()
        try unpacker.finish().requireClean()
        try check(output.appending(path: "large"), Reader(), count)
    }

    private static func unpack(_ url: URL, to folder: URL, _ count: Int) throws {
        let output = folder.appending(path: "output")
        try Archives.unpack(url, to: output, options: options(count)).requireClean()
        try check(output.appending(path: "large"), Reader(), count)
    }

    /// Compresses a file, and decompresses it again.
    private static func throughFiles(_ count: Int, _ folder: URL) throws {
        let file = folder.appending(path: "file")
        try makeHole(file, count)
        let packed = folder.appending(path: "file.gz")
        try Archives.compress(file, to: packed, as: .gzip, level: .fastest)
        let copy = folder.appending(path: "copy")
        try Archives.decompress(packed, to: copy, as: .gzip)
        try check(copy, Reader(.zeros), count)
    }

    private static func pack(_ format: Archives.Format, _ count: Int, _ folder: URL) throws {
        let source = folder.appending(path: "source")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        try makeHole(source.appending(path: "large"), count)
        let url = folder.appending(path: "archive")
        var options = PackingOptions.reproducible
        options.level = .fastest
        try Archives.pack(source, to: url, as: format, options: options).requireClean()
        if format == .zip { return try readZip(url, Reader(.zeros), count) }
        var reader = Reader(.zeros)
        try read(TarReader(contentsOf: url, as: format == .tar ? nil : .gzip), &reader)
        try reader.finish(count)
    }

    /// Creates a file that is nothing but a hole.
    private static func makeHole(_ url: URL, _ count: Int) throws {
        try Data().write(to: url)
        let file = try FileHandle(forWritingTo: url)
        try file.truncate(atOffset: UInt64(count))
        try file.close()
    }

    private static func check(_ url: URL, _ start: Reader, _ count: Int) throws {
        let file = try FileHandle(forReadingFrom: url)
        var reader = start
        while let piece = try file.read(upToCount: Pattern.pieceSize), !piece.isEmpty {
            try reader.read(piece)
        }
        try file.close()
        try reader.finish(count)
    }
}
