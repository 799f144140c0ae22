import FootingBytes

/// A string literal of a Swift file: its text, in segments between interpolations.
struct SourceLiteral: Hashable, Sendable {
    let segments: [String]

    init(_ segments: [String]) { self.segments = segments }

    var isPattern: Bool { segments.count > 1 }

    /// The text; each interpolation is shown as `%@`.
    var text: String { segments.joined(separator: "%@") }

    /// Whether the segments have enough letters and digits to tell one key from another.
    var isTelling: Bool {
        segments.lazy.joined().lazy.filter { $0.isLetter || $0.isNumber }.prefix(3).count == 3
    }

    /// Whether a key is the text with anything in place of each interpolation, or with exactly one
    /// specifier.
    func matches(_ key: String, onlySpecifiers: Bool) -> Bool {
        var rest = Array(key.utf8)[...]
        for (index, segment) in segments.enumerated() {
            let bytes = Array(segment.utf8)
            if onlySpecifiers || index == 0 {
                if index > 0, !Self.removeSpecifier(&rest) { return false }
                // Foundation doubles the percent signs of such a literal.
                let doubled =
                    onlySpecifiers ? Array(segment.replacing("%", with: "%%").utf8) : bytes
                guard let own = [doubled, bytes].first(where: rest.starts) else { return false }
                rest.removeFirst(own.count)
            } else if index == segments.count - 1 {
                return rest.suffix(bytes.count) == bytes[...]
            } else if !bytes.isEmpty {
                guard let range = rest.firstRange(of: bytes) else { return false }
                rest = rest[range.upperBound...]
            }
        }
        return rest.isEmpty
    }

    private static func removeSpecifier(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.popFirst() == UInt8(ascii: "%") else { return false }
        let position = rest.prefix(while: isDigit)
        if rest.dropFirst(position.count).first == UInt8(ascii: "$") {
            rest.removeFirst(position.count + 1)
        }
        if rest.first == UInt8(ascii: "("), let end = rest.firstIndex(of: UInt8(ascii: ")")) {
            rest = rest[(end + 1)...]
        }
        rest = rest.drop { "-+ 0#'123456789.*hlLqjzt".utf8.contains($0) }
        return rest.popFirst().map("dDiuUxXoOfFeEgGaA@cCsS".utf8.contains) ?? false
    }
}
