import Foundation

/// A path for system calls (bytes, terminated by a NUL), or the string that could not be converted
/// to a path.
///
/// Initializers never fail; they determine once whether the path may be passed to the system.
struct SystemPath: Sendable {
    /// The path or the string, terminated by a NUL.
    private let characters: [UInt8]
    /// Whether the path must not be passed to the system.
    let isRefused: Bool

    /// Copies the path without trailing slashes, or refuses a path that is empty or contains a NUL.
    ///
    /// A trailing slash would make the system follow a symbolic link.
    init(_ path: some Collection<UInt8>) {
        let made = path.withContiguousStorageIfAvailable { unsafe Self(UnsafeRawBufferPointer($0)) }
        self = unsafe made ?? Array(path).withUnsafeBytes { unsafe Self($0) }
    }

    /// Not generic, so that it is compiled once.
    private init(_ path: UnsafeRawBufferPointer) {
        var count = path.count
        while count > 1, unsafe path[count - 1] == UInt8(ascii: "/") { count -= 1 }
        let path = unsafe path.part(0..<count)
        characters = unsafe Array(endingWithNUL: path)
        isRefused = unsafe path.isEmpty || path.has(0)
    }

    /// Converts a URL of a file on this machine, or refuses the URL.
    ///
    /// This decodes the percent-encoded path itself. On Linux, Foundation returns an empty path if
    /// a name is not UTF-8, and converts `%00` and `%2F` to the names of other files.
    init(_ url: URL) {
        var text = url.absoluteString
        if let path = text.withUTF8({ unsafe Self(plainURL: UnsafeRawBufferPointer($0)) }) {
            self = path
            return
        }
        // An empty path is refused.
        let path = url.isFileURL && isLocal(url) ? url.path(percentEncoded: true) : ""
        if path.utf8.contains(UInt8(ascii: "%")) {
            self.init(percentDecoded(path.utf8) ?? [])
        } else {
            self.init(path.utf8)
        }
        if isRefused { self = Self(refused: text) }
    }

    private init(refused text: String) {
        characters = Array(text.utf8) + [0]
        isRefused = true
    }

    /// Converts a URL that consists of a scheme and a plain path, as nearly all file URLs do, in a
    /// third of the time.
    private init?(plainURL text: UnsafeRawBufferPointer) {
        let scheme: StaticString = "file://"
        guard unsafe text.starts(with: "file:///") else { return nil }
        for special in "%?#".utf8 where unsafe text.has(special) { return nil }
        unsafe self.init(UnsafeRawBufferPointer(rebasing: text[scheme.utf8CodeUnitCount...]))
    }

    /// Joins a folder's path and a file's name.
    ///
    /// - Parameters:
    ///   - name: The file's name from the system, without a NUL.
    ///   - folder: The folder's path, which must not be refused.
    init(of name: UnsafeRawBufferPointer, in folder: SystemPath) {
        // Only the path of the root has a trailing slash.
        let isRoot = folder.characters == [UInt8(ascii: "/"), 0]
        var characters: [UInt8] = []
        characters.reserveCapacity(folder.characters.count &+ name.count &+ 1)
        characters.append(contentsOf: folder.characters.dropLast(isRoot ? 2 : 1))
        characters.append(UInt8(ascii: "/"))
        unsafe characters.append(contentsOf: name)
        characters.append(0)
        self.characters = characters
        isRefused = false
    }

    /// The path for errors, or the URL that could not be converted.
    var bytes: [UInt8] { Array(characters[..<(characters.count - 1)]) }

    /// The path of the file's folder, and the file's name in the folder.
    ///
    /// A path without a parent folder, such as `/`, has the name `.`.
    var parts: (folder: SystemPath, name: SystemPath) {
        guard let slash = characters.lastIndex(of: UInt8(ascii: "/")) else {
            return (.dot, self)
        }
        let folder = SystemPath(part: characters[...slash] + [0])
        let name = characters[(slash + 1)...]
        return (folder, name.first == 0 ? .dot : SystemPath(part: name))
    }

    /// The path `.`.
    static let dot = SystemPath(".".utf8)

    /// Copies a part of a path that is not refused, terminated by a NUL.
    private init(part: ArraySlice<UInt8>) {
        characters = Array(part)
        isRefused = false
    }

    /// Calls `body` with the path as a C string.
    ///
    /// The pointer is valid until `body` returns.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe characters.withCString(body)
    }
}

private func isLocal(_ url: URL) -> Bool {
    guard let host = url.host(percentEncoded: true) else { return true }
    return host.isEmpty || host.lowercased() == "localhost"
}

/// Decodes the path of a URL; `nil` if it contains an encoded slash or NUL, which no file name can
/// contain.
private func percentDecoded(_ path: some Collection<UInt8>) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(path.count)
    var rest = path.makeIterator()
    while let byte = rest.next() {
        guard byte == UInt8(ascii: "%") else {
            decoded.append(byte)
            continue
        }
        let high = rest.next().flatMap(hexadecimal)
        let low = rest.next().flatMap(hexadecimal)
        guard let high, let low, high | low != 0 else { return nil }
        let value = high << 4 | low
        guard value != UInt8(ascii: "/") else { return nil }
        decoded.append(value)
    }
    return decoded
}

/// The value of a hexadecimal digit.
func hexadecimal(_ digit: UInt8) -> UInt8? {
    Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8(truncatingIfNeeded: $0) }
}
