import Foundation

/// The files of this package.
enum Repository {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The content of the file at `path`, relative to the package's root.
    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The paths of all files below `folder` whose name ends in `suffix`, sorted.
    static func files(below folder: String, endingIn suffix: String) -> [String] {
        let base = root.appending(path: folder).path
        let names = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }.sorted()
    }

    /// The paths of the pages in the DocC catalogs, sorted.
    static var catalogPages: [String] {
        files(below: "Sources", endingIn: ".md").filter { $0.contains(".docc/") }
    }

    /// The names of the products: of the targets with a catalog.
    static var products: [String] {
        Set(catalogPages.map { String($0.split(separator: "/")[1]) }).sorted()
    }

    /// The last component of `path`.
    static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
