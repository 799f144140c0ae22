import FootingBytes

/// A start or end tag.
public struct HTMLTag: Hashable, Sendable {
    /// The name in lower case.
    public let name: String
    /// Whether the tag ends with `/>`, which only has a meaning in SVG and MathML.
    public let isSelfClosing: Bool
    let origin: TokenSource
    let maxAttributes: Int

    /// The tag as it was written.
    public var source: String { origin.text }

    /// The range of the source in the decoded text, in bytes of UTF-8.
    public var range: Range<Int> { origin.range }

    /// The value of an attribute with its references replaced, or `nil` if the tag does not have
    /// it.
    ///
    /// The case of ASCII letters in the name is ignored. An end tag has no attributes.
    ///
    /// - Complexity: O(*n*) in the length of the tag.
    public subscript(name: String) -> String? {
        guard !isEnd else { return nil }
        var name = name.utf8.contains { $0 &- 0x41 < 26 } ? name.lowercasedASCII : name
        return name.withUTF8 { bytes in
            let name = unsafe ByteView(bytes)
            return withReader { reader in
                while let (range, value) = reader.next() {
                    if reader.count > maxAttributes {
                        let name = name.text
                        return attributes.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
                    }
                    if reader.isName(range, name) { return reader.value(value) }
                }
                return nil
            }
        }
    }

    /// The attributes in order, with names in lower case; of equal names, only the first.
    ///
    /// - Complexity: O(*n*) in the length of the tag.
    public var attributes: [(name: String, value: String)] {
        guard !isEnd else { return [] }
        return withReader { reader in
            var attributes: [(name: String, value: String)] = []
            var names: Set<[UInt8]> = []
            while let (range, value) = reader.next() {
                let name = reader.name(range)
                // By bytes, since strings are equal by their meaning in Unicode.
                guard names.insert(Array(name.utf8)).inserted else { continue }
                guard attributes.count < maxAttributes else { break }
                attributes.append((name, reader.value(value)))
            }
            return attributes
        }
    }

    private var isEnd: Bool { origin.bytes[origin.positions.lowerBound + 1] == UInt8(ascii: "/") }

    private func withReader<Result>(_ body: (inout AttributeReader) -> Result) -> Result {
        unsafe origin.bytes.withUnsafeBytes { bytes in
            let source = unsafe ByteView(bytes)
                .slice(from: origin.positions.lowerBound, count: origin.positions.count)
            var reader = AttributeReader(source, maxBytes: .max)
            return body(&reader)
        }
    }
}
