/// An encoding of bytes as a string, for ``Field/bytes(_:)``.
///
/// Of several encodings, the first that decodes the whole string is used: `cafe` is both base64 and
/// hexadecimal.
public struct DataEncoding: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case base64, unpaddedBase64, base64URL, mimeBase64, hexadecimal
    }

    let kind: Kind

    /// Base64 with required padding and without line breaks (RFC 4648, section 4).
    public static let base64 = DataEncoding(kind: .base64)
    /// Base64 with optional padding.
    public static let unpaddedBase64 = DataEncoding(kind: .unpaddedBase64)
    /// Base64 with `-` and `_` for URLs and file names, and with optional padding (RFC 4648,
    /// section 5).
    public static let base64URL = DataEncoding(kind: .base64URL)
    /// Base64 with required padding, in lines that end with CR, LF or both (RFC 2045, section 6.8).
    public static let mimeBase64 = DataEncoding(kind: .mimeBase64)
    /// Two hexadecimal digits for each byte, in either case (RFC 4648, section 8).
    public static let hexadecimal = DataEncoding(kind: .hexadecimal)
}
