import FootingArchives
import Foundation
import Harness
import Records

extension Comparison {
    static func zipArchives() -> [Comparison] {
        [
            list(3_000, goal: 0.05), list(30_000, goal: 0.07), lookUp(),
            readAll("35 MB deflated", goal: 0.3) { effort in
                let count = effort.isSmoke ? 1 : 5
                let log = try CompressionSample.log.data(effort).prefix(7_000_000)
                return Array(repeating: log, count: count)
            },
            readAll("1,000 of 1 KB", goal: 0.2, smallFiles), write(),
            growth("open 100,000 entries", to: "10,000, ten times", from: 10_000) { count in
                try ZipSample.archive(Array(repeating: Data(), count: count))
            } _: { archive in
                blackHole(try ZipArchive(archive).entries.count)
            },
            growth("60,000 entries of one path", to: "6,000, ten times", from: 6_000) { count in
                try ZipSample.archiveOfOnePath(count)
            } _: { archive in
                let report = try ZipArchive(archive).report
                guard report.issueCount > 0 else { throw Difference() }
            },
            growth("20,000 entries with one header", to: "2,000, ten times", from: 2_000) { count in
                try ZipSample.archiveOfOneHeader(count)
            } _: { archive in
                let report = try ZipArchive(archive).report
                guard report.issueCount > 0 else { throw Difference() }
            },
        ]
    }

    private static func smallFiles(_ effort: Effort) throws -> [Data] {
        let log = try CompressionSample.log.data(effort)
        return (0..<(effort.isSmoke ? 100 : 1_000)).map { index in
            log.dropFirst(index * 700 % (log.count - 1_024)).prefix(1_024)
        }
    }

    private static func list(_ count: Int, goal: Double) -> Comparison {
        let title = "zip: open and list \(count) entries"
        return Comparison(title, to: "Python's zipfile", goal: goal) { effort in
            let count = effort.isSmoke ? count / 100 : count
            let file = try ZipSample(ZipSample.archive(Array(repeating: Data(), count: count)))
            return Sides(
                ours: { rounds in
                    for _ in 0..<rounds {
                        var bytes = 0
                        for entry in try ZipArchive(contentsOf: file.url).entries {
                            bytes += entry.path.bytes.count + entry.size
                        }
                        blackHole(bytes)
                    }
                },
                peer: try .python(
                    importing: "zipfile",
                    work: """
                        with zipfile.ZipFile(arguments[0]) as archive:
                            sum(len(i.filename) + i.file_size for i in archive.infolist())
                        """,
                    with: [file.url.path]
                ),
                cleanUp: { withExtendedLifetime(file) {} }
            )
        }
    }

    /// A table of hashes: only the caches of the processor know how many entries there are.
    private static func lookUp() -> Comparison {
        let title = "zip: look-up by path among 100,000"
        return Comparison(title, to: "among 1,000", goal: 3) { effort in
            func lookUps(_ count: Int) throws -> (Int) throws -> Void {
                let archive = try ZipArchive(
                    ZipSample.archive(Array(repeating: Data(), count: count))
                )
                let paths = (0..<1_000).map { ArchivePath(ZipSample.path($0 * count / 1_000)) }
                return { rounds in
                    for _ in 0..<rounds {
                        for path in paths where archive[path] == nil { throw Difference() }
                    }
                }
            }
            return Sides(
                ours: try lookUps(effort.isSmoke ? 10_000 : 100_000),
                peer: try lookUps(1_000)
            )
        }
    }

    private static func readAll(
        _ title: String,
        goal: Double,
        _ contents: @escaping (Effort) throws -> [Data]
    ) -> Comparison {
        Comparison("zip: read \(title)", to: "Python's zipfile", goal: goal) { effort in
            let file = try ZipSample(ZipSample.archive(contents(effort)))
            return Sides(
                ours: { rounds in
                    for _ in 0..<rounds {
                        let archive = try ZipArchive(contentsOf: file.url)
                        for entry in archive.entries {
                            blackHole(try archive.contents(of: entry).count)
                        }
                    }
                },
                peer: try .python(
                    importing: "zipfile",
                    work: """
                        with zipfile.ZipFile(arguments[0]) as archive:
                            for entry in archive.infolist(): archive.read(entry)
                        """,
                    with: [file.url.path]
                ),
                cleanUp: { withExtendedLifetime(file) {} }
            )
        }
    }

    private static func write() -> Comparison {
        let title = "zip: write 1,000 of 1 KB to memory"
        return Comparison(title, to: "Python's zipfile", goal: 0.35) { effort in
            let contents = try smallFiles(effort)
            let file = try ZipSample(ZipSample.archive(contents))
            return Sides(
                ours: { rounds in
                    for _ in 0..<rounds { blackHole(try ZipSample.archive(contents).count) }
                },
                peer: try .python(
                    importing: "io, zipfile",
                    setup: """
                        with zipfile.ZipFile(arguments[0]) as source:
                            files = [(i.filename, source.read(i)) for i in source.infolist()]
                        """,
                    work: """
                        with zipfile.ZipFile(io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as archive:
                            for name, contents in files: archive.writestr(name, contents)
                        """,
                    with: [file.url.path]
                ),
                cleanUp: { withExtendedLifetime(file) {} }
            )
        }
    }
}

/// A zip archive in a file, which is removed with the last reference.
private final class ZipSample {
    let url: URL

    init(_ archive: Data) throws {
        let folder =
            FileManager.default.isWritableFile(atPath: "/dev/shm")
            ? URL(filePath: "/dev/shm") : FileManager.default.temporaryDirectory
        url = folder.appending(path: "footing-\(UUID().uuidString).zip")
        try archive.write(to: url)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    static func path(_ index: Int) -> String { "folder \(index / 100)/file \(index).txt" }

    /// Makes an archive of 100 files in each folder.
    static func archive(_ contents: [Data]) throws -> Data {
        let writer = ZipWriter()
        for (index, contents) in contents.enumerated() {
            try writer.add(ArchiveEntry(ArchivePath(path(index))), contents: contents)
        }
        try writer.finish()
        return writer.drain()
    }

    /// Makes an archive whose entries all have one path.
    static func archiveOfOnePath(_ count: Int) throws -> Data {
        try patchedArchive(count, 46..<52, Data("000000".utf8))
    }

    /// Makes an archive whose entries all have the same local header.
    static func archiveOfOneHeader(_ count: Int) throws -> Data {
        try patchedArchive(count, 42..<46, Data(count: 4))
    }

    /// Makes an archive and replaces a field of all its records, which have 52 bytes each.
    private static func patchedArchive(
        _ count: Int,
        _ field: Range<Int>,
        _ bytes: Data
    ) throws -> Data {
        let writer = ZipWriter()
        for index in 0..<count {
            let name = String(1_000_000 + index).dropFirst()
            try writer.add(ArchiveEntry(ArchivePath(name)))
        }
        try writer.finish()
        var archive = writer.drain()
        // The local headers have 36 bytes each.
        for index in 0..<count {
            let record = count * 36 + index * 52
            archive.replaceSubrange(
                record + field.lowerBound..<record + field.upperBound,
                with: bytes
            )
        }
        return archive
    }
}
