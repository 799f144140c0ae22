import Foundation

/// A path as the system calls want it (bytes, ended by a NUL), or the text of what is no path.
///
/// Making one never fails; whether it may be handed to the system is found once, when it is made.
struct SystemPath: Sendable {
    /// The path or the text, ended by a NUL.
    private let characters: [UInt8]
    /// Whether the system must not be given the path.
    let isRefused: Bool

    /// Takes the path over without its trailing slashes, or refuses one that is empty or has a NUL.
    ///
    /// A slash behind the name of a symbolic link would make the system follow it.
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

    /// Takes the path out of a file URL of this machine, or refuses the URL.
    ///
    /// This decodes the percent-encoded path itself. On Linux, Foundation's own ways make the path
    /// empty when a name is no UTF-8, and take `%00` and `%2F` for the names of other files.
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

    /// Takes the path out of the text of a URL that is nothing but a scheme and a plain path, as
    /// nearly all URLs of files are, in a third of the time.
    private init?(plainURL text: UnsafeRawBufferPointer) {
        let scheme: StaticString = "file://"
        guard unsafe text.starts(with: "file:///") else { return nil }
        for special in "%?#".utf8 where unsafe text.has(special) { return nil }
        unsafe self.init(UnsafeRawBufferPointer(rebasing: text[scheme.utf8CodeUnitCount...]))
    }

    /// Puts a path together.
    ///
    /// - Parameters:
    ///   - name: A file's name as the system tells it, without a NUL.
    ///   - folder: The folder's path, which must not be one that is refused.
    init(of name: UnsafeRawBufferPointer, in folder: SystemPath) {
        // Only the path of the root keeps a slash at its end.
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

    /// The path for errors, or the URL of which none could be made.
    var bytes: [UInt8] { Array(characters[..<(characters.count - 1)]) }

    /// The path of the folder that the file is in, and the file's name there.
    ///
    /// A path without a parent folder, such as `/`, is named `.` in itself.
    var parts: (folder: SystemPath, name: SystemPath) {
        guard let slash = characters.lastIndex(of: UInt8(ascii: "/")) else {
            return (.dot, self)
        }
        let folder = SystemPath(part: characters[...slash] + [0])
        let name = characters[(slash + 1)...]
        return (folder, name.first == 0 ? .dot : SystemPath(part: name))
    }

    /// The path of a folder from inside it.
    static let dot = SystemPath(".".utf8)

    /// Takes over a part of a path that is not refused, ended by a NUL.
    private init(part: ArraySlice<UInt8>) {
        characters = Array(part)
        isRefused = false
    }

    /// Calls `body` with the path as the system calls want it.
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

/// Decodes the path of a URL; `nil` for a slash or a NUL in disguise, which no file name can hold.
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
