/// A string literal of a Swift file: its text, in segments between interpolations.
struct SourceLiteral: Hashable, Sendable {
    private(set) var segments: [String]

    init(_ segments: [String]) { self.segments = segments }

    var isPattern: Bool { segments.count > 1 }

    /// The text; each interpolation is shown as `%@`.
    var text: String { segments.joined(separator: "%@") }

    /// Whether the segments have enough letters and digits to tell one key from another.
    var isTelling: Bool {
        segments.lazy.joined().lazy.filter { $0.isLetter || $0.isNumber }.prefix(3).count == 3
    }

    /// Appends a literal, as `+` does.
    mutating func append(_ other: SourceLiteral) {
        segments[segments.count - 1] += other.segments[0]
        segments += other.segments.dropFirst()
    }
}

extension SourceLiteral {
    /// Whether a key is the text with one specifier in place of each interpolation.
    ///
    /// Foundation doubles the percent signs of such a literal.
    func matchesSpecifiers(of key: String) -> Bool {
        matches(key) { rest in
            var rest = rest
            guard rest.popFirst() == UInt8(ascii: "%") else { return nil }
            let position = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            if !position.isEmpty, rest.dropFirst(position.count).first == UInt8(ascii: "$") {
                rest = rest.dropFirst(position.count + 1)
            }
            if rest.first == UInt8(ascii: "("), let end = rest.firstIndex(of: UInt8(ascii: ")")) {
                rest = rest[rest.index(after: end)...]
            }
            rest = rest.drop { "-+ 0#'123456789.*hlLqjzt".utf8.contains($0) }
            guard let conversion = rest.popFirst(),
                "dDiuUxXoOfFeEgGaA@cCsS".utf8.contains(conversion)
            else { return nil }
            return rest
        }
    }

    /// Matches a key from its beginning; `hole` returns what follows an interpolation.
    private func matches(
        _ key: String,
        hole: (Substring.UTF8View) -> Substring.UTF8View?
    ) -> Bool {
        var rest = key[...].utf8
        for (index, segment) in segments.enumerated() {
            if index > 0 {
                guard let next = hole(rest) else { return false }
                rest = next
            }
            let doubled = segment.replacing("%", with: "%%")
            guard let own = [doubled, segment].first(where: { rest.starts(with: $0.utf8) }) else {
                return false
            }
            rest = rest.dropFirst(own.utf8.count)
        }
        return rest.isEmpty
    }

    /// Whether a key is the text with anything in place of each interpolation.
    func matchesAnything(in key: String) -> Bool {
        guard let first = segments.first, let last = segments.last else { return false }
        let bytes = Array(key.utf8)
        guard bytes.starts(with: first.utf8),
            bytes.count >= first.utf8.count + last.utf8.count,
            bytes.suffix(last.utf8.count).elementsEqual(last.utf8)
        else { return false }
        var rest = bytes[first.utf8.count..<(bytes.count - last.utf8.count)]
        for segment in segments.dropFirst().dropLast() where !segment.isEmpty {
            guard let range = rest.firstRange(of: Array(segment.utf8)) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
