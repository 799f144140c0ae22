/// The reason why a URL names no file on this machine.
package struct FileURLProblem: Error, Equatable {
    /// The end of a sentence.
    package let reason: String

    package static let otherScheme = Self(reason: "this is not a file URL")
    package static let noPath = Self(reason: "the URL has no path")
    package static let slashOrNUL = Self(reason: "a name in the path contains a slash or a NUL")
    package static func otherHost(_ host: String) -> Self {
        Self(reason: "the file is on another machine, “\(host)”")
    }
}

extension SystemPath {
    /// Converts the absolute string of a URL of a file on this machine.
    ///
    /// This decodes the percent-encoded path itself. On Linux, Foundation returns an empty path if
    /// a name is not UTF-8, and converts `%00` and `%2F` to the names of other files.
    package init(url text: String) throws(FileURLProblem) {
        var text = text
        if let path = text.withUTF8({ unsafe Self(plainURL: UnsafeRawBufferPointer($0)) }) {
            self = path
            return
        }
        // An array, since each view of a string would have code of its own.
        var rest = Array(text.utf8)[...]
        guard Self.lowercased(rest.prefix(5)) == "file:" else { throw .otherScheme }
        rest = rest.dropFirst(5).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        if rest.prefix(2) == [UInt8(ascii: "/"), UInt8(ascii: "/")] {
            let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
            rest = rest[authority.endIndex...]
            let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 }
            let host = authority[(start ?? authority.startIndex)...]
            let name = Self.lowercased(host.prefix { $0 != UInt8(ascii: ":") })
            guard name.isEmpty || name == "localhost" else { throw .otherHost(name) }
        }
        guard !rest.isEmpty else { throw .noPath }
        guard let path = percentDecoded(rest) else { throw .slashOrNUL }
        self.init(path)
    }

    private static func lowercased(_ text: ArraySlice<UInt8>) -> String {
        String(decoding: text, as: UTF8.self).lowercased()
    }

    /// Converts a URL that consists of a scheme and a plain path, as nearly all file URLs do, in a
    /// third of the time.
    private init?(plainURL text: UnsafeRawBufferPointer) {
        let scheme: StaticString = "file://"
        guard unsafe text.starts(with: "file:///") else { return nil }
        for special in "%?#".utf8 where unsafe text.has(special) { return nil }
        unsafe self.init(UnsafeRawBufferPointer(rebasing: text[scheme.utf8CodeUnitCount...]))
    }
}

/// Decodes the path of a URL; `nil` if it contains an encoded slash or NUL.
private func percentDecoded(_ path: ArraySlice<UInt8>) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(path.count)
    var rest = path.makeIterator()
    func nextDigit() -> Int? {
        rest.next().flatMap { Character(Unicode.Scalar($0)).hexDigitValue }
    }
    while let byte = rest.next() {
        guard byte == UInt8(ascii: "%") else {
            decoded.append(byte)
            continue
        }
        guard let high = nextDigit(), let low = nextDigit() else { return nil }
        let value = UInt8(truncatingIfNeeded: high << 4 | low)
        guard value != 0, value != UInt8(ascii: "/") else { return nil }
        decoded.append(value)
    }
    return decoded
}
