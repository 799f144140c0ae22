// Removes a large folder without waiting for its deletion, and sweeps up after a crash.
//
//     swift run RemoveFiles
import FootingOperations
import Foundation

let caches = FileManager.default.temporaryDirectory.appending(path: "caches-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: caches, withIntermediateDirectories: false)
defer { try? FileManager.default.removeItem(at: caches) }

func makeTiles() throws -> URL {
    let folder = caches.appending(path: "tiles", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    for number in 0..<1_000 { try Data().write(to: folder.appending(path: "\(number).png")) }
    return folder
}

// The path is free at once.
let folder = try makeTiles()
let removal = try BackgroundRemover.shared.remove(folder)
print(FileManager.default.fileExists(atPath: folder.path))  // false

// The disk space is free later.
try await removal.future.value
print(try FileManager.default.contentsOfDirectory(atPath: caches.path))  // []

// A removal fails with the reason, at once or at the end of the deletion.
do throws(OperationError) {
    try BackgroundRemover.shared.remove(caches.appending(path: "missing"))
} catch {
    print(error.code)  // noSuchFile
}

func report(_ removal: BackgroundRemover.Removal) {
    removal.future.whenSettled { outcome in
        guard case .failure(let error) = outcome else { return }
        print("\(error.remainingCount) entries remain.")
        for entry in error.remaining { print(entry) }
    }
}
report(removal)

// Cancelling leaves the rest under its hidden name; remove that name to continue.
let second = try BackgroundRemover.shared.remove(makeTiles())
if second.future.cancel(), let rest = second.hiddenURL {
    try await BackgroundRemover.shared.drain().value
    if FileManager.default.fileExists(atPath: rest.path) {
        try BackgroundRemover.shared.remove(rest)
    }
}

// The leftovers of an earlier process with the same identifier, which crashed.
let leftover = ".footing-removed-\(ProcessInfo.processInfo.processIdentifier)-1-f00"
try FileManager.default.createDirectory(
    at: caches.appending(path: leftover),
    withIntermediateDirectories: false
)

// At start-up: the leftovers of earlier processes.
let swept = try BackgroundRemover.shared.sweep(in: caches)
print(try await swept.value)  // 1

// Before the program ends: all started removals.
try await BackgroundRemover.shared.drain().value
print(try FileManager.default.contentsOfDirectory(atPath: caches.path))  // []
