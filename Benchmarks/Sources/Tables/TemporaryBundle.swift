import FootingLocalization
import Foundation

/// A resource bundle in the temporary folder; removed with the object, if not before.
package final class TemporaryBundle: Sendable {
    /// The name that ``bundle`` is found by.
    package let name = "Benchmark"

    /// The bundle, as a program finds it.
    package let bundle: ResourceBundle
    private let root: URL

    /// Writes a bundle of files, which are named by their paths in it.
    ///
    /// - Throws: Errors of the file system and of `ResourceBundle.locate`.
    package init(_ files: [String: Data]) throws {
        root = FileManager.default.temporaryDirectory
            .appending(path: "footing-\(UUID().uuidString)")
        do {
            for (path, data) in files {
                let file = root.appending(path: "\(name).bundle/\(path)")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try data.write(to: file)
            }
            bundle = try ResourceBundle.locate(name, in: [root])
        } catch {
            try? FileManager.default.removeItem(at: root)
            throw error
        }
    }

    /// Writes a bundle with a table `Localizable.strings` for each of the languages.
    package convenience init(strings: [String: String]) throws {
        let files = strings.map { ("\($0).lproj/Localizable.strings", Data($1.utf8)) }
        try self.init(Dictionary(uniqueKeysWithValues: files))
    }

    deinit { remove() }

    /// Removes the bundle; does nothing the second time.
    package func remove() {
        try? FileManager.default.removeItem(at: root)
    }

    /// Where a file of the bundle is.
    package func file(_ path: String) -> URL { bundle.url.appending(path: path) }

    /// Calls `body` with a folder in which the bundle stands at a path where it never stood before.
    ///
    /// No cache of bundles by path knows the new path.
    package func withNewPath<Result>(_ body: (_ root: URL) throws -> Result) throws -> Result {
        let folder = root.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "\(name).bundle"),
            withDestinationURL: bundle.url
        )
        return try body(folder)
    }
}
