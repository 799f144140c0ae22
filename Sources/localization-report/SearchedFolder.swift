import FootingLocalization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A folder of tables, by the path that the reader of the report knows it by.
struct SearchedFolder {
    let path: String
    let bundle: ResourceBundle

    init(_ path: String) {
        self.path = path
        let current = FileManager.default.currentDirectoryPath
        let absolute = path == "." ? current : path.hasPrefix("/") ? path : current + "/" + path
        bundle = ResourceBundle(folder: URL(filePath: absolute, directoryHint: .isDirectory))
    }

    /// The path of a file of the bundle as the reader knows it.
    func shownPath(of file: String) -> String {
        var root = bundle.url.path
        if !root.hasSuffix("/") { root += "/" }
        if file + "/" == root { return path }
        guard file.hasPrefix(root) else { return file }
        return path.appendingComponent(String(file.dropFirst(root.count)))
    }
}

extension String {
    /// The path of something in this folder; the current folder isn't named.
    func appendingComponent(_ name: String) -> String {
        self == "." ? name : hasSuffix("/") ? self + name : self + "/" + name
    }
}
