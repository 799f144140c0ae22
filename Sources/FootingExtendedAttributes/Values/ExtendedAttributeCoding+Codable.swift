import Foundation

extension ExtendedAttributeCoding where Value: Codable & SendableMetatype {
    /// JSON in UTF-8, as `JSONEncoder` writes it with sorted keys, and `JSONDecoder` reads it.
    ///
    /// Arrays and objects may lie in each other up to a depth of 64, and keys of objects may have up
    /// to 1024 bytes; everything else is refused, both ways. Beyond that, a hostile value could
    /// exhaust the stack of the thread that decodes it, or keep it busy for seconds.
    public static func json() -> Self {
        Self(
            .bytes,
            expected: "JSON of the type \(Value.self), up to \(mostLevels) levels deep"
        ) { (bytes: Data) in
            guard isSoundJSON(bytes) else { return nil }
            return try? JSONDecoder().decode(Value.self, from: bytes)
        } encode: { value in
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            guard let bytes = try? encoder.encode(value), isSoundJSON(bytes) else { return nil }
            return bytes
        }
    }

    /// A binary property list, as `PropertyListEncoder` writes it and `PropertyListDecoder` reads it.
    ///
    /// This is the form of Apple's own attributes. The other forms of property lists are refused. So
    /// are those of which the parts lie in each other more than 64 deep, that grow to more than 64
    /// times their size when what is shared in them is spread out, or that have dictionary keys of
    /// more than 1024 bytes: the decoder would crash on some of them, and take very long for others.
    ///
    /// Text, a number or a date may stand alone, although `PropertyListEncoder` refuses that.
    public static func binaryPropertyList() -> Self {
        Self(
            .bytes,
            expected:
                "a binary property list of the type \(Value.self), up to \(mostLevels) levels deep"
        ) { (bytes: Data) in
            guard isSoundPropertyList(bytes) else { return nil }
            return try? PropertyListDecoder().decode(Value.self, from: bytes)
        } encode: { value in
            guard let bytes = propertyList(of: value), isSoundPropertyList(bytes) else {
                return nil
            }
            return bytes
        }
    }
}

/// The deepest that arrays and dictionaries may lie in each other.
///
/// Decoding takes about 2 KiB of the stack for each level, and threads may have no more than 512 KiB.
let mostLevels = 64

/// The longest key of a dictionary, and text of a raw value.
///
/// Hashing takes time that grows with the square of the number of accents in a row.
@usableFromInline let longestKey = 1_024

private func isSoundJSON(_ bytes: Data) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
        // JSON is UTF-8; the decoder would take others, and guess which.
        guard unsafe String(exactly: bytes) != nil else { return false }
        return unsafe bytes.bytes.withSpan { JSONShape.isSound($0) }
    }
}

private func isSoundPropertyList(_ bytes: Data) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
        unsafe bytes.bytes.withSpan { PropertyListShape.isSound($0) }
    }
}

private func propertyList(of value: some Encodable) -> Data? {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    if let bytes = try? encoder.encode(value) { return bytes }
    // What may not stand alone may stand in an array. The list begins with it (the byte of an array
    // of one element, and the element's number) and ends with the number of its first part.
    guard var bytes = try? encoder.encode([value]), bytes.count > 42, bytes[8] == 0xA1 else {
        return nil
    }
    let size = Int(bytes[bytes.count - 25])
    guard 1...8 ~= size, bytes.count > 42 + size else { return nil }
    let end = bytes.count - 8
    bytes.replaceSubrange((end - size)..<end, with: Data(bytes[9..<(9 + size)]))
    return bytes
}
