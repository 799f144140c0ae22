/// A type's conversion of the table, stored for any number of values.
final class StoredConversion<Value> {
    /// Returns the value, and sets how it was converted.
    ///
    /// It throws instead of returning a `MappingConversion`: unspecialized code would look up the
    /// layout of such a result for each value.
    let convert: (borrowing MappingSource, inout MappingNote.Kind) throws(MappingRefusal) -> Value

    private init(
        _ convert:
            @escaping (borrowing MappingSource, inout MappingNote.Kind) throws(MappingRefusal) ->
            Value
    ) {
        self.convert = convert
    }
}

extension StoredConversion where Value: MappingConvertible {
    convenience init() {
        self.init { source, kind throws(MappingRefusal) in
            switch Value.converted(from: source) {
            case .exact(let value):
                return value
            case .converted(let value):
                kind = .converted
                return value
            case .rounded(let value):
                kind = .rounded
                return value
            case .fallback(let value):
                kind = .fallbackCase
                return value
            case .refused(let refusal):
                throw refusal
            }
        }
    }
}
