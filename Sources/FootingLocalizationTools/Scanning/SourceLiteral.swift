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
}

/// The keys that a literal with interpolations matches: its text with anything in place of each
/// interpolation, or with exactly one specifier.
struct KeyPattern: Hashable {
    private let segments: [[UInt8]]
    /// The segments with doubled percent signs, as Foundation writes them beside specifiers.
    private let doubled: [[UInt8]]?

    init(_ literal: SourceLiteral, onlySpecifiers: Bool) {
        let all = literal.segments.map { Array($0.utf8) }
        doubled =
            onlySpecifiers
            ? literal.segments.map { Array($0.replacing("%", with: "%%").utf8) } : nil
        // Anything between two interpolations that follow each other is anything, too.
        segments =
            onlySpecifiers
            ? all
            : [all[0]] + all[1..<(all.count - 1)].filter { !$0.isEmpty } + [all[all.count - 1]]
    }

    func matches(_ key: [UInt8]) -> Bool {
        var rest = key[...]
        for (index, segment) in segments.enumerated() {
            guard segment.count <= rest.count else { return false }
            if index == 0 || doubled != nil {
                if index > 0, !Self.removeSpecifier(&rest) { return false }
                let own = [doubled?[index] ?? segment, segment].first(where: rest.starts)
                guard let own else { return false }
                rest.removeFirst(own.count)
            } else if index == segments.count - 1 {
                return rest.suffix(segment.count) == segment[...]
            } else {
                guard let range = rest.firstRange(of: segment) else { return false }
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
