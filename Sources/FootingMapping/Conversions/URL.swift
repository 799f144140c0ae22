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
        let isRead = options.readsStandardFormats || isRelativeAllowed
        return source.formatted(isRead: isRead) { text in
            guard text.count <= options.limits.stringBytes else {
                return .refused(MappingRefusal(.stringBytes))
            }
            // An empty reference would resolve to the base, but more often means that there is no
            // URL.
            guard text.count > 0,
                let url = URL(string: text.text, encodingInvalidCharacters: false)
            else { return .failed(.invalidFormat) }
            if url.scheme != nil { return .converted(url) }
            guard isRelativeAllowed else { return .failed(.invalidFormat) }
            guard let base = settings?.baseURL else { return .converted(url) }
            let absolute = URL(string: url.relativeString, relativeTo: base)?.absoluteURL
            return absolute.map { .converted($0) } ?? .failed(.invalidFormat)
        }
    }
}
