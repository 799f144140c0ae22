/// The result of converting and storing one field.
@usableFromInline
@frozen
enum FieldOutcome {
    case exact
    case converted
    case rounded
    case fallback
    /// The property already has this value, and was not set.
    case unchanged
    /// The object in the property was updated; its own fields are counted.
    case updated
    case refused(MappingRefusal)
}

extension MappingConversion {
    /// Passes the value, if there is one, to `store`.
    @inlinable
    @inline(__always)
    func stored(by store: (Value) -> Void) -> FieldOutcome {
        switch self {
        case .exact(let value):
            store(value)
            return .exact
        case .converted(let value):
            store(value)
            return .converted
        case .rounded(let value):
            store(value)
            return .rounded
        case .fallback(let value):
            store(value)
            return .fallback
        case .refused(let refusal):
            return .refused(refusal)
        }
    }
}
