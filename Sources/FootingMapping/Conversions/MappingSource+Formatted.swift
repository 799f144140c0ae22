import FootingBytes

extension MappingSource {
    /// Converts a value that a document has as a string in some format, and a dictionary also as an
    /// instance of its type.
    ///
    /// `read` gets the string, unless no format is read at all.
    @inline(__always)
    func formatted<Value: MappingConvertible>(
        isRead: Bool,
        _ read: (ByteView) -> MappingConversion<Value>
    ) -> MappingConversion<Value> {
        withScalar { scalar in
            switch scalar {
            case .text(let bytes):
                return isRead ? read(bytes) : .failed(.typeMismatch)
            case .brokenText:
                return .failed(isRead ? .invalidFormat : .typeMismatch)
            case .null:
                return .failed(.null)
            case .bool, .integer, .double, .number:
                return .failed(.typeMismatch)
            case .other:
                if let value = stored(as: Value.self) { return .exact(value) }
                return onlyElement { Value.converted(from: $0) }
            }
        }
    }
}
