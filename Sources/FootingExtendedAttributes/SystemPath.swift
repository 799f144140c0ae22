import Foundation

/// A path as the system calls want it: bytes, ended by a NUL.
struct SystemPath: Sendable {
    private let characters: [CChar]

    /// Takes the path over without its trailing slashes, or refuses one that is empty or has a NUL.
    ///
    /// A slash behind the name of a symbolic link would make the system follow it.
    init?(_ path: some Sequence<UInt8>) {
        // Room for the NUL, too.
        var characters: [CChar] = []
        characters.reserveCapacity(path.underestimatedCount + 1)
        for byte in path {
            guard byte != 0 else { return nil }
            characters.append(CChar(truncatingIfNeeded: byte))
        }
        guard !characters.isEmpty else { return nil }
        let slash = CChar(UInt8(ascii: "/"))
        while characters.count > 1, characters.last == slash { characters.removeLast() }
        characters.append(0)
        self.characters = characters
    }

    /// Takes the path out of a file URL of this machine, or refuses the URL.
    ///
    /// This decodes the percent-encoded path itself. On Linux, Foundation's own ways make the path
    /// empty when a name is no UTF-8, and take `%00` and `%2F` for the names of other files.
    init?(_ url: URL) {
        guard url.isFileURL else { return nil }
        if let host = url.host(percentEncoded: true), !host.isEmpty, host != "localhost" {
            return nil
        }
        let path = url.path(percentEncoded: true)
        if path.utf8.contains(UInt8(ascii: "%")) {
            guard let bytes = percentDecoded(path.utf8) else { return nil }
            self.init(bytes)
        } else {
            self.init(path.utf8)
        }
    }

    /// The path for people and for errors: as it is if it is UTF-8, else escaped.
    var text: String {
        let path = characters.dropLast().map { UInt8(truncatingIfNeeded: $0) }
        return String(validating: path, as: UTF8.self) ?? escaped(path)
    }

    /// Calls `body` with the path as the system calls want it.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe body(characters)
    }
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
