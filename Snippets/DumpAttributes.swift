// Writes attributes as text that `setfattr --restore` reads, and stores them again.
//
// Run it with `swift run DumpAttributes`.

import FootingExtendedAttributes
import Foundation

let folder = FileManager.default.temporaryDirectory.appending(path: "dump-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
defer { try? FileManager.default.removeItem(at: folder) }
let draft = folder.appending(path: "draft.txt")
let copy = folder.appending(path: "copy.txt")
for file in [draft, copy] { try Data("It was a dark night.".utf8).write(to: file) }
let attributes = draft.extendedAttributes

// Some volumes don't support attributes; setting one is the test.
do {
    try attributes.set("in review".utf8, for: "user.stage")
} catch {
    guard error.code == .unsupported else { throw error }
    print("There is nothing to show here.", error)
    try? FileManager.default.removeItem(at: folder)
    exit(0)
}
try attributes.set([0, 1, 2, 255, 0], for: "user.state")
try attributes.set([], for: "user.a=b")

// One file: its attributes as text, and back.
let text = try attributes.dump()
print(text)
let report = copy.extendedAttributes.restore(from: text.utf8)
print("On the copy:", report.stored)

// A folder: the concatenated dumps of its files are one dump, which changes nothing outside.
var texts = ""
for file in [draft, copy] { texts += try file.extendedAttributes.dump() }
texts += """
    # file: /etc/hosts
    user.stage="taken over"

    # file: draft.txt
    user.state=0x123
    user.stage="final"
    """
do {
    let report = try ExtendedAttributes.restore(from: texts.utf8, below: folder)
    print("Stored:", report.stored.count)
    print("Issues:", report.issueCount)
    for issue in report.issues { print("Line \(issue.line ?? 0):", issue.code) }
}
let stage = try attributes.data(for: "user.stage") ?? Data()
print("Stage:", String(decoding: stage, as: UTF8.self))
