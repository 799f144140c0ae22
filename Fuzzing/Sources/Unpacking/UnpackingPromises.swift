import FootingArchives
import Foundation

/// The promise that no archive changes anything outside of the folder into which it is unpacked.
///
/// Fuzzers and an ordinary test share this file; `expect` is theirs. The first byte chooses the
/// options. Each further three are an entry: its kind, its path and its target.
struct UnpackingPromises {
    private let bytes: [UInt8]

    /// The places of one process, which are used again.
    private static let root: URL = {
        let memory = URL(filePath: "/dev/shm")
        let isUsable = FileManager.default.isWritableFile(atPath: memory.path)
        return (isUsable ? memory : FileManager.default.temporaryDirectory)
            .appending(path: "footing-unpacking-\(ProcessInfo.processInfo.processIdentifier)")
    }()

    private static let names = [
        "a", "b", "a/b", "b/a", "a/b/c", "..", "../out2", "../../outside/file", "/", "/tmp", ".",
        "a/..", "a/../..", "./a", "../a", "../..",
    ]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func check() {
        let folder = Self.root.appending(path: "parent")
        let destination = folder.appending(path: "out")
        let outside = Self.root.appending(path: "outside")
        defer { try? FileManager.default.removeItem(at: Self.root) }
        do {
            for url in [destination, outside] {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            }
            try Data("precious".utf8).write(to: outside.appending(path: "file"))
            try FileManager.default.createSymbolicLink(
                atPath: destination.appending(path: "b").path,
                withDestinationPath: "../../outside"
            )
        } catch {
            return expect(false, "\(error)")
        }
        let before = [Self.root, folder, outside, outside.appending(path: "file")].map(Self.status)
        let unpacker = try? TarUnpacker(to: destination, options: options)
        expect(unpacker != nil, "the folder can't be opened")
        _ = try? unpacker?.append(archive)
        _ = try? unpacker?.finish()
        let after = [Self.root, folder, outside, outside.appending(path: "file")].map(Self.status)
        expect(before == after, "something outside has changed")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: outside.path)) ?? []
        expect(names == ["file"], "a file was created outside")
        removeOldLink(in: destination)
        expect(resolvedLinks(in: destination), "a link resolves to a file outside")
    }

    private var options: ArchiveOptions {
        var options = ArchiveOptions.standard
        let choice = bytes.first ?? 0
        options.mode = [.createOnly, .createOrReplace, .replaceOnly][Int(choice % 3)]
        options.permissions = choice & 16 == 0 ? .portable : .stored
        options.stopsAtFirstIssue = choice & 64 != 0
        return options
    }

    /// The kind, permissions, date, size, inode and number of links of a file.
    private static func status(_ url: URL) -> [String] {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        let keys: [FileAttributeKey] = [
            .type, .posixPermissions, .modificationDate, .size, .systemFileNumber, .referenceCount,
        ]
        return keys.map { "\(attributes?[$0] ?? "none")" }
    }

    /// Removes the link that existed before, if it was not replaced: links to it leave the folder.
    private func removeOldLink(in destination: URL) {
        let path = destination.appending(path: "b").path
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        if target == "../../outside" { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Whether all links that this call has made resolve to files inside.
    private func resolvedLinks(in destination: URL) -> Bool {
        guard let root = unsafe realpath(destination.path, nil) else { return true }
        defer { unsafe free(root) }
        let prefix = unsafe String(cString: root)
        let paths = FileManager.default.enumerator(atPath: destination.path)
        for path in paths?.compactMap({ $0 as? String }) ?? [] {
            guard let target = unsafe realpath("\(destination.path)/\(path)", nil) else { continue }
            defer { unsafe free(target) }
            let resolved = unsafe String(cString: target)
            guard resolved == prefix || resolved.hasPrefix(prefix + "/") else { return false }
        }
        return true
    }

    private var archive: Data {
        var archive = Data()
        for start in stride(from: 1, to: bytes.count - 2, by: 3).prefix(30) {
            var header = [UInt8](repeating: 0, count: 512)
            func set(_ offset: Int, _ string: String) {
                for (index, byte) in string.utf8.enumerated() { header[offset + index] = byte }
            }
            set(0, Self.names[Int(bytes[start + 1] & 15)])
            set(100, ["0000644", "0004755", "0000000", "0000700"][Int(bytes[start] >> 6)])
            set(124, "00000000000")
            set(136, "00000000001")
            header[156] = Array("0125012501250126".utf8)[Int(bytes[start] & 15)]
            set(157, Self.names[Int(bytes[start + 2] & 15)])
            set(257, "ustar")
            set(148, "        ")
            let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
            set(148, String(repeating: "0", count: 6 - sum.count) + sum)
            header[154] = 0
            archive += header
        }
        return archive + Data(count: 1_024)
    }
}
