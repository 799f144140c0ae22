// Finds the files of a folder that have an attribute, and changes them.
//
// Run it with `swift run FindTaggedFiles`, or with `swift run FindTaggedFiles FOLDER NAME`.

import FootingExtendedAttributes
import Foundation

extension ExtendedAttributeKey<String> {
    static let stage = Self("user.example.stage")
}

/// Prints the files in a folder that have the attribute, and the errors.
func find(_ key: ExtendedAttributeKey<String>, in folder: some Collection<UInt8>) {
    var failures: [ExtendedAttributeError] = []
    for entry in ExtendedAttributes.scan(atPath: folder, for: key) {
        do {
            if let value = try entry.value { print(value, entry.path, separator: "\t") }
        } catch {
            failures.append(error)
        }
    }
    for error in failures { print(error) }
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count == 2 {
    find(ExtendedAttributeKey(ExtendedAttributeName(arguments[1])), in: arguments[0].utf8)
    exit(0)
}

// A small project in which some files have a stage.
let manager = FileManager.default
let folder = manager.temporaryDirectory.appending(path: "project-\(UUID().uuidString)")
defer { try? manager.removeItem(at: folder) }
for name in ["chapters", "pictures", "cache"] {
    try manager.createDirectory(
        at: folder.appending(path: name),
        withIntermediateDirectories: true
    )
}
do {
    for (name, stage) in [
        ("chapters/1.txt", "final"), ("chapters/2.txt", "draft"), ("chapters/3.txt", nil),
        ("pictures/storm.png", "draft"), ("cache/2.txt", "draft"),
    ] {
        let file = folder.appending(path: name)
        try Data(name.utf8).write(to: file)
        if let stage { try file.extendedAttributes.set(stage, for: .stage) }
    }
} catch {
    print("There is nothing to show here.", error)
    try? manager.removeItem(at: folder)
    exit(0)
}

// All files that have a stage.
for entry in ExtendedAttributes.scan(folder, for: .stage) {
    if let stage = try entry.value { print(entry.path, stage) }
}

// Without an uninteresting folder.
let wanted = ExtendedAttributes.scan(folder, for: .stage) { entry in
    !entry.path.hasSuffix("/cache")
}
let drafts = wanted.filter { entry in (try? entry.value) == "draft" }
print("Drafts:", drafts.map { $0.url?.lastPathComponent ?? $0.path }.sorted())

// With progress that a window shows, and that can cancel the scan.
let progress = Progress(totalUnitCount: -1)
for entry in wanted {
    if progress.isCancelled { break }
    progress.completedUnitCount += 1
    if try entry.value == "draft" { print("Draft", progress.completedUnitCount) }
}

// Files can be changed during the scan.
for entry in wanted where try entry.value == "draft" {
    try entry.attributes.set("in review", for: .stage)
}
find(.stage, in: folder.path.utf8)

// Only the folder and its content, of any kind.
for entry in ExtendedAttributes.scan(folder, for: .stage, maxDepth: 1) {
    switch entry.kind {
    case .folder where entry.depth == 0: print("The project has:")
    case .folder: print("  a folder")
    default: print("  something else")
    }
}
