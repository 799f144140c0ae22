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

extension MappingSource {
    /// Calls `body` with the value in the representation that all conversions read.
    @inline(__always)
    func withScalar<Result>(_ body: (Scalar) -> Result) -> Result {
        guard !isNative else { return withNativeScalar(body) }
        let document = document
        let token = document[token]
        switch token.kind {
        case .number:
            return body(.number(document.content(of: token)))
        case .string where !token.isEscaped:
            return body(.text(document.content(of: token)))
        case .string:
            guard let text = document.text(of: token) else { return body(.brokenText) }
            return text.withBytes { body(.text($0)) }
        case .true: return body(.bool(true))
        case .false: return body(.bool(false))
        case .null: return body(.null)
        case .array, .object: return body(.other)
        }
    }

    private func withNativeScalar<Result>(_ body: (Scalar) -> Result) -> Result {
        switch native {
        case .null: return body(.null)
        case .bool(let value): return body(.bool(value))
        case .integer(let magnitude, let isNegative):
            return body(.integer(magnitude: magnitude, isNegative: isNegative))
        case .double(let value): return body(.double(value))
        case .float(let value): return body(.double(Double(value)))
        case .digits, .decimal: return native.digits.withBytes { body(.number($0)) }
        case .string(let text): return text.withBytes { body(.text($0)) }
        case .array, .object, .date, .data, .url, .uuid, .other: return body(.other)
        }
    }
}
