/// An error that occurs when compressed data or an archive can't be read.
///
/// It contains nothing of the content.
public struct ArchiveError: Error, Hashable, Sendable {
    /// A kind of failure that a caller can act on; its description is its name, such as
    /// `truncated`.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// The data does not begin as gzip does.
        case notAnArchive
        /// The data ends too early: it was cut off, or not all of it was appended.
        case truncated
        /// The data breaks the rules of its format.
        case malformed
        /// A stored checksum does not match the contents.
        case checksumMismatch
        /// The contents are longer or shorter than the data states.
        case lengthMismatch
        /// Bytes follow the end of the data that do not belong to it.
        case unclaimedBytes
        /// The data is compressed by another method than deflate.
        case unsupportedMethod
        /// The data needs a feature that is not supported, such as a preset dictionary of zlib.
        case unsupportedFeature
        /// A limit was exceeded; ``ArchiveError/limit`` names it.
        case limitExceeded
    }

    /// A member of ``ArchiveOptions/Limits``; its description is its name.
    ///
    /// A minor release may add limits, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Limit: Hashable, Sendable {
        /// ``ArchiveOptions/Limits/memoryBytes``
        case memoryBytes
        /// ``ArchiveOptions/Limits/entryBytes``
        case entryBytes
        /// ``ArchiveOptions/Limits/ratio``
        case ratio
        /// ``ArchiveOptions/Limits/headerBytes``
        case headerBytes
    }

    /// The kind of failure.
    public let code: Code
    /// The offset of the byte in the input at which the failure was noticed, or the number of bytes
    /// if more are missing.
    public let offset: Int
    /// The limit that was exceeded; `nil` for every other code.
    public let limit: Limit?
    /// The value of the limit; `nil` for every other code.
    public let limitValue: Int?

    /// The cause, as the end of a sentence.
    private let reason: String

    init(_ code: Code, at offset: Int, _ reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
        limit = nil
        limitValue = nil
    }

    init(exceeding limit: Limit, of value: Int, at offset: Int) {
        code = .limitExceeded
        self.offset = offset
        self.limit = limit
        limitValue = value
        reason = "the limit \(limit) of \(value) is exceeded; raise it if you trust the source"
    }
}

extension ArchiveError: CustomStringConvertible {
    /// The location and the cause: `byte 17: invalid Huffman code`.
    public var description: String { "byte \(offset): \(reason)" }
}
