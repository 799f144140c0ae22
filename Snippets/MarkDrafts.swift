// Marks a draft with its stage, beside its text, and reads the marks back.
//
// Run it with `swift run MarkDrafts`.

import FootingExtendedAttributes
import Foundation

let folder = FileManager.default.temporaryDirectory.appending(path: "drafts-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
defer { try? FileManager.default.removeItem(at: folder) }
let draft = folder.appending(path: "draft.txt")
try "It was a dark and stormy night.".write(to: draft, atomically: true, encoding: .utf8)

// One attribute: set it, read it.
let attributes = draft.extendedAttributes
try attributes.set("in review".utf8, for: "user.stage")
if let stage = try attributes.data(for: "user.stage") {
    print("Stage:", String(decoding: stage, as: UTF8.self))
}

// Names are values, and can be spelled for one system or for all of them.
do {
    let stage: ExtendedAttributeName = "user.stage"
    let same = ExtendedAttributeName.user("stage")
    let everywhere = ExtendedAttributeName.portable("com.example.stage")
    print("The same name:", stage == same, "- a portable one:", everywhere)
}

// The bytes where they are, without a copy.
let size = try attributes.withBytes(of: "user.stage") { $0.byteCount }
print("Bytes:", size ?? 0)

// Only one of several programs gets to be the reviewer.
func claim(_ draft: URL, for reviewer: String) throws(ExtendedAttributeError) -> Bool {
    do {
        try draft.extendedAttributes.set(reviewer.utf8, for: "user.reviewer", ifExists: .fail)
        return true
    } catch {
        guard error.code == .alreadyExists else { throw error }
        return false
    }
}
print("Ada reviews it:", try claim(draft, for: "Ada"))
print("Grace reviews it:", try claim(draft, for: "Grace"))

// What is there, and what is not.
for name in try attributes.names(in: .user) {
    print("There is", name)
}
let removed = try attributes.remove("user.stage")
print("The stage was there:", removed, "- and now:", try attributes.data(for: "user.stage") as Any)

// Every refusal is one sentence that says what to do.
do {
    try attributes.set("draft".utf8, for: "stage")
} catch {
    print(error)
}
do {
    try folder.appending(path: "absent.txt").extendedAttributes.set("draft".utf8, for: "user.stage")
} catch {
    switch error.code {
    case .noSuchFile: print("Write the file first:", error.path.hasSuffix("absent.txt"))
    case .unsupported: print("Keep the stage elsewhere.")
    default: throw error
    }
}

// A link has attributes of its own, which Linux keeps for privileged programs.
let link = folder.appending(path: "latest")
try FileManager.default.createSymbolicLink(at: link, withDestinationURL: draft)
let target = link.extendedAttributes
let own = ExtendedAttributes(at: link, followingSymlinks: false)
print("Through the link:", try target.names(in: .user))
print("The link's own:", try own.names(in: .user))
