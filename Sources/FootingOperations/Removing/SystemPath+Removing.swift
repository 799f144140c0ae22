import FootingFiles
import Foundation

extension SystemPath {
    /// Converts the URL of a file.
    init(of url: URL) throws(OperationError) {
        let text = url.absoluteString
        do throws(FileURLProblem) {
            try self.init(url: text)
            if !isAbsolute { throw .noPath }
        } catch {
            throw OperationError(.invalidPath, of: Array(text.utf8), invalidity: error.reason)
        }
    }

    /// Returns the path of an item's parent folder, and the item's name.
    static func folderAndName(of url: URL) throws(OperationError) -> (SystemPath, SystemPath) {
        let path = try SystemPath(of: url)
        let (folder, name) = path.folderAndName
        // The absolute path of a relative URL no longer contains its dots.
        let written = url.relativePath.split(separator: "/").last ?? ""
        let names = [name.bytes, Array(written.utf8)]
        var invalidity: String?
        if names.contains(where: { [Array(".".utf8), Array("..".utf8)].contains($0) }) {
            invalidity = "the path ends in “.” or “..”"
        }
        if path == folder { invalidity = "the root can't be removed" }
        guard let invalidity else { return (folder, name) }
        throw OperationError(.invalidPath, of: path.bytes, invalidity: invalidity)
    }
}
