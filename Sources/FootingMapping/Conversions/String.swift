import FootingFormats

extension String: MappingConvertible {
    /// Takes text as it is, never trimmed and never normalized, and the text of a number.
    ///
    /// A number in JSON bytes keeps its digits: `78.400` is `"78.400"`. A number in a dictionary has
    /// no digits of its own and gets the fewest that say it.
    public static func converted(
        from source: borrowing MappingSource
    ) -> MappingConversion<String> {
        let options = source.options
        let converts = options.convertsKinds
        let limit = options.limits.stringBytes
        return source.withScalar { scalar in
            switch scalar {
            case .text(let bytes):
                return bytes.count <= limit ? .exact(bytes.text) : .failed(.limit)
            case .brokenText:
                return .failed(.invalidFormat)
            case .number(let bytes):
                guard converts else { return .failed(.typeMismatch) }
                guard NumberText(bytes) != nil else { return .failed(.nonFinite) }
                return bytes.count <= limit ? .converted(bytes.text) : .failed(.limit)
            case .integer(let magnitude, let isNegative):
                guard converts else { return .failed(.typeMismatch) }
                return converted(isNegative ? "-\(magnitude)" : "\(magnitude)", limit)
            case .double(let value):
                guard converts else { return .failed(.typeMismatch) }
                guard value.isFinite else { return .failed(.nonFinite) }
                let text = source.nativeFloat?.description ?? value.description
                return converted(shortest(text), limit)
            case .bool(let value):
                guard options.acceptsBoolAsText else { return .failed(.typeMismatch) }
                return converted(value ? "true" : "false", limit)
            case .null:
                return .failed(.null)
            case .other:
                return .failed(.typeMismatch)
            }
        }
    }

    private static func converted(
        _ text: String,
        _ limit: Int
    ) -> MappingConversion<String> {
        text.utf8.count <= limit ? .converted(text) : .failed(.limit)
    }

    private static func shortest(_ description: String) -> String {
        description.hasSuffix(".0") ? String(description.dropLast(2)) : description
    }
}

extension MappingSource {
    /// The value, if it is a `Float`: its shortest text is not that of the equal `Double`.
    fileprivate var nativeFloat: Float? {
        guard unsafe run.pointee.document == nil else { return nil }
        if case .float(let value) = unsafe run.pointee.values[position] { return value }
        return nil
    }
}
