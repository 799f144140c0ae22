import Foundation

extension ExtendedAttributeCoding where Value: Codable & SendableMetatype {
    /// JSON in UTF-8, written by `JSONEncoder` with sorted keys and read by `JSONDecoder`.
    ///
    /// Arrays and objects may be nested to a depth of 64, and keys and strings may have up to 256
    /// combining marks in a row. Values beyond these limits are refused, both when read and when
    /// written: a hostile value could overflow the stack of the thread that decodes it, or take
    /// seconds to decode.
    public static func json() -> Self {
        checked("JSON", DecoderInput.isSoundJSON) { bytes in
            try JSONDecoder().decode(Value.self, from: bytes)
        } encode: { value in
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(value)
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
        checked("a binary property list", DecoderInput.isSoundPropertyList) { bytes in
            try PropertyListDecoder().decode(Value.self, from: bytes)
        } encode: { value in
            propertyList(of: value)
        }
    }

    /// A coding that decodes and writes only bytes for which `isSound` returns true.
    private static func checked(
        _ format: String,
        _ isSound: @escaping @Sendable (Data) -> Bool,
        decode: @escaping @Sendable (Data) throws -> Value,
        encode: @escaping @Sendable (Value) throws -> Data?
    ) -> Self {
        Self(
            .bytes,
            expected:
                "\(format) of the type \(Value.self), up to \(DecoderInput.maximumDepth) levels deep"
        ) { (bytes: Data) in
            isSound(bytes) ? try? decode(bytes) : nil
        } encode: { value in
            guard let bytes = try? encode(value), isSound(bytes) else { return nil }
            return bytes
        }
    }
}
