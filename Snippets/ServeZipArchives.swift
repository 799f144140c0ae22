// Writes zip archives: as a stream that is sent while it is made, and as a file.
//
// Run it with `swift run ServeZipArchives`.

import FootingArchives
import Foundation

/// The body of a response, to which a server would write.
final class Response {
    private(set) var body = Data()
    private(set) var writeCount = 0

    func write(_ piece: Data) async throws {
        body += piece
        writeCount += 1
    }
}

/// Sends the rows of a table, which never are in memory as a whole.
func serve(rows: Int, to response: Response) async throws {
    let writer = ZipWriter()
    try writer.begin("rows.csv")
    for row in 0..<rows {
        try writer.write(Data("\(row),\(row * row)\n".utf8))
        while let piece = writer.next() { try await response.write(piece) }
    }
    try writer.add("readme.txt", contents: Data("The squares of the rows.".utf8))
    try writer.finish()
    while let piece = writer.next() { try await response.write(piece) }
}

let response = Response()
try await serve(rows: 100_000, to: response)
print("Sent in several writes:", response.writeCount > 1)
let sent = try ZipArchive(response.body, options: .untrusted)
for entry in sent.entries { print(entry.path, entry.size) }

// A book: the first entry of an EPUB is stored, and has no extra fields.
let folder = FileManager.default.temporaryDirectory.appending(path: "book-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
defer { try? FileManager.default.removeItem(at: folder) }
let url = folder.appending(path: "book.epub")
let chapters = ["chapter.xhtml"]
for name in chapters { try Data("<html/>".utf8).write(to: folder.appending(path: name)) }

let writer = try ZipWriter(to: url)
try writer.add("mimetype", contents: Data("application/epub+zip".utf8), level: .uncompressed)
for name in chapters {
    let entry = ArchiveEntry(ArchivePath(name), modificationDate: .now)
    try writer.add(entry, contentsOf: folder.appending(path: name))
}
try writer.finish()
let book = try ZipArchive(contentsOf: url)
print(book.entries.map { "\($0.path)" })

// Entries are copied into another archive as they are.
let copy = ZipWriter()
for entry in book.entries where entry.path != "chapter.xhtml" {
    try copy.add(entry, from: book)
}
try copy.add("chapter.xhtml", contents: Data("<html lang='en'/>".utf8))
try copy.finish()
print("Copied:", try ZipArchive(copy.drain()).entries.count)
