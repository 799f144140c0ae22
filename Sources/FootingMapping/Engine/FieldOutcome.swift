/// The result of converting and storing one field.
@usableFromInline
@frozen
enum FieldOutcome {
    case stored(Exactness)
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
        let exactness = exactness
        switch self {
        case .exact(let value), .converted(let value), .rounded(let value), .fallback(let value):
            store(value)
            return .stored(exactness)
        case .refused(let refusal):
            return .refused(refusal)
        }
    }
}
