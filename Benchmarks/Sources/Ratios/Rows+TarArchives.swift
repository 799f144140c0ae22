import FootingArchives
import Foundation
import Harness
import Records

extension Comparison {
    static func tarArchives() -> [Comparison] {
        [
            list(), readAll(), write(),
            unpack("tar", goal: 0.9, ["tar", "-C", "TO", "-xf", "FROM"]),
            unpack("zip", goal: 0.75, ["unzip", "-q", "-d", "TO", "FROM"]),
            pack(.tar, goal: 1.2, ["tar", "-C", "FROM", "-cf", "TO", "."]),
            pack(.zip, goal: 1.0, ["zip", "-qr", "TO", "."]),
            growth("10,000 records of PAX", to: "1,000, ten times", from: 1_000) { count in
                var entry = ArchiveEntry("a")
                for index in 0..<count { entry.extendedRecords["key\(index)"] = Data([65]) }
                return try TarSample.archive([entry], Data())
            } _: { archive in
                try read(archive) { _ in }
            },
            growth("5,000 files of one path unpacked", to: "500, ten times", from: 500) {
                try TarSample.archive(Array(repeating: "a", count: $0), Data())
            } _: { archive in
                let report = try unpack(archive)
                guard report.fileCount == report.issueCount + 1 else { throw Difference() }
            },
            growth("20,000 issues", to: "2,000, ten times", from: 2_000) { count in
                let entries: [ArchiveEntry] = Array(repeating: "aa/a", count: count)
                return TarSample.replacingPaths(
                    by: "../a",
                    in: try TarSample.archive(entries, Data())
                )
            } _: { archive in
                guard try unpack(archive).issueCount > 0 else { throw Difference() }
            },
            growth("files 200 folders deep", to: "20 deep, ten times", from: 20) { depth in
                let folder = Array(repeating: "d", count: depth).joined(separator: "/")
                return try TarSample.archive(
                    (0..<100).map { ArchiveEntry(ArchivePath("\(folder)/\($0)")) },
                    Data()
                )
            } _: { archive in
                guard try unpack(archive).fileCount == 100 else { throw Difference() }
            },
        ]
    }

    private static func read(_ archive: Data, _ body: (TarReader.Item) -> Void) throws {
        let reader = TarReader()
        try reader.append(archive)
        try reader.finish()
        while let item = try reader.next() { body(item) }
    }

    /// Unpacks an archive into a folder that is removed.
    private static func unpack(_ archive: Data) throws -> ArchiveReport {
        let folder = TarSample.folder.appending(path: "footing-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let unpacker = try TarUnpacker(to: folder)
        try unpacker.append(archive)
        return try unpacker.finish()
    }

    private static func list() -> Comparison {
        Comparison("tar: list 1,000", to: "Python's tarfile", goal: 0.05) { effort in
            let file = try TarSample(files(effort, Data()))
            return Sides(
                ours: { rounds in
                    for _ in 0..<rounds {
                        var bytes = 0
                        let reader = try TarReader(contentsOf: file.url)
                        while let item = try reader.next() {
                            guard case .entry(let entry) = item else { continue }
                            bytes += entry.path.bytes.count + entry.size
                        }
                        blackHole(bytes)
                    }
                },
                peer: try .python(
                    importing: "tarfile",
                    work: """
                        with tarfile.open(arguments[0]) as archive:
                            sum(len(i.name) + i.size for i in archive)
                        """,
                    with: [file.url.path]
                ),
                cleanUp: { withExtendedLifetime(file) {} }
            )
        }
    }

    private static func readAll() -> Comparison {
        Comparison("tar: read 1,000 of 1 KB", to: "Python's tarfile", goal: 0.1) { effort in
            let file = try TarSample(files(effort, Data(repeating: 65, count: 1_024)))
            return Sides(
                ours: { rounds in
                    for _ in 0..<rounds {
                        var bytes = 0
                        let reader = try TarReader(contentsOf: file.url)
                        while let item = try reader.next() {
                            if case .contents(let piece) = item { bytes += piece.count }
                        }
                        blackHole(bytes)
                    }
                },
                peer: try .python(
                    importing: "tarfile",
                    work: """
                        with tarfile.open(arguments[0]) as archive:
                            for entry in archive: archive.extractfile(entry).read()
                        """,
                    with: [file.url.path]
                ),
                cleanUp: { withExtendedLifetime(file) {} }
            )
        }
    }

    private static func write() -> Comparison {
        let title = "tar: write 1,000 of 1 KB to memory"
        return Comparison(title, to: "Python's tarfile", goal: 0.1) { effort in
            let contents = Data(repeating: 65, count: 1_024)
            return Sides(
                ours: { rounds in
                    for _ in 0..<rounds { blackHole(try files(effort, contents).count) }
                },
                peer: try .python(
                    importing: "io, tarfile",
                    work: """
                        with tarfile.open(fileobj=io.BytesIO(), mode="w") as archive:
                            for index in range(int(arguments[0])):
                                name = f"folder {index // 100}/file {index}.txt"
                                entry = tarfile.TarInfo(name)
                                entry.size = 1024
                                archive.addfile(entry, io.BytesIO(b"A" * 1024))
                        """,
                    with: [effort.isSmoke ? "200" : "1000"]
                )
            )
        }
    }

    /// Files of 1 KB in folders of 100.
    private static func files(_ effort: Effort, _ contents: Data) throws -> Data {
        try TarSample.archive(entries(effort), contents)
    }

    private static func entries(_ effort: Effort) -> [ArchiveEntry] {
        (0..<(effort.isSmoke ? 200 : 1_000)).map { index in
            ArchiveEntry(ArchivePath("folder \(index / 100)/file \(index).txt"))
        }
    }

    private static func unpack(
        _ format: String,
        goal: Double,
        _ command: [String]
    ) -> Comparison {
        let title = "\(format): unpack 1,000 files of 1 KB"
        return Comparison(title, to: command[0], goal: goal) { effort in
            let contents = Data(repeating: 65, count: 1_024)
            let file = try TarSample(
                format == "tar" ? files(effort, contents) : zip(effort, contents)
            )
            return try sides(of: command, from: file, makingFolder: true) { folder in
                let report = try Archives.unpack(file.url, to: folder)
                guard report.isClean else { throw Difference() }
            }
        }
    }

    private static func pack(
        _ format: Archives.Format,
        goal: Double,
        _ command: [String]
    ) -> Comparison {
        let title = "\(format): pack 1,000 files of 1 KB"
        return Comparison(title, to: command[0], goal: goal) { effort in
            let archive = try TarSample(files(effort, Data(repeating: 65, count: 1_024)))
            let folder = TarSample()
            _ = try Archives.unpack(archive.url, to: folder.url)
            return try sides(of: command, from: folder, makingFolder: false) { url in
                let report = try Archives.pack(folder.url, to: url, as: format)
                guard report.isClean else { throw Difference() }
            }
        }
    }

    /// Runs our work and a program, whose output is removed after the time that counts.
    private static func sides(
        of command: [String],
        from source: TarSample,
        makingFolder: Bool,
        _ ours: @escaping (URL) throws -> Void
    ) throws -> Sides {
        let output = TarSample.folder.appending(path: "footing-\(UUID().uuidString)")
        let script = """
            import os, shutil, subprocess, sys, time
            source, output, makesFolder, *command = sys.argv[1:]
            command = [{"FROM": source, "TO": output}.get(word, word) for word in command]
            if shutil.which(command[0]) is None:
                print(command[0], "is missing", flush=True)
                sys.exit()

            print("ready", flush=True)
            for line in sys.stdin:
                total = 0
                for _ in range(int(line)):
                    if makesFolder == "true":
                        os.mkdir(output)
                    start = time.perf_counter_ns()
                    inside = source if os.path.isdir(source) else None
                    subprocess.run(command, check=True, cwd=inside)
                    total += time.perf_counter_ns() - start
                    for path in (output, output + ".zip"):
                        if os.path.isdir(path):
                            shutil.rmtree(path)
                        elif os.path.exists(path):
                            os.remove(path)
                print(total, flush=True)
            """
        let peer = try ChildPeer(
            "python3",
            ["-c", script, source.url.path, output.path + "-peer", "\(makingFolder)"] + command
        )
        return Sides(
            timingOurs: { count in
                var total = 0.0
                for _ in 0..<count {
                    total += try nanoseconds(of: { _ in try ours(output) }, 1)
                    try FileManager.default.removeItem(at: output)
                }
                return total
            },
            timingPeer: peer.nanoseconds,
            cleanUp: {
                peer.end()
                withExtendedLifetime(source) {}
            }
        )
    }

    private static func zip(_ effort: Effort, _ contents: Data) throws -> Data {
        let writer = ZipWriter()
        for entry in entries(effort) { try writer.add(entry, contents: contents) }
        try writer.finish()
        return writer.drain()
    }
}

/// An archive in a file, or a folder, which is removed with the last reference.
private final class TarSample {
    let url = folder.appending(path: "footing-\(UUID().uuidString)")

    static let folder =
        FileManager.default.isWritableFile(atPath: "/dev/shm")
        ? URL(filePath: "/dev/shm") : FileManager.default.temporaryDirectory

    init() {}

    init(_ archive: Data) throws {
        try archive.write(to: url)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    static func archive(_ entries: [ArchiveEntry], _ contents: Data) throws -> Data {
        let writer = TarWriter()
        for entry in entries { try writer.add(entry, contents: contents) }
        try writer.finish()
        return writer.drain()
    }

    /// Replaces the paths of all entries, which have no contents.
    static func replacingPaths(by path: String, in archive: Data) -> Data {
        var archive = archive
        for start in stride(from: 0, to: archive.count - 1_024, by: 512) {
            for (index, byte) in path.utf8.enumerated() { archive[start + index] = byte }
            for index in 148..<156 { archive[start + index] = 0x20 }
            let sum = archive[start..<start + 512].reduce(0) { $0 + Int($1) }
            let digits = String(sum, radix: 8)
            let field = String(repeating: "0", count: 6 - digits.count) + digits + "\0"
            for (index, byte) in field.utf8.enumerated() { archive[start + 148 + index] = byte }
        }
        return archive
    }
}
