/// A type that a field can be set to from whatever kind of value the input has.
///
/// `String`, `Bool`, the integers, `Double`, `Float`, `Decimal`, `Date`, `URL`, `UUID` and `Data`
/// conform, and optionals, lists and dictionaries of what conforms. An enumeration with raw values
/// only has to say that it does. A type of your own conforms by leaning on one of them:
///
/// ```swift
/// struct ArticleNumber: MappingConvertible, Equatable {
///     var text = ""
///
///     static func converted(from source: borrowing MappingSource) -> MappingConversion<Self> {
///         String.converted(from: source).map { Self(text: $0) }
///     }
///
///     func write(to output: inout MappingOutput) throws(MappingRefusal) {
///         try text.write(to: &output)
///     }
/// }
/// ```
public protocol MappingConvertible: SendableMetatype {
    /// Returns what `source` is as this type, or why it is none.
    ///
    /// It is called on the thread that applies the mapping, once for each value of a field. A
    /// failure leaves the field's old value alone.
    static func converted(from source: borrowing MappingSource) -> MappingConversion<Self>

    /// Writes the value as JSON that ``converted(from:)`` reads.
    ///
    /// A type of your own leans on another one here, too, and writes one value: if it writes none, or
    /// several, nothing is written. Without this, its fields are only read, unless they
    /// are ``Field/written(_:)``.
    ///
    /// - Throws: ``MappingRefusal`` if the value can't be written; it is left out then, and is an issue.
    func write(to output: inout MappingOutput) throws(MappingRefusal)
}

/// What became of one value.
public enum MappingConversion<Value> {
    /// The input had this very value.
    case exact(Value)
    /// The input said the same in another kind of value: the text `"42"` for the number 42.
    case converted(Value)
    /// The input had more digits than the type holds; this is the nearest value.
    case rounded(Value)
    /// The input had a raw value without a case; this is the case that the field has for it.
    case fallback(Value)
    /// The input has no such value.
    case refused(MappingRefusal)

    /// Returns the outcome that the input has no such value.
    ///
    /// The explanation becomes ``MappingIssue/explanation``. It must not quote the input.
    public static func failed(
        _ code: MappingIssue.Code,
        because explanation: String? = nil
    ) -> MappingConversion {
        .refused(MappingRefusal(code, because: explanation))
    }

    /// The value, or `nil` if there is none.
    @inlinable
    public var value: Value? {
        switch self {
        case .exact(let value), .converted(let value), .rounded(let value), .fallback(let value):
            value
        case .refused: nil
        }
    }

    /// Returns the same outcome for a value made from this one.
    @inlinable
    public func map<NewValue>(_ transform: (Value) -> NewValue) -> MappingConversion<NewValue> {
        switch self {
        case .exact(let value): .exact(transform(value))
        case .converted(let value): .converted(transform(value))
        case .rounded(let value): .rounded(transform(value))
        case .fallback(let value): .fallback(transform(value))
        case .refused(let refusal): .refused(refusal)
        }
    }

    /// Returns the same outcome for a value made from this one, or a failure if there is none.
    @inlinable
    public func compactMap<NewValue>(
        _ transform: (Value) -> NewValue?,
        orFailing code: MappingIssue.Code
    ) -> MappingConversion<NewValue> {
        switch map(transform) {
        case .exact(let value?): .exact(value)
        case .converted(let value?): .converted(value)
        case .rounded(let value?): .rounded(value)
        case .fallback(let value?): .fallback(value)
        case .refused(let refusal): .refused(refusal)
        default: .failed(code)
        }
    }

    /// The same value, but no longer as the input had it.
    @usableFromInline
    var asConverted: MappingConversion {
        if case .exact(let value) = self { .converted(value) } else { self }
    }
}

extension MappingConversion: Sendable where Value: Sendable {}

/// How exactly the elements of a list or dictionary were met, the least exact first to be said.
@usableFromInline
@frozen
enum Exactness: UInt8 {
    case exact, converted, fallback, rounded

    /// Notes that a part was met as exactly as this.
    @inlinable
    @inline(__always)
    mutating func include(_ other: Exactness) {
        if other.rawValue > rawValue { self = other }
    }
}

extension MappingConversion {
    /// The outcome of a value that was met so exactly.
    @inlinable
    static func made(_ value: Value, _ exactness: Exactness) -> MappingConversion {
        switch exactness {
        case .exact: .exact(value)
        case .converted: .converted(value)
        case .fallback: .fallback(value)
        case .rounded: .rounded(value)
        }
    }

    /// Hands the value, if there is one, to `body`, and returns the refusal if there is none.
    @inlinable
    @inline(__always)
    func collected(_ exactness: inout Exactness, by body: (Value) -> Void) -> MappingRefusal? {
        switch self {
        case .exact(let value):
            body(value)
        case .converted(let value):
            exactness.include(.converted)
            body(value)
        case .rounded(let value):
            exactness.include(.rounded)
            body(value)
        case .fallback(let value):
            exactness.include(.fallback)
            body(value)
        case .refused(let refusal):
            // Perhaps the others are taken without this one.
            exactness.include(.converted)
            return refusal
        }
        return nil
    }
}
