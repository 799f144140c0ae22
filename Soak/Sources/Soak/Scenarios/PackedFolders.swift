import FootingArchives
import Foundation

/// Random folders that are packed and unpacked, and archives that have to be refused.
final class PackedFolders: Scenario {
    private let folder: URL
    private let packed: Counter
    private let unpacked: Counter
    private let compressed: Counter
    private let refused: Counter

    init(_ setting: Setting) {
        let ledger = setting.ledger
        folder = setting.folder
        packed = ledger.counter("archives: files packed")
        unpacked = ledger.counter("archives: contents as before")
        compressed = ledger.counter("archives: data as before")
        refused = ledger.counter("archives: hostile ones refused")
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        let folder = folder.appending(path: "\(thread)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try Self.makeFiles(in: folder.appending(path: "in"), &random)
        let (url, out) = (folder.appending(path: "archive"), folder.appending(path: "out"))
        let format: Archives.Format = random.choice(.zip, .tar, .gzippedTar)
        let options: PackingOptions = random.choice(.standard, .reproducible)
        let source = folder.appending(path: "in")
        let report = try Archives.pack(source, to: url, as: format, options: options)
        packed.expect(files.count)
        packed.see(report.isClean ? report.fileCount : 0)
        let data = try Data(contentsOf: url)

        if format == .zip {
            _ = try Archives.unpack(url, to: out, options: .untrusted)
            let archive = try ZipArchive(data, options: .untrusted)
            for (path, content) in files {
                unpacked.check(try archive.contents(at: ArchivePath(path)) == content, path)
            }
            try refuse(data, in: folder)
        } else {
            let unpacker = try TarUnpacker(to: out, as: format == .tar ? nil : .gzip)
            for piece in data.cut(&random) { try unpacker.append(piece) }
            unpacked.check(try unpacker.finish().fileCount, is: files.count)
        }
        unpacked.check(try Self.files(in: out) == files, "\(files.keys)")
        try compress(data, &random)
        // An archive that ends too early; tar may lack only its last blocks.
        let count = format == .tar ? 1_000 : random.number(1...data.count - 1)
        let code = Self.refusal(of: data.prefix(count), in: folder)
        refused.check(code != nil, "\(count) bytes of \(format)")
    }

    private static func makeFiles(
        in folder: URL,
        _ random: inout RandomSource
    ) throws -> [String: Data] {
        var files = ["aa/evil": Data("harmless".utf8)]
        for number in 0..<random.number(0...6) {
            let content = (0..<random.number(0...20_000)).map { UInt8(truncatingIfNeeded: $0 / 7) }
            files[random.choice("", "b/", "b/c/", "ü ö/") + "file \(number)"] =
                Data(random.oneIn(2) ? content : content.shuffled(using: &random))
        }
        for (path, content) in files {
            let url = folder.appending(path: path)
            let parent = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try content.write(to: url)
        }
        return files
    }

    private static func files(in folder: URL) throws -> [String: Data] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        // Folders have no data.
        return Dictionary(uniqueKeysWithValues: paths.map { ($0, folder.appending(path: $0)) })
            .compactMapValues { try? Data(contentsOf: $0) }
    }

    /// Compresses in pieces of any size, which must not change the result.
    private func compress(_ data: Data, _ random: inout RandomSource) throws {
        let format: CompressedFormat = random.choice(.gzip, .zlib, .deflate)
        let level = CompressionLevel(random.number(0...9))
        let compressor = Compressor(format, level: level)
        for piece in data.cut(&random) { compressor.append(piece) }
        compressor.finish()
        let result = compressor.drain()
        compressed.check(result == data.compressed(as: format, level: level))
        compressed.check(try result.decompressed(as: format, limits: .untrusted) == data)
    }

    /// Paths and links that lead out of the folder, and too much content.
    private func refuse(_ data: Data, in folder: URL) throws {
        var data = data
        // No checksum protects the paths of a zip archive.
        while let range = data.range(of: Data("aa/evil".utf8)) {
            data.replaceSubrange(range, with: Data("../evil".utf8))
        }
        refused.check(Self.refusal(of: data, in: folder) == .unsafePath)
        let evil = folder.appending(path: "evil").path
        refused.check(!FileManager.default.fileExists(atPath: evil))
        let writer = ZipWriter()
        try writer.add(ArchiveEntry("link", kind: .symbolicLink, linkTarget: "../../etc"))
        try writer.finish()
        refused.check(Self.refusal(of: writer.drain(), in: folder) == .unsafeLink)
        let bomb = TarWriter(as: .gzip)
        try bomb.add("zeros", contents: Data(count: 3_000_000))
        try bomb.finish()
        refused.check(Self.refusal(of: bomb.drain(), in: folder) == .limitExceeded)
    }

    private static func refusal(of data: Data, in folder: URL) -> ArchiveError.Code? {
        var options = ArchiveOptions.untrusted
        options.limits.entryBytes = 1_000_000
        do {
            let url = folder.appending(path: "refused")
            try data.write(to: url)
            _ = try Archives.unpack(url, to: folder.appending(path: "none"), options: options)
            return nil
        } catch {
            return (error as? ArchiveError)?.code
        }
    }
}

extension Data {
    /// The data in pieces of random sizes.
    func cut(_ random: inout RandomSource) -> [Data] {
        var (pieces, rest) = ([Data](), self)
        while !rest.isEmpty {
            pieces.append(rest.prefix(random.number(1...random.choice(10, 5_000, 100_000))))
            rest = rest.dropFirst(pieces[pieces.count - 1].count)
        }
        return pieces
    }
}
