import FootingBytes
public import Foundation

extension URL: MappingConvertible {
    /// Converts a URL, or a string that is a valid URL with a scheme; nothing is percent-encoded.
    ///
    /// A string without a scheme requires ``Field/relative(to:)``.
    public static func converted(from source: borrowing MappingSource) -> MappingConversion<URL> {
        let options = source.options
        let settings = source.settings
        let isRelativeAllowed = settings?.allowsRelativeURL == true
        let isText = options.readsStandardFormats || isRelativeAllowed
        return source.withScalar { scalar in
            switch scalar {
            case .text(let bytes):
                guard isText else { return .failed(.typeMismatch) }
                guard bytes.count <= options.limits.stringBytes else {
                    return .refused(MappingRefusal(.stringBytes))
                }
                // An empty reference would resolve to the base, but more often means that there is
                // no URL.
                guard bytes.count > 0,
                    let url = URL(string: bytes.text, encodingInvalidCharacters: false)
                else { return .failed(.invalidFormat) }
                if url.scheme != nil { return .converted(url) }
                guard isRelativeAllowed else { return .failed(.invalidFormat) }
                guard let base = settings?.baseURL else { return .converted(url) }
                let absolute = URL(string: url.relativeString, relativeTo: base)?.absoluteURL
                return absolute.map { .converted($0) } ?? .failed(.invalidFormat)
            case .brokenText:
                return .failed(isText ? .invalidFormat : .typeMismatch)
            case .null:
                return .failed(.null)
            case .bool, .integer, .double, .number:
                return .failed(.typeMismatch)
            case .other:
                guard case .url(let url) = source.native else {
                    return source.onlyElement { Self.converted(from: $0) }
                }
                return .exact(url)
            }
        }
    }
}
