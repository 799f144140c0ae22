#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A format of compressed data.
///
/// All three contain the same compression, deflate, and differ in what surrounds it. A minor
/// release may add formats, so a `switch` over them needs `@unknown default`.
@nonexhaustive public enum CompressedFormat: Hashable, Sendable {
    /// The format of `.gz` files and of HTTP's content encoding `gzip` (RFC 1952): a header, a
    /// CRC-32 and a length. Files may be concatenated.
    case gzip
    /// The format of HTTP's content encoding `deflate`, PNG and PDF (RFC 1950): a header of two
    /// bytes and an Adler-32.
    case zlib
    /// The compression alone, without a checksum (RFC 1951), as zip archives contain it.
    case deflate

    /// Detects gzip or zlib by the first two bytes of the data, or returns `nil`.
    ///
    /// Raw deflate can't be detected. About one in a thousand pairs of bytes looks like zlib.
    public init?(detecting data: some DataProtocol) {
        let start = Array(data.prefix(2))
        guard start.count == 2 else { return nil }
        if start == GzipHeader.magic {
            self = .gzip
        } else if ZlibHeader.isValid(start[0], start[1]) {
            self = .zlib
        } else {
            return nil
        }
    }
}
