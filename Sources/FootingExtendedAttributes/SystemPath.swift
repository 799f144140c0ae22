import Foundation

/// A path as the system calls want it (bytes, ended by a NUL), or the text of what is no path.
///
/// Making one never fails; whether it may be handed to the system is found once, when it is made.
struct SystemPath: Sendable {
    private let characters: [CChar]
    /// Whether the system must not be given the path.
    let isRefused: Bool
    /// The URL that was given, if no path could be made of it.
    private let refusedURL: String?

    /// Takes the path over without its trailing slashes, or refuses one that is empty or has a NUL.
    ///
    /// A slash behind the name of a symbolic link would make the system follow it.
    init(_ path: some Sequence<UInt8>, of url: @autoclosure () -> String? = nil) {
        // Room for the NUL, too.
        var characters: [CChar] = []
        characters.reserveCapacity(path.underestimatedCount + 1)
        for byte in path { characters.append(CChar(truncatingIfNeeded: byte)) }
        isRefused = characters.isEmpty || characters.contains(0)
        refusedURL = isRefused ? url() : nil
        let slash = CChar(UInt8(ascii: "/"))
        while characters.count > 1, characters.last == slash { characters.removeLast() }
        characters.append(0)
        self.characters = characters
    }

    /// Takes the path out of a file URL of this machine, or refuses the URL.
    ///
    /// This decodes the percent-encoded path itself. On Linux, Foundation's own ways make the path
    /// empty when a name is no UTF-8, and take `%00` and `%2F` for the names of other files.
    init(_ url: URL) {
        // An empty path is refused.
        let path = url.isFileURL && isLocal(url) ? url.path(percentEncoded: true) : ""
        if path.utf8.contains(UInt8(ascii: "%")) {
            self.init(percentDecoded(path.utf8) ?? [], of: url.absoluteString)
        } else {
            self.init(path.utf8, of: url.absoluteString)
        }
    }

    /// The path for errors, or the URL of which none could be made.
    var bytes: [UInt8] {
        if let refusedURL { return Array(refusedURL.utf8) }
        return characters.dropLast().map { UInt8(truncatingIfNeeded: $0) }
    }

    /// The path of the folder that the file is in, and the file's name there.
    ///
    /// What has no name in a folder above it, such as `/`, is named by a dot in itself.
    var parts: (folder: SystemPath, name: SystemPath) {
        guard let slash = characters.lastIndex(of: CChar(UInt8(ascii: "/"))) else {
            return (.dot, self)
        }
        let folder = SystemPath(part: characters[...slash] + [0])
        let name = characters[(slash + 1)...]
        return (folder, name.first == 0 ? .dot : SystemPath(part: name))
    }

    /// The path of a folder from inside it.
    static let dot = SystemPath(".".utf8)

    /// Takes over a part of a path that is not refused, ended by a NUL.
    private init(part: ArraySlice<CChar>) {
        characters = Array(part)
        isRefused = false
        refusedURL = nil
    }

    /// Calls `body` with the path as the system calls want it.
    ///
    /// The pointer is valid until `body` returns, and the array ends with a NUL, as `init` saw to.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe body(characters)
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

private func hexadecimal(_ digit: UInt8) -> UInt8? {
    Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8(truncatingIfNeeded: $0) }
}
