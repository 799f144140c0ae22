// Writes attributes as text that `setfattr --restore` reads, and stores them again.
//
// Run it with `swift run DumpAttributes`.

import FootingExtendedAttributes
import Foundation

let manager = FileManager.default
let folder = manager.temporaryDirectory.appending(path: "dump-\(UUID().uuidString)")
try manager.createDirectory(at: folder, withIntermediateDirectories: false)
let moved = folder.appendingPathExtension("moved")
defer { for folder in [folder, moved] { try? manager.removeItem(at: folder) } }
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
    try? manager.removeItem(at: folder)
    exit(0)
}
try attributes.set([0, 1, 2, 255, 0], for: "user.state")
try attributes.set([], for: "user.a=b")

// One file: its attributes as text, and back.
let text = try attributes.dump()
print(text)
let report = copy.extendedAttributes.restore(from: text.utf8)
print("On the copy:", report.stored)

// A folder: the concatenated dumps of its files are one dump. The paths of a scan of “.” begin with
// “./”, so the folder can be moved.
guard FileManager.default.changeCurrentDirectoryPath(folder.path) else { exit(1) }
var texts = ""
for entry in ExtendedAttributes.scan(atPath: ".".utf8, for: .mimeType) {
    texts += try entry.attributes.dump()
}
for file in [draft, copy] { try file.extendedAttributes.remove("user.stage") }
try manager.moveItem(at: folder, to: moved)
print("After the move:", try ExtendedAttributes.restore(from: texts.utf8, below: moved))
try manager.moveItem(at: moved, to: folder)

// A dump changes nothing outside the folder.
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
