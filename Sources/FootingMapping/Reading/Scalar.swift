import FootingBytes

/// A value as conversions read it, independent of the input's format.
enum Scalar {
    case null
    case bool(Bool)
    case integer(magnitude: UInt64, isNegative: Bool)
    case double(Double)
    /// A number as a decimal string, which may be more precise than a `Double`.
    case number(ByteView)
    case text(ByteView)
    /// A string that isn't valid Unicode, because it contains an unpaired surrogate.
    case brokenText
    case other
}

extension JSONDocument {
    /// Calls `body` with the value at a token in the representation that all conversions read.
    @inline(__always)
    func withScalar<Result>(at index: Int, _ body: (Scalar) -> Result) -> Result {
        let token = self[index]
        switch token.kind {
        case .number:
            return body(.number(content(of: token)))
        case .string where !token.isEscaped:
            return body(.text(content(of: token)))
        case .string:
            guard let text = text(of: token) else { return body(.brokenText) }
            return text.withBytes { body(.text($0)) }
        case .true: return body(.bool(true))
        case .false: return body(.bool(false))
        case .null: return body(.null)
        case .array, .object: return body(.other)
        }
    }
}
