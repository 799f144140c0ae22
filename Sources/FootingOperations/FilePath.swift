import Foundation

/// The path of an item that is to be removed: that of the folder around it, and its name there.
struct FilePath {
    /// Ends in a slash.
    let folder: [UInt8]
    let name: [UInt8]

    var bytes: [UInt8] { folder + name }

    init(removing url: URL) throws(RemovalError) {
        let bytes = try Self.bytes(of: url)
        let slash = UInt8(ascii: "/")
        let end = (bytes.lastIndex { $0 != slash } ?? -1) + 1
        let start = (bytes[..<end].lastIndex(of: slash) ?? -1) + 1
        folder = Array(bytes[..<start])
        name = Array(bytes[start..<end])
        // Foundation resolves dots when it puts a relative URL behind its base, so both are asked.
        let written = url.relativeString.utf8.prefix { !"?#".utf8.contains($0) }
        let last = written.split(separator: slash).last.map(Array.init) ?? []
        for name in [name, last] where name.isEmpty || name == [0x2E] || name == [0x2E, 0x2E] {
            throw RemovalError(.invalidPath, path: bytes)
        }
    }

    /// Takes the absolute path out of a URL.
    ///
    /// Foundation's own ways make a path that is not UTF-8 empty, and take `%00` for four characters.
    static func bytes(of url: URL) throws(RemovalError) -> [UInt8] {
        let host = url.host(percentEncoded: true) ?? ""
        guard url.isFileURL, host.isEmpty || host.lowercased() == "localhost" else {
            throw RemovalError(.notAFileURL, path: url.absoluteString.utf8)
        }
        let bytes = percentDecoded(url.absoluteURL.path(percentEncoded: true).utf8)
        guard let bytes, bytes.first == UInt8(ascii: "/") else {
            throw RemovalError(.invalidPath, path: url.absoluteString.utf8)
        }
        return bytes
    }

    /// The URL of another name in the same folder.
    func url(of name: [UInt8]) -> URL? {
        var text = "file://"
        for byte in folder + name {
            let scalar = UnicodeScalar(byte)
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "/", "-", ".", "_", "~":
                text.unicodeScalars.append(scalar)
            default: text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return URL(string: text)
    }
}

/// Decodes a path; `nil` if it is malformed or has an encoded slash or NUL, which no name can hold.
private func percentDecoded(_ path: some Sequence<UInt8>) -> [UInt8]? {
    var decoded: [UInt8] = []
    var rest = path.makeIterator()
    while let byte = rest.next() {
        guard byte == UInt8(ascii: "%") else {
            decoded.append(byte)
            continue
        }
        guard let high = rest.next(), let low = rest.next(),
            let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16),
            value != 0, value != UInt8(ascii: "/")
        else { return nil }
        decoded.append(value)
    }
    return decoded
}
