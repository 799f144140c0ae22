import FootingBytes
public import Foundation

/// An error that occurs when bytes are not a JSON document, or when a report that must be clean has
/// issues.
///
/// It contains nothing of the document's content, unless ``MappingOptions/includesValues`` has put
/// values into its ``report``. Its description never shows them.
public struct MappingError: Error, Hashable, Sendable {
    /// A kind of failure that a caller can act on.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// The bytes break the grammar of JSON (RFC 8259).
        case malformed
        /// The bytes end before the document does.
        case truncated
        /// The bytes are not UTF-8.
        case invalidUTF8
        /// Objects and arrays are nested deeper than 512 levels, or the document is too large; see
        /// ``MappingError/limit``.
        case limitExceeded
        /// The report has issues, and ``MappingReport/requireClean()`` required that it has none.
        case notClean
    }

    /// The kind of failure.
    public let code: Code
    /// The line of the fault, counted from 1; a line ends with LF, CR or both.
    public let line: Int?
    /// The column of the fault, counted from 1 in Unicode scalars.
    public let column: Int?
    /// The offset of the first wrong byte, or the number of bytes if more are missing.
    public let offset: Int?
    /// The limit that was exceeded, ``MappingOptions/Limit/depth`` or
    /// ``MappingOptions/Limit/inputBytes``; `nil` for every other code.
    public let limit: MappingOptions.Limit?
    /// The report that is not clean; `nil` for every other code.
    public let report: MappingReport?

    private let reason: String

    init(_ report: MappingReport) {
        code = .notClean
        (line, column, offset, limit) = (nil, nil, nil, nil)
        self.report = report
        let issues = report.issues.prefix(3).map(\.descriptionWithoutValue)
        reason = (["\(report)"] + issues).joined(separator: "; ")
    }

    init(_ fault: JSONFault, in bytes: ByteView) {
        (code, reason) =
            switch fault.reason {
            case .endOfInput: (.truncated, "unexpected end of the document")
            case .value: (.malformed, "a value is expected")
            case .key: (.malformed, "a key in quotation marks is expected")
            case .colon: (.malformed, "a colon is expected after a key")
            case .commaOrObjectEnd: (.malformed, "a comma or “}” is expected")
            case .commaOrArrayEnd: (.malformed, "a comma or “]” is expected")
            case .trailingContent: (.malformed, "unexpected content after the document's value")
            case .literal: (.malformed, "an unquoted word must be true, false or null")
            case .number: (.malformed, "invalid number")
            case .controlCharacter: (.malformed, "unescaped control character in a string")
            case .escape: (.malformed, "invalid escape sequence in a string")
            case .utf8: (.invalidUTF8, "the bytes are not UTF-8")
            case .depth: (.limitExceeded, "objects and arrays are nested deeper than 512 levels")
            case .size: (.limitExceeded, "the document has too many bytes or values")
            }
        limit =
            switch fault.reason {
            case .depth: .depth
            case .size: .inputBytes
            default: nil
            }
        offset = fault.offset
        report = nil
        let end = min(fault.offset, bytes.count)
        var counter = LineCounter()
        line = counter.line(at: end, in: bytes)
        let lineStart =
            (0..<end).last { bytes[$0] == 0x0A || bytes[$0] == 0x0D }
            .map { $0 + 1 } ?? 0
        column = 1 + (lineStart..<end).count { bytes[$0] & 0xC0 != 0x80 }
    }
}

extension MappingError: LocalizedError {
    /// The same as ``description``, in English.
    public var errorDescription: String? { description }
}

extension MappingError: CustomStringConvertible {
    /// The location and the cause: `line 3, column 14: a comma or “}” is expected`.
    ///
    /// For a report, the description contains its counts and its first three issues, without
    /// values.
    public var description: String {
        guard let line, let column else { return reason }
        return "line \(line), column \(column): \(reason)"
    }
}
