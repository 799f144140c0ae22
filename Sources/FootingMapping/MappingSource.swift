import FootingFormats

// Safe, because a value of this type is only ever lent: it can't be copied and no initializer is
// public, so it does not outlive the call of the engine that made it, which keeps `run` alive.
/// A value of the input, lent to a conversion.
///
/// It says nothing by itself: hand it to the `converted(from:)` of a type. It can't be kept, because
/// it points into input that is there only while a mapping runs.
@safe
public struct MappingSource: ~Copyable {
    let run: UnsafeMutablePointer<MappingRun>
    let position: Int

    init(_ run: UnsafeMutablePointer<MappingRun>, at position: Int) {
        unsafe self.run = run
        self.position = position
    }

    @inline(__always)
    var options: MappingOptions { unsafe run.pointee.options }

    @usableFromInline
    var isNull: Bool { unsafe run.pointee.isNull(at: position) }

    /// Whether this is a text without any characters and the options take that for `null`.
    @usableFromInline
    var isTextStandingForNull: Bool {
        guard unsafe run.pointee.options.treatsEmptyTextAsNull else { return false }
        return withScalar { scalar in
            if case .text(let bytes) = scalar { bytes.count == 0 } else { false }
        }
    }
}

@available(*, unavailable, message: "A source is lent to one call on one thread.")
extension MappingSource: @unchecked Sendable {}

/// What any conversion sees of a value, whichever form the input has.
enum Scalar {
    case null
    case bool(Bool)
    case integer(magnitude: UInt64, isNegative: Bool)
    case double(Double)
    /// A number as decimal text, which says more than a `Double` would.
    case number(ByteView)
    case text(ByteView)
    /// A string that has no Unicode text, because half of a surrogate pair stands alone in it.
    case brokenText
    case other
}

extension MappingSource {
    /// Lends the value to `body` in the one form that all conversions read.
    @inline(__always)
    func withScalar<Result>(_ body: (Scalar) -> Result) -> Result {
        guard let document = unsafe run.pointee.document else {
            return withNativeScalar(body)
        }
        let token = document[position]
        switch token.kind {
        case .number:
            return body(.number(document.content(of: token)))
        case .string where !token.isEscaped:
            return body(.text(document.content(of: token)))
        case .string:
            guard var text = document.text(of: token) else { return body(.brokenText) }
            return text.withUTF8 { unsafe body(.text(ByteView($0))) }
        case .true: return body(.bool(true))
        case .false: return body(.bool(false))
        case .null: return body(.null)
        case .array, .object: return body(.other)
        }
    }

    private func withNativeScalar<Result>(_ body: (Scalar) -> Result) -> Result {
        switch unsafe run.pointee.values[position] {
        case .null: return body(.null)
        case .bool(let value): return body(.bool(value))
        case .integer(let magnitude, let isNegative):
            return body(.integer(magnitude: magnitude, isNegative: isNegative))
        case .double(let value): return body(.double(value))
        case .float(let value): return body(.double(Double(value)))
        case .decimal(var text): return text.withUTF8 { unsafe body(.number(ByteView($0))) }
        case .string(var text): return text.withUTF8 { unsafe body(.text(ByteView($0))) }
        case .array, .object, .date, .data, .url, .uuid, .other: return body(.other)
        }
    }

    /// The value as a dictionary has it, or ``NativeValue/other`` if it is from JSON bytes.
    var native: NativeValue {
        guard unsafe run.pointee.document == nil else { return .other }
        return unsafe run.pointee.values[position]
    }
}
