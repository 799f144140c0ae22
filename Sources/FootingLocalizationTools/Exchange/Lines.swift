extension ArraySlice<UInt8> {
    /// Removes the first line, and returns it without its line feed.
    mutating func popLine() -> ArraySlice<UInt8> {
        let line = prefix { $0 != UInt8(ascii: "\n") }
        self = self[line.endIndex...].dropFirst()
        return line
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
