import FootingFiles
import Foundation

extension SystemPath {
    /// Converts the URL of a file.
    init(of url: URL) throws(RemovalError) {
        let text = url.absoluteString
        do throws(FileURLProblem) {
            try self.init(url: text)
            if !isAbsolute { throw .noPath }
        } catch {
            let reason =
                switch error {
                case .otherScheme: "this is not a file URL"
                case .otherHost(let host): "the file is on another machine, “\(host)”"
                case .noPath: "the URL has no path"
                case .slashOrNUL: "a name in the path contains a slash or a NUL"
                }
            throw RemovalError(reason, path: Array(text.utf8))
        }
    }

    /// Returns the path of an item's parent folder, and the item's name.
    static func folderAndName(of url: URL) throws(RemovalError) -> (SystemPath, SystemPath) {
        let path = try SystemPath(of: url)
        let (folder, name) = path.folderAndName
        // The absolute path of a relative URL no longer contains its dots.
        let written = url.relativePath.split(separator: "/").last ?? ""
        let names = [name.bytes, Array(written.utf8)]
        if path.bytes == folder.bytes {
            throw RemovalError("the root can't be removed", path: path.bytes)
        }
        if names.contains(where: { [".", ".."].contains(String(decoding: $0, as: UTF8.self)) }) {
            throw RemovalError("the path ends in “.” or “..”", path: path.bytes)
        }
        return (folder, name)
    }
}

/// Calls `body`, and throws its error as that of a path.
func check<Result>(
    _ path: @autoclosure () -> SystemPath,
    _ body: @autoclosure () throws(ErrorNumber) -> Result
) throws(RemovalError) -> Result {
    do throws(ErrorNumber) {
        return try body()
    } catch {
        throw RemovalError(errno: error.value, path: path().bytes)
    }
}

/// Returns a path with percent-encoding, as in a URL.
func percentEncoded(_ path: [UInt8]) -> String {
    path.map { byte in
        byte < 0x80 && CharacterSet.urlPathAllowed.contains(Unicode.Scalar(byte))
            ? String(Unicode.Scalar(byte))
            : "%" + String(UInt16(byte) | 0x100, radix: 16, uppercase: true).dropFirst()
    }.joined()
}
