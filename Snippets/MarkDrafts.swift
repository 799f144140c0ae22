// Stores the stage of a draft with its file, and reads it back.
//
// Run it with `swift run MarkDrafts`.

import FootingExtendedAttributes
import Foundation

let folder = FileManager.default.temporaryDirectory.appending(path: "drafts-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
defer { try? FileManager.default.removeItem(at: folder) }
let draft = folder.appending(path: "draft.txt")
try "It was a dark and stormy night.".write(to: draft, atomically: true, encoding: .utf8)

// Some volumes don't support attributes.
guard try draft.extendedAttributes.isSupportedByVolume else {
    print("There is nothing to show here.")
    try? FileManager.default.removeItem(at: folder)
    exit(0)
}

// One attribute: set it, read it.
let attributes = draft.extendedAttributes
try attributes.set("in review".utf8, for: "user.stage")
if let stage = try attributes.data(for: "user.stage") {
    print("Stage:", String(decoding: stage, as: UTF8.self))
}
if try attributes.isSupportedByVolume { print("The stage can be stored.") }

// Names are values, for one system or for all.
do {
    let stage: ExtendedAttributeName = "user.stage"
    let same = ExtendedAttributeName.user("stage")
    let everywhere = ExtendedAttributeName.portable("com.example.stage")
    print("The same name:", stage == same, "- a portable one:", everywhere)
}
let round = 2
do {
    let text = "user.round-2"
    let fromText = ExtendedAttributeName(text)
    let fromParts = ExtendedAttributeName.user("round-\(round)")
    let fromBytes = ExtendedAttributeName(bytes: Array(text.utf8))
    print("One name made three ways:", fromText == fromParts && fromParts == fromBytes)
}

do {
    let stage = ExtendedAttributeName.user("stage").localName
    print("Without its namespace:", stage ?? "none")
}

// The size, and the bytes without a copy.
let size = try attributes.size(of: "user.stage")
print("Bytes:", size ?? 0)
let beginning = try attributes.withBytes(of: "user.stage") { (bytes: RawSpan) in
    let text = bytes.withUnsafeBytes { String(decoding: $0.prefix(2), as: UTF8.self) }
    return "\(bytes.byteCount) bytes, beginning with “\(text)”"
}
print("Stage:", beginning ?? "none")

// A body may throw its own error.
struct NotANumber: Error {}
func number(in bytes: RawSpan) throws(NotANumber) -> Int {
    let text = bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    guard let number = Int(text) else { throw NotANumber() }
    return number
}
try attributes.set("\(round)".utf8, for: "user.count")
let count = try attributes.withBytes(of: "user.count") { try number(in: $0) }
print("Count:", count ?? 0)

// Only one of several programs succeeds in setting the reviewer.
func claim(_ draft: URL, for reviewer: String) throws(ExtendedAttributeError) -> Bool {
    do {
        try draft.extendedAttributes.set(reviewer.utf8, for: "user.reviewer", mode: .createOnly)
        return true
    } catch {
        guard error.code == .alreadyExists else { throw error }
        return false
    }
}
print("Ada reviews it:", try claim(draft, for: "Ada"))
print("Grace reviews it:", try claim(draft, for: "Grace"))

// Errors in closures: handled inside, carried out as a result, or passed on with their type.
let drafts = [draft, folder.appending(path: "absent.txt")]
let reviewed = drafts.filter { file in
    do throws(ExtendedAttributeError) {
        return try file.extendedAttributes.data(for: "user.reviewer") != nil
    } catch {
        print("Skipped:", error.code)  // Skipped: noSuchFile
        return false
    }
}
print("Reviewed:", reviewed.count)

let results = drafts.map { file in
    Result { () throws(ExtendedAttributeError) in
        try file.extendedAttributes.data(for: "user.stage")
    }
}
for case .failure(let error) in results { print("Not read:", error.code) }

func stages(of files: [URL]) throws(ExtendedAttributeError) -> [Data?] {
    try files.map { (file) throws(ExtendedAttributeError) in
        try file.extendedAttributes.data(for: "user.stage")
    }
}
print("Stages:", try stages(of: [draft]).count)

// Existing and missing attributes.
for name in try attributes.names(in: .user) {
    print("There is", name)
}
let removed = try attributes.remove("user.stage")
let now = try attributes.data(for: "user.stage")
print("The stage was there:", removed, "- and now:", now as Any)

// Each error is one sentence with the remedy.
do {
    try attributes.set("draft".utf8, for: "stage")
} catch {
    print(error)
}
do {
    let absent = folder.appending(path: "absent.txt")
    try absent.extendedAttributes.set("draft".utf8, for: "user.stage")
} catch {
    switch error.code {
    case .noSuchFile: print("Write the file first:", error.path.hasSuffix("absent.txt"))
    case .unsupported: print("Keep the stage elsewhere.")
    default: throw error
    }
}

// A link has its own attributes, which Linux reserves for privileged programs.
let link = folder.appending(path: "latest")
try FileManager.default.createSymbolicLink(at: link, withDestinationURL: draft)
let target = link.extendedAttributes
let own = ExtendedAttributes(at: link, followingSymlinks: false)
print("Through the link:", try target.names(in: .user))
print("The link's own:", try own.names(in: .user))

// With the module `System`, a path may be a `FilePath`.
#if canImport(System)
import System

do {
    let attributes = ExtendedAttributes(at: FilePath("/tmp/draft.txt"))
    print("At a FilePath:", (try? attributes.names()) ?? [])
}
#endif
