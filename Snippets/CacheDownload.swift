// Caches a download with its ETag, edits the file, and shows that its record is no longer valid.
//
// Run it with `swift run CacheDownload`.

import FootingExtendedAttributes
import Foundation

let folder = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
defer { try? FileManager.default.removeItem(at: folder) }
let file = folder.appending(path: "page.html")

// Some volumes don't support attributes; setting one is the test.
do {
    try folder.extendedAttributes.set("".utf8, for: "user.probe")
} catch {
    guard error.code == .unsupported else { throw error }
    print("There is nothing to show here.", error)
    try? FileManager.default.removeItem(at: folder)
    exit(0)
}

// The response of a server. The record does not contain the password.
guard let url = URL(string: "https://me:secret@example.com/page.html#top"),
    let response = Answer(headers: ["ETag": "\"33a64df5\""])
else { exit(1) }
let page = Data("<p>Hello</p>".utf8)

/// Replaces `HTTPURLResponse`, so that this runs without a network.
struct Answer {
    let headers: [String: String]
    init?(headers: [String: String]) { self.headers = headers }
    func value(forHTTPHeaderField field: String) -> String? { headers[field] }
}
let etag = response.value(forHTTPHeaderField: "ETag")
print("The server's ETag:", etag ?? "none")

// Write content and record together.
let record = HTTPCacheRecord(url: url, etag: "\"33a64df5\"")
try record.write(page, to: file)
if let known = try file.extendedAttributes.httpCacheRecord() {
    print("Ask with", known.requestHeaderFields)
}
let wanted = HTTPCacheRecord(url: url)
let isSame = try file.extendedAttributes.httpCacheRecord()?.url == wanted.url
print("It came from there:", isSame)

// Another program edits the page in place. The attribute still exists, but is outdated.
let editor = try FileHandle(forWritingTo: file)
try editor.seekToEnd()
try editor.write(contentsOf: Data("<p>Edited</p>".utf8))
try editor.close()
print("The attribute is there:", try file.extendedAttributes.names(in: .user))
print("The record:", try file.extendedAttributes.httpCacheRecord() as Any)

// A complete file, such as one that a download task has delivered.
try page.write(to: file)
try file.extendedAttributes.setHTTPCacheRecord(record)
print("Recorded anew:", try file.extendedAttributes.httpCacheRecord() == record)

// A file that can be downloaded again needs no backup.
try file.extendedAttributes.setExcludedFromBackup(true)
print("Excluded from backups:", try file.extendedAttributes.isExcludedFromBackup)

// The same for a whole folder. A scan reads one attribute of each file; any key is suitable.
for entry in ExtendedAttributes.scan(folder, for: .mimeType)
where entry.kind == .file || entry.kind == .folder {
    try entry.attributes.setExcludedFromBackup(true)
}
