// Saves a file atomically without losing its attributes, and copies them to another file.
//
// Run it with `swift run KeepAttributesWhenSaving`.

import FootingExtendedAttributes
import Foundation

let folder = FileManager.default.temporaryDirectory.appending(path: "drafts-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
defer { try? FileManager.default.removeItem(at: folder) }
let draft = folder.appending(path: "draft.txt")
let final = folder.appending(path: "final.txt")
try Data("It was a dark and stormy night.".utf8).write(to: draft)
try Data().write(to: final)

// Some volumes don't support attributes; setting one is the test.
do {
    try draft.extendedAttributes.set("".utf8, for: "user.stage")
} catch {
    guard error.code == .unsupported else { throw error }
    print("There is nothing to show here.", error)
    try? FileManager.default.removeItem(at: folder)
    exit(0)
}

func show(_ when: String, _ file: URL) throws {
    let names = try file.extendedAttributes.names(in: .user)
    let text = try String(contentsOf: file, encoding: .utf8)
    print("\(when): “\(text)”", names.isEmpty ? "without attributes" : "with \(names)")
}

// Many attributes at once.
try draft.extendedAttributes.setContents([
    "user.stage": "in review".utf8, "user.reviewer": "Ada".utf8,
])
let contents = try draft.extendedAttributes.contents(in: .user)
for (name, value) in contents.sorted(by: { $0.key < $1.key }) {
    print(name, "has", value.count, "bytes")
}

// Saving atomically, with and without them.
try show("At first", draft)
try Data("It was a bright cold day in April.".utf8)
    .write(to: draft, keepingExtendedAttributes: .user)
try show("Saved here", draft)

// Exclude attributes that describe only the old content.
try draft.extendedAttributes.set("2e29".utf8, for: "user.example.checksum")
let revised = Data("It was a bright cold day in April, and the clocks struck thirteen.".utf8)
do {
    let lasting = ExtendedAttributeSelection.user.excluding(["user.example.checksum"])
    let report = try revised.write(to: draft, keepingExtendedAttributes: lasting)
    for issue in report.issues { print("Not kept:", issue) }
}
try show("Without the checksum", draft)

// Copying returns a report.
let report = try draft.extendedAttributes.copy(to: final.extendedAttributes)
print("Copied:", report.stored)

// `all` excludes attributes that belong to one file; exclude others by name.
do {
    let everyones = ExtendedAttributeSelection.user
    let lasting = everyones.excluding(["user.example.etag", "user.example.checksum"])
    let origin = ExtendedAttributeSelection.names(["user.xdg.origin.url"])
    try final.extendedAttributes.set("https://example.com/".utf8, for: "user.xdg.origin.url")
    for selection in [lasting, origin] {
        let report = try final.extendedAttributes.copy(selection, to: draft.extendedAttributes)
        print("Copied back:", report)
    }
}

// An error if an attribute is lost.
try Data("final".utf8).write(to: final, keepingExtendedAttributes: .all).requireClean()

// The complete content of a namespace.
try final.extendedAttributes.replaceContents(in: .user, with: ["user.stage": "final".utf8])
try show("Replaced", final)

// For comparison: the attributes that Foundation's atomic save keeps.
try revised.write(to: draft, options: .atomic)
try show("Saved by Foundation", draft)
