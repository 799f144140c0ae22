extension ArraySlice<UInt8> {
    /// Removes the first line, and returns it without its line feed.
    mutating func popLine() -> ArraySlice<UInt8> {
        let line = prefix { $0 != UInt8(ascii: "\n") }
        self = self[line.endIndex...].dropFirst()
        return line
    }
}

extension [UInt8] {
    /// The number of the first line with bytes that are invalid in UTF-8, or `nil`.
    ///
    /// XML has no zeros: the system's parser would read a file with zeros as UTF-16 or UCS-4.
    func firstLineInAnotherEncoding(allowsZeros: Bool = true) -> Int? {
        func isValid(_ bytes: some Collection<UInt8>) -> Bool {
            String(validating: bytes, as: UTF8.self) != nil && (allowsZeros || !bytes.contains(0))
        }
        guard !isValid(self) else { return nil }
        var (rest, number) = (self[...], 1)
        while !rest.isEmpty, isValid(rest.popLine()) { number += 1 }
        return number
    }
}

extension String? {
    /// Appends a line in place.
    mutating func appendLine(_ line: String) {
        guard self != nil else { return self = line }
        self?.append("\n")
        self?.append(line)
    }
}
