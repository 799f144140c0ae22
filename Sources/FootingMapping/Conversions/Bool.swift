extension Bool: MappingConvertible {
    /// Converts a Boolean, the numbers 0 and 1, and the usual words for yes and no.
    public static func converted(from source: borrowing MappingSource) -> MappingConversion<Bool> {
        if source.context.options.acceptsArrayOfOne, source.isList {
            return source.onlyElement { Self.converted(from: $0) }
        }
        let converts = source.options.convertsKinds
        return source.withScalar { scalar in
            switch scalar {
            case .bool(let value):
                return .exact(value)
            case .integer(let magnitude, let isNegative):
                guard converts else { return .failed(.typeMismatch) }
                return convert(.exact((magnitude, isNegative)))
            case .double(let value):
                guard converts else { return .failed(.typeMismatch) }
                guard value.isFinite else { return .failed(.nonFinite) }
                return value == 0 || value == 1 ? .converted(value == 1) : .failed(.outOfRange)
            case .number(let bytes):
                guard converts else { return .failed(.typeMismatch) }
                guard let number = NumberText(bytes) else { return .failed(.nonFinite) }
                return convert(number.integer)
            case .text(let bytes):
                guard converts else { return .failed(.typeMismatch) }
                return bytes.trimmed.truthWord.map { .converted($0) } ?? .failed(.invalidFormat)
            case .brokenText:
                return .failed(converts ? .invalidFormat : .typeMismatch)
            case .null:
                return .failed(.null)
            case .other:
                return .failed(.typeMismatch)
            }
        }
    }

    private static func convert(
        _ integer: MappingConversion<SignAndMagnitude>
    ) -> MappingConversion<Bool> {
        guard case .exact((let magnitude, let isNegative)) = integer, magnitude <= 1,
            !isNegative || magnitude == 0
        else { return .failed(.outOfRange) }
        return .converted(magnitude == 1)
    }
}
