/// A type's conversion by the table, put by for any number of values.
final class StoredConversion<Value> {
    /// A value can't be used.
    struct Failure: Error {
        let code: MappingIssue.Code
    }

    /// Returns the value, and says what it took to make it.
    ///
    /// It throws instead of returning a `MappingConversion`, since code that is compiled for any type
    /// has to look up what such a result looks like for this one, each time.
    let convert: (borrowing MappingSource, inout FieldOutcome) throws(Failure) -> Value

    private init(
        _ convert: @escaping (borrowing MappingSource, inout FieldOutcome) throws(Failure) -> Value
    ) {
        self.convert = convert
    }
}

extension StoredConversion where Value: MappingConvertible {
    convenience init() {
        self.init { source, outcome throws(Failure) in
            switch Value.converted(from: source) {
            case .exact(let value):
                outcome = .exact
                return value
            case .converted(let value):
                outcome = .converted
                return value
            case .rounded(let value):
                outcome = .rounded
                return value
            case .failed(let code):
                throw Failure(code: code)
            }
        }
    }
}
