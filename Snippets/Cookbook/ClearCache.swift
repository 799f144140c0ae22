// Deletes a cache in the background if its format is not that of this program.
//
// Run it with `swift run ClearCache FOLDER FORMAT`.

import FootingExtendedAttributes
import FootingOperations
import Foundation

extension ExtendedAttributeKey<Int> {
    /// The format of the files in a cache, on the folder of the cache.
    static let cacheFormat = Self(.portable("com.example.cache-format"))
}

/// A folder that has files, but is not a cache of this program.
struct NotACache: Error {
    var path: String
}

/// Returns the format of a cache, or `nil` if the folder is missing or not a cache.
func format(of folder: URL) throws(ExtendedAttributeError) -> Int? {
    do {
        return try folder.extendedAttributes.value(for: .cacheFormat)
    } catch {
        guard error.code == .noSuchFile else { throw error }
        return nil
    }
}

/// Opens the cache, and begins a new one if its format is another.
func openCache(at folder: URL, format wanted: Int) throws -> BackgroundRemover.Removal? {
    let found = try format(of: folder)
    if found == wanted { return nil }
    let removal = try found.map { _ in try BackgroundRemover.shared.remove(folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty else {
        throw NotACache(path: folder.path)
    }
    try folder.extendedAttributes.set(wanted, for: .cacheFormat)
    try folder.extendedAttributes.setExcludedFromBackup(true)
    return removal
}

func run(_ folder: URL, format: Int) async throws {
    // The rest of a removal that an earlier process did not finish.
    let parent = folder.deletingLastPathComponent()
    let swept = try await BackgroundRemover.shared.sweep(in: parent).value
    if swept > 0 { print("deleted what earlier processes left: \(swept)") }

    let removal = try openCache(at: folder, format: format)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    print("the cache can be used; files: \(files.count)")
    try Data("a tile".utf8).write(to: folder.appending(path: "\(files.count).tile"))

    // Before the program ends. A server does not wait: it continues, and looks at the outcome.
    if let removal {
        try await removal.future.value
        print("the old cache is deleted")
    }
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let format = Int(arguments[2]) else {
    print("usage: ClearCache FOLDER FORMAT")
    exit(64)
}
do {
    try await run(URL(filePath: arguments[1]), format: format)
} catch {
    print("ClearCache: \(error)")
    exit(1)
}
