import Foundation

/// The names of the entries `.` and `..`.
let dotNames = [Array(".".utf8), Array("..".utf8)]

private let slash = UInt8(ascii: "/")

/// Returns the absolute path of a file URL as the bytes that the file system stores.
///
/// `URL.path` is empty if the path is not valid UTF-8, and decodes `%2F` to a slash, which can't be
/// part of a name.
func filePath(of url: URL) throws(RemovalError) -> [UInt8] {
    let parts = url.absoluteURL.path(percentEncoded: true)
        .split(separator: "%", omittingEmptySubsequences: false)
    var path = Array(parts[0].utf8)
    for part in parts.dropFirst() {
        let byte = UInt8(part.prefix(2), radix: 16) ?? 0
        path += [byte == slash ? 0 : byte] + part.utf8.dropFirst(2)
    }
    let host = url.host(percentEncoded: true)?.lowercased() ?? ""
    let invalidity: String? =
        if !url.isFileURL {
            "this is not a file URL"
        } else if !["", "localhost"].contains(host) {
            "the file is on another machine, “\(host)”"
        } else if path.first != slash {
            "the URL has no path"
        } else if path.contains(0) {
            "a name in the path contains a slash or a NUL"
        } else {
            nil
        }
    if let invalidity { throw RemovalError(invalidity, path: Array(url.absoluteString.utf8)) }
    return path
}

/// Returns the path of an item's parent folder, without a trailing slash, and the item's name.
func folderAndName(of url: URL) throws(RemovalError) -> ([UInt8], [UInt8]) {
    let path = try filePath(of: url)
    // The absolute path of a relative URL no longer contains its dots.
    let written = url.relativePath.split(separator: "/").last ?? ""
    guard let name = path.split(separator: slash).last else {
        throw RemovalError("the root can't be removed", path: path)
    }
    if dotNames.contains(Array(name)) || dotNames.contains(Array(written.utf8)) {
        throw RemovalError("the path ends in “.” or “..”", path: path)
    }
    return (path[..<name.startIndex].dropLast(), Array(name))
}

/// Returns a path with percent-encoding, as in a URL.
func percentEncoded(_ path: [UInt8]) -> String {
    path.map { byte in
        byte < 0x80 && CharacterSet.urlPathAllowed.contains(Unicode.Scalar(byte))
            ? String(Unicode.Scalar(byte))
            : "%" + String(UInt16(byte) | 0x100, radix: 16, uppercase: true).dropFirst()
    }.joined()
}
