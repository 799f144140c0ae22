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
/// }
/// ```
public protocol MappingConvertible: SendableMetatype {
    /// Returns what `source` is as this type, or why it is none.
    ///
    /// It is called on the thread that applies the mapping, once for each value of a field. A
    /// failure leaves the field's old value alone.
    static func converted(from source: borrowing MappingSource) -> MappingConversion<Self>
}

/// What became of one value.
public enum MappingConversion<Value> {
    /// The input had this very value.
    case exact(Value)
    /// The input said the same in another kind of value: the text `"42"` for the number 42.
    case converted(Value)
    /// The input had more digits than the type holds; this is the nearest value.
    case rounded(Value)
    /// The input has no such value.
    case failed(MappingIssue.Code)

    /// Returns the same outcome for a value made from this one.
    @inlinable
    public func map<NewValue>(_ transform: (Value) -> NewValue) -> MappingConversion<NewValue> {
        switch self {
        case .exact(let value): .exact(transform(value))
        case .converted(let value): .converted(transform(value))
        case .rounded(let value): .rounded(transform(value))
        case .failed(let code): .failed(code)
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
        case .failed(let code): .failed(code)
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
