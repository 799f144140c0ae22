import FootingArchives
import FootingDownloads
import FootingExtendedAttributes
import FootingLocalizationTools
import Foundation

/// Calls that replace files by a version of their content, 0 or 1.
///
/// After an error or a kill, each file is whole: of the version before, or of the next one.
struct FileWork: Sendable {
    enum Call: String, CaseIterable {
        case attributes, tables, packing, unpacking, downloads
    }

    /// A folder that is packed and an archive that is unpacked, for each version.
    let sources: URL
    /// The folder of the files that are replaced.
    let folder: URL
    /// The root of a server with `/whole/0`, `/whole/1`, `/cut/0` and `/cut/1`.
    let server: URL

    static let contents = (0...1).map { version in
        var random = RandomSource(seed: UInt64(version))
        return Data((0..<200_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    }
    /// The sizes of the files in a folder, which are beginnings of a content.
    private static let sizes = [1, 5_000, 40_000, 200_000]
    private static let queue = DownloadQueue(proxy: .direct)

    private func source(_ version: Int, _ suffix: String = "") -> URL {
        sources.appending(path: "\(version)\(suffix)")
    }

    private func file(_ call: Call) -> URL {
        folder.appending(path: call == .tables ? "tables.strings" : call.rawValue)
    }

    private func table(_ version: Int) -> TableFile {
        let strings = (0..<2_000).map { (key: "key \($0)", value: "version \(version)") }
        return TableFile(strings, at: file(.tables))
    }

    func makeSources() throws {
        for version in 0...1 {
            let folder = source(version)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for size in Self.sizes {
                let file = folder.appending(path: "\(size)")
                try Self.contents[version].prefix(size).write(to: file)
            }
            _ = try Archives.pack(folder, to: source(version, ".tar.gz"), as: .gzippedTar)
            _ = try Archives.pack(folder, to: source(version, ".zip"), as: .zip)
        }
    }

    /// Replaces the files of a call.
    func perform(_ call: Call, _ version: Int) async throws {
        let file = file(call)
        switch call {
        case .attributes:
            // Stored once, and kept when the content is replaced.
            if (try? file.extendedAttributes.value(for: .soakOwner)) != "kept" {
                try Data().write(to: file)
                try file.extendedAttributes.set("kept", for: .soakOwner)
            }
            try Self.contents[version].write(to: file, keepingExtendedAttributes: .user)
        case .tables:
            var table = table(version)
            try table.write()
        case .packing:
            var options = PackingOptions.standard
            options.mode = .createOrReplace
            _ = try await Archives.pack(source(version), to: file, as: .zip, options: options)
        case .unpacking:
            var options = ArchiveOptions.untrusted
            options.mode = .createOrReplace
            _ = try await Archives.unpack(source(version, ".tar.gz"), to: file, options: options)
        case .downloads:
            _ = try await download("whole/\(version)").value
        }
    }

    /// A download to the file that ``perform(_:_:)`` replaces.
    func download(_ path: String) -> Download {
        var options = DownloadOptions.standard
        // A part of `/cut/0` is continued from `/whole/0`.
        options.identity = "soak"
        options.reusesUnchanged = false
        options.limits.retries = path.hasPrefix("cut") ? 100 : 0
        let (url, file) = (server.appending(path: path), file(.downloads))
        return Download(from: url, to: file, options: options, in: Self.queue)
    }

    /// The number of bytes that a killed download has left.
    var partSize: Int {
        (try? Data(contentsOf: file(.downloads).appendingPathExtension("footing-part")).count) ?? 0
    }

    /// Finds the versions of the files of a call; `nil` stands for a file that is not whole.
    func versions(_ call: Call) throws -> Set<Int?> {
        let file = file(call)
        func version(of name: String?, _ expected: (Int) throws -> Data) throws -> Set<Int?> {
            let url = name.map { file.appending(path: $0) } ?? file
            guard FileManager.default.fileExists(atPath: url.path) else { return [] }
            let content = try Data(contentsOf: url)
            return [try [0, 1].first { try expected($0) == content }]
        }
        switch call {
        case .attributes:
            // A kill may come before the first content.
            guard let size = try? Data(contentsOf: file).count, size > 0 else { return [] }
            guard try file.extendedAttributes.value(for: .soakOwner) == "kept" else { return [nil] }
            return try version(of: nil) { Self.contents[$0] }
        case .tables: return try version(of: nil) { table($0).data }
        case .packing: return try version(of: nil) { try Data(contentsOf: source($0, ".zip")) }
        case .unpacking:
            return try Self.sizes.reduce(into: []) { versions, size in
                versions.formUnion(try version(of: "\(size)") { Self.contents[$0].prefix(size) })
            }
        case .downloads: return try version(of: nil) { Self.contents[$0] }
        }
    }

    /// Removes the temporary files that a killed process has left.
    ///
    /// - Returns: Their number.
    func removeTemporaryFiles() throws -> Int {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        let temporary = names.filter { $0.split(separator: "/").last?.hasPrefix(".") == true }
        for name in temporary {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
        return temporary.count
    }
}
