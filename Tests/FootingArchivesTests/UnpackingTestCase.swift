import FootingArchives
import Foundation
import TestSupport
import XCTest

/// A folder for the results, and the same entries in an archive of each format.
class UnpackingTestCase: XCTestCase {
    var folder = URL(filePath: "/")
    var destination: URL { folder.appending(path: "out") }

    override func setUpWithError() throws {
        folder = try TemporaryFolder(self).url
    }

    struct Sample {
        let entry: ArchiveEntry
        let contents: Data

        init(_ path: ArchivePath, _ contents: String = "", _ permissions: UInt16 = 0o644) {
            entry = ArchiveEntry(
                path,
                permissions: permissions,
                modificationDate: Date(timeIntervalSince1970: 1_000_000_000)
            )
            self.contents = Data(contents.utf8)
        }

        init(folder path: ArchivePath, _ permissions: UInt16 = 0o755) {
            entry = ArchiveEntry(
                path,
                kind: .folder,
                permissions: permissions,
                modificationDate: Date(timeIntervalSince1970: 1_100_000_000)
            )
            contents = Data()
        }

        init(link path: ArchivePath, to target: ArchivePath) {
            entry = ArchiveEntry(
                path,
                kind: .symbolicLink,
                modificationDate: Date(timeIntervalSince1970: 1_200_000_000),
                linkTarget: target
            )
            contents = Data()
        }
    }

    static let samples = [
        Sample("a.txt", "alpha"), Sample("run", "#!", 0o755), Sample(folder: "folder"),
        Sample("folder/b.txt", String(repeating: "b", count: 200_000), 0o600), Sample("empty"),
        Sample(link: "folder/link", to: "../a.txt"), Sample("implicit/c", "c"),
    ]

    func tar(_ samples: [Sample] = samples) throws -> Data {
        let writer = TarWriter()
        for sample in samples { try writer.add(sample.entry, contents: sample.contents) }
        try writer.finish()
        return writer.drain()
    }

    func zip(_ samples: [Sample] = samples) throws -> Data {
        let writer = ZipWriter()
        for sample in samples { try writer.add(sample.entry, contents: sample.contents) }
        try writer.finish()
        return writer.drain()
    }

    func write(_ data: Data, _ name: String) throws -> URL {
        let url = folder.appending(path: name)
        try data.write(to: url)
        return url
    }

    /// The same entries in each format.
    func archiveFiles(_ samples: [Sample] = samples) throws -> [URL] {
        [
            try write(tar(samples), "a.tar"),
            try write(tar(samples).compressed(as: .gzip), "a.tar.gz"),
            try write(zip(samples), "a.zip"),
        ]
    }

    func reset() throws {
        try? FileManager.default.removeItem(at: destination)
    }
}
