import FootingBytes

extension String: MappingConvertible {
    /// Converts a string unchanged, neither trimmed nor normalized, or a number to its digits.
    ///
    /// A number in JSON bytes keeps its digits: `78.400` becomes `"78.400"`. A number in a
    /// dictionary becomes its shortest decimal representation.
    public static func converted(
        from source: borrowing MappingSource
    ) -> MappingConversion<String> {
        if source.context.options.acceptsArrayOfOne, source.isList {
            return source.onlyElement { Self.converted(from: $0) }
        }
        if let text = source.stored(as: String.self) {
            guard text.utf8.count <= source.options.limits.stringBytes else {
                return .refused(MappingRefusal(.stringBytes))
            }
            return .exact(text)
        }
        let converts = source.options.convertsKinds
        let limit = source.options.limits.stringBytes
        return source.withScalar { scalar in
            switch scalar {
            case .text(let bytes):
                guard bytes.count <= limit else { return .refused(MappingRefusal(.stringBytes)) }
                return .exact(bytes.validText)
            case .brokenText:
                return .failed(.invalidFormat)
            case .number(let bytes):
                guard converts else { return .failed(.typeMismatch) }
                guard NumberText(bytes) != nil else { return .failed(.nonFinite) }
                guard bytes.count <= limit else { return .refused(MappingRefusal(.stringBytes)) }
                return .converted(bytes.validText)
            case .integer(let magnitude, let isNegative):
                guard converts else { return .failed(.typeMismatch) }
                return converted(isNegative ? "-\(magnitude)" : "\(magnitude)", source)
            case .double(let value):
                guard converts else { return .failed(.typeMismatch) }
                guard value.isFinite else { return .failed(.nonFinite) }
                let text = source.stored(as: Float.self)?.description ?? value.description
                return converted(shortest(text), source)
            case .bool(let value):
                guard source.options.acceptsBoolAsString else { return .failed(.typeMismatch) }
                return converted(value ? "true" : "false", source)
            case .null:
                return .failed(.null)
            case .other:
                return .failed(.typeMismatch)
            }
        }
    }

    private static func converted(
        _ text: String,
        _ source: borrowing MappingSource
    ) -> MappingConversion<String> {
        text.utf8.count <= source.options.limits.stringBytes
            ? .converted(text) : .refused(MappingRefusal(.stringBytes))
    }

    private static func shortest(_ description: String) -> String {
        description.hasSuffix(".0") ? String(description.dropLast(2)) : description
    }
}
