/// The outcome of converting one value.
public enum MappingConversion<Value> {
    /// The input contained this value.
    case exact(Value)
    /// The input contained an equivalent value of another kind: the string `"42"` for the number
    /// 42.
    case converted(Value)
    /// The input contained more digits than the type can hold; this is the nearest value.
    case rounded(Value)
    /// The input contained a raw value without a case; this is the field's fallback.
    case fallback(Value)
    /// The input contained no valid value, for this reason.
    case refused(MappingRefusal)

    /// Returns a refusal with the given code and explanation.
    ///
    /// The explanation becomes ``MappingIssue/explanation``. It must not quote the input.
    public static func failed(
        _ code: MappingIssue.Code,
        because explanation: String? = nil
    ) -> MappingConversion {
        .refused(MappingRefusal(code, because: explanation))
    }

    /// The value, or `nil` for a refusal.
    @inlinable
    public var value: Value? {
        switch self {
        case .exact(let value), .converted(let value), .rounded(let value), .fallback(let value):
            value
        case .refused: nil
        }
    }

    /// Returns the same outcome with a transformed value.
    @inlinable
    public func map<NewValue>(_ transform: (Value) -> NewValue) -> MappingConversion<NewValue> {
        // Read first, so that the value is moved and not copied.
        let exactness = exactness
        switch self {
        case .exact(let value), .converted(let value), .rounded(let value), .fallback(let value):
            return .made(transform(value), exactness)
        case .refused(let refusal): return .refused(refusal)
        }
    }

    /// Returns the same outcome with a transformed value, or a failure if `transform` returns
    /// `nil`.
    @inlinable
    public func compactMap<NewValue>(
        _ transform: (Value) -> NewValue?,
        orFailing code: MappingIssue.Code
    ) -> MappingConversion<NewValue> {
        let exactness = exactness
        switch self {
        case .exact(let value), .converted(let value), .rounded(let value), .fallback(let value):
            return transform(value).map { .made($0, exactness) } ?? .failed(code)
        case .refused(let refusal): return .refused(refusal)
        }
    }

    /// The same outcome, but `converted` if it was `exact`.
    @usableFromInline
    var asConverted: MappingConversion {
        if case .exact(let value) = self { .converted(value) } else { self }
    }
}

extension MappingConversion: Sendable where Value: Sendable {}

/// How exactly a value represents the one in the input; that of an array or dictionary is that of
/// its least exact element.
@usableFromInline
@frozen
enum Exactness: UInt8 {
    case exact, converted, fallback, rounded

    /// Keeps the less exact of the two.
    @inlinable
    @inline(__always)
    mutating func include(_ other: Exactness) {
        if other.rawValue > rawValue { self = other }
    }
}

extension MappingConversion {
    /// The exactness of the value; a refusal counts as converted, since a lossy field keeps the
    /// other elements, which are then a converted value.
    @inlinable
    var exactness: Exactness {
        @inline(__always)
        get {
            switch self {
            case .exact: .exact
            case .converted, .refused: .converted
            case .rounded: .rounded
            case .fallback: .fallback
            }
        }
    }

    /// Returns the outcome with this exactness.
    @inlinable
    static func made(_ value: Value, _ exactness: Exactness) -> MappingConversion {
        switch exactness {
        case .exact: .exact(value)
        case .converted: .converted(value)
        case .fallback: .fallback(value)
        case .rounded: .rounded(value)
        }
    }

    /// Passes the value to `body`, or returns the refusal.
    @inlinable
    @inline(__always)
    func collected(_ exactness: inout Exactness, by body: (Value) -> Void) -> MappingRefusal? {
        exactness.include(self.exactness)
        switch self {
        case .exact(let value), .converted(let value), .rounded(let value), .fallback(let value):
            body(value)
            return nil
        case .refused(let refusal):
            return refusal
        }
    }
}
