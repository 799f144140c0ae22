/// A type's conversion of the table, stored for any number of values.
final class StoredConversion<Value> {
    /// Returns the value, and sets how it was converted.
    ///
    /// It throws instead of returning a `MappingConversion`: unspecialized code would look up the
    /// layout of such a result for each value.
    let convert: (borrowing MappingSource, inout Exactness) throws(MappingRefusal) -> Value

    private init(
        _ convert:
            @escaping (borrowing MappingSource, inout Exactness) throws(MappingRefusal) ->
            Value
    ) {
        self.convert = convert
    }
}

extension StoredConversion where Value: MappingConvertible {
    convenience init() {
        self.init { source, exactness throws(MappingRefusal) in
            let conversion = Value.converted(from: source)
            exactness = conversion.exactness
            switch conversion {
            case .exact(let value), .converted(let value), .rounded(let value),
                .fallback(let value):
                return value
            case .refused(let refusal):
                throw refusal
            }
        }
    }
}
