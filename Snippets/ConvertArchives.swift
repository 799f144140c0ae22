// Writes and reads a tar archive, and makes a folder of it, and a zip archive of the folder.
//
// Run it with `swift run ConvertArchives`.

import FootingArchives
import Foundation

let work = FileManager.default.temporaryDirectory.appending(path: "convert-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: work, withIntermediateDirectories: false)
defer { try? FileManager.default.removeItem(at: work) }
let tar = work.appending(path: "files.tar.gz")

func write(_ log: Data, in pieces: [Data], to url: URL) throws(ArchiveError) {
    let writer = try TarWriter(to: url, as: .gzip)
    try writer.add("folder/")
    try writer.add("folder/hello.txt", contents: Data("Hello".utf8))
    try writer.begin("log.txt", size: log.count)
    for piece in pieces { try writer.write(piece) }
    try writer.finish()
}
let log = Data("started\nstopped\n".utf8)
try write(log, in: [log.prefix(8), log.dropFirst(8)], to: tar)

func list(_ url: URL) throws(ArchiveError) {
    var count = 0
    let reader = try TarReader(contentsOf: url, as: .gzip)
    while let item = try reader.next() {
        switch item {
        case .entry(let entry): print(entry.path, entry.size)
        case .contents(let piece): count += piece.count
        @unknown default: break
        }
    }
    print(count, "bytes")
}
try list(tar)

// The entries of a tar archive, or of a zip archive, which may begin with a program.
func entries(of url: URL) throws -> [ArchiveEntry] {
    // The first header of a tar archive has 512 bytes.
    let start = try FileHandle(forReadingFrom: url).read(upToCount: 512) ?? Data()
    let isGzip = CompressedFormat(detecting: start) == .gzip
    var entries: [ArchiveEntry] = []
    do throws(ArchiveError) {
        let reader = try TarReader(contentsOf: url, as: isGzip ? .gzip : nil)
        while let item = try reader.next() {
            if case .entry(let entry) = item { entries.append(entry) }
        }
        return entries
    } catch {
        guard !isGzip, error.code == .notAnArchive || start.count < 512 else { throw error }
    }
    return try Array(ZipArchive(contentsOf: url).entries)
}
print(try entries(of: tar).map(\.path))

// The forms for code that is not asynchronous, with the progress of the call.
func convert(_ url: URL, to copy: URL) throws(ArchiveError) {
    let folder = url.appendingPathExtension("files")
    let report = try Archives.unpack(url, to: folder) { progress in
        print(progress.bytes, "of", progress.totalBytes ?? 0)
        if progress.bytes > 1 << 30 { progress.isCancelled = true }
    }
    print("Unpacked:", report)
    try Archives.pack(folder, to: copy, as: .zip, options: .reproducible).requireClean()
}
try convert(tar, to: work.appending(path: "files.zip"))

func convertUpload(_ url: URL, to copy: URL, by folder: URL) throws(ArchiveError) {
    let report = try Archives.unpack(url, to: folder, options: .untrusted)
    try Archives.pack(folder, to: copy, as: .zip).requireClean()
    print("Unpacked:", report)
}
try convertUpload(tar, to: work.appending(path: "2.zip"), by: work.appending(path: "2"))

func compress(_ log: URL, to packed: URL, by copy: URL) throws(ArchiveError) {
    try Archives.compress(log, to: packed, as: .gzip)
    try Archives.decompress(packed, to: copy, as: .gzip, limits: .untrusted)
}
try compress(tar, to: work.appending(path: "files.gz"), by: work.appending(path: "copy.tar.gz"))

// The asynchronous forms, with a zip archive.
func convert(_ url: URL, to copy: URL, by folder: URL) async throws(ArchiveError) {
    let report = try await Archives.unpack(url, to: folder, options: .untrusted)
    try await Archives.pack(folder, to: copy, as: .zip).requireClean()
    print("Unpacked:", report)
}
let zip = work.appending(path: "files.zip")
print(try entries(of: zip).map(\.path))
let program = work.appending(path: "files.run")
try (Data("#!/bin/sh\n".utf8) + Data(contentsOf: zip)).write(to: program)
print(try entries(of: program).map(\.path))
let outer = work.appending(path: "outer.tar")
let outerWriter = try TarWriter(to: outer)
try outerWriter.add("files.zip", contents: Data(contentsOf: zip))
try outerWriter.finish()
print(try entries(of: outer).map(\.path))
try await convert(zip, to: work.appending(path: "copy.zip"), by: work.appending(path: "files"))

func receive(_ upload: AsyncThrowingStream<Data, any Error>, in folder: URL) async throws {
    let unpacker = try TarUnpacker(to: folder, as: .gzip, options: .untrusted)
    for try await chunk in upload { try unpacker.append(chunk) }
    let report = try unpacker.finish()
    print("Unpacked:", report)
}
let upload = AsyncThrowingStream<Data, any Error> { continuation in
    continuation.yield(with: Result { try Data(contentsOf: tar) })
    continuation.finish()
}
try await receive(upload, in: work.appending(path: "upload"))
