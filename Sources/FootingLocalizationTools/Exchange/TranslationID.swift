import FootingLocalization
import FootingLocalizationMembers

/// The id of a unit: a key and, for a variation, a marker and the path.
struct TranslationID {
    let key: String
    let path: VariationPath

    static let marker = "|==|"
    /// The number of markers, counted from the end, that a path may follow: more, as in an id of
    /// markers alone, would need time with the square of their number.
    private static let maximumMarkers = 16

    init(key: String, path: VariationPath) { (self.key, self.path) = (key, path) }

    /// Splits an id at the last marker that a path follows; otherwise all of it is the key.
    init(_ id: String) {
        let bytes = Array(id.utf8)
        for start in Self.markers(in: bytes) {
            let path = bytes[(start + Self.marker.utf8.count)...]
            guard let path = VariationPath(String(decoding: path, as: UTF8.self)),
                path != .string
            else { continue }
            self.init(key: String(decoding: bytes[..<start], as: UTF8.self), path: path)
            return
        }
        self.init(key: id, path: .string)
    }

    /// The key of an id whose path isn't valid: the text before the last marker.
    static func keyOfInvalidPath(_ id: String) -> String? {
        let bytes = Array(id.utf8)
        return markers(in: bytes).first.map { String(decoding: bytes[..<$0], as: UTF8.self) }
    }

    /// The indices of the last markers, from the last on.
    private static func markers(in bytes: [UInt8]) -> [Int] {
        let marker = Array(marker.utf8)
        let starts = bytes.indices.reversed().lazy.filter { start in
            bytes[start] == marker[0] && bytes[start...].starts(with: marker)
        }
        return Array(starts.prefix(maximumMarkers))
    }

    var text: String { path == .string ? key : key + Self.marker + path.description }
}

// Entries of PO files, which have all plural forms of a string.
extension TranslationID {
    /// The category of a plural form.
    var category: PluralCategory? {
        if case .plural(let category)? = path.components.last { category } else { nil }
    }

    /// The id of a plural form without its category, as the context of an entry has it.
    var group: KeyBytes? {
        guard category != nil else { return nil }
        let path = VariationPath(path.components.dropLast())
        return KeyBytes(TranslationID(key: key, path: path).text)
    }

    /// The id of a plural form in an entry with a context.
    static func id(of category: PluralCategory, in context: String) -> String {
        let nested = "\(context).plural.\(category)"
        return TranslationID(nested).path.components.count > 1
            ? nested : "\(context)\(marker)plural.\(category)"
    }
}
