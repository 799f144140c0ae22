import Foundation

extension ExtendedAttributeCoding where Value: Codable & SendableMetatype {
    /// JSON in UTF-8, written by `JSONEncoder` with sorted keys and read by `JSONDecoder`.
    ///
    /// Arrays and objects may be nested to a depth of 64, and keys and strings may have up to 256
    /// combining marks in a row. Values beyond these limits are refused, both when read and when
    /// written: a hostile value could overflow the stack of the thread that decodes it, or take
    /// seconds to decode.
    public static func json() -> Self {
        Self(
            .bytes,
            expected:
                "JSON of the type \(Value.self), up to \(DecoderInput.maximumDepth) levels deep"
        ) { (bytes: Data) in
            guard DecoderInput.isSoundJSON(bytes) else { return nil }
            return try? JSONDecoder().decode(Value.self, from: bytes)
        } encode: { value in
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            guard let bytes = try? encoder.encode(value), DecoderInput.isSoundJSON(bytes) else {
                return nil
            }
            return bytes
        }
    }

    /// A binary property list, written by `PropertyListEncoder` and read by `PropertyListDecoder`.
    ///
    /// Apple's own attributes have this format. XML and other formats of property lists are
    /// refused. So are lists that are nested more than 64 deep, that grow to more than 64 times
    /// their size when shared objects are copied, that have more than 256 combining marks in a row,
    /// or in which a dictionary has a key twice: the decoder would crash on some, take very long
    /// for others, and lose one of the key's values.
    ///
    /// A string, a number or a date may be the root of the list, although `PropertyListEncoder`
    /// refuses that.
    public static func binaryPropertyList() -> Self {
        Self(
            .bytes,
            expected:
                "a binary property list of the type \(Value.self), up to \(DecoderInput.maximumDepth) levels deep"
        ) { (bytes: Data) in
            guard DecoderInput.isSoundPropertyList(bytes) else { return nil }
            return try? PropertyListDecoder().decode(Value.self, from: bytes)
        } encode: { value in
            guard let bytes = propertyList(of: value), DecoderInput.isSoundPropertyList(bytes)
            else {
                return nil
            }
            return bytes
        }
    }
}
