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

// The asynchronous forms, with a zip archive.
func convert(_ url: URL, to copy: URL, by folder: URL) async throws(ArchiveError) {
    let report = try await Archives.unpack(url, to: folder, options: .untrusted)
    try await Archives.pack(folder, to: copy, as: .zip).requireClean()
    print("Unpacked:", report)
}
let zip = work.appending(path: "files.zip")
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
