import Foundation

/// The files of the package that these tests stand in.
enum Repository {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The text of the file at `path`, seen from the package's root.
    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The paths of all files below `folder` whose name ends in `suffix`, sorted.
    static func files(below folder: String, endingIn suffix: String) -> [String] {
        let base = root.appending(path: folder).path
        let names = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }.sorted()
    }
}
