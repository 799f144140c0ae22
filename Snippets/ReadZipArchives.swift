// Reads a zip archive that an unknown sender has uploaded, and refuses one with two meanings.
//
// Run it with `swift run ReadZipArchives`.

import FootingArchives
import Foundation

// An upload: a document of an office program has such entries.
let writer = ZipWriter()
try writer.add("word/document.xml", contents: Data("<p>It was a dark night.</p>".utf8))
try writer.add("word/media/", contents: Data())
try writer.add("word/media/lamp.raw", contents: Data(count: 100_000))
try writer.finish()
let upload = writer.drain()

do {
    let archive = try ZipArchive(upload, options: .untrusted)
    for entry in archive.entries where entry.kind == .file {
        print(entry.path, entry.size)
    }
    if let document = try archive.contents(at: "word/document.xml") {
        print(String(decoding: document, as: UTF8.self))
    }
} catch {
    print("The upload is refused: \(error)")
}

// The path is a variable.
func text(of name: String, in archive: ZipArchive) throws(ArchiveError) -> String? {
    guard let contents = try archive.contents(at: ArchivePath(name)) else { return nil }
    return String(decoding: contents, as: UTF8.self)
}
let archive = try ZipArchive(upload, options: .untrusted)
print(try text(of: "word/document.xml", in: archive) ?? "There is no text.")

// Large contents are read in pieces.
if let entry = archive["word/media/lamp.raw"] {
    let reader = try archive.reader(of: entry)
    var count = 0
    while let piece = try reader.next() { count += piece.count }
    print("Read \(count) bytes in pieces.")
}

// Two archives, one after the other: programs differ in the one that they read.
do {
    _ = try ZipArchive(upload + upload, options: .untrusted)
} catch {
    print("Refused:", error.code, "-", error)
}
let both = try ZipArchive(upload + upload)
for issue in both.report.issues { print("Reported:", issue.code, issue.resolution) }

// A limit, and the error that names it.
var options = ArchiveOptions.untrusted
options.limits.memoryBytes = 50_000
do {
    _ = try ZipArchive(upload, options: options).contents(at: "word/media/lamp.raw")
} catch {
    print("Refused:", error.code, error.limit.map { "\($0)" } ?? "")
}
