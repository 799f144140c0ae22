import FootingLocalization

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
        let (bytes, marker) = (Array(id.utf8), Array(Self.marker.utf8))
        let starts = bytes.indices.dropLast(marker.count).reversed().lazy.filter { start in
            bytes[start] == marker[0] && bytes[start...].starts(with: marker)
        }
        for start in starts.prefix(Self.maximumMarkers) {
            let path = String(decoding: bytes[(start + marker.count)...], as: UTF8.self)
            guard let path = VariationPath(path), path != .string else { continue }
            self.init(key: String(decoding: bytes[..<start], as: UTF8.self), path: path)
            return
        }
        self.init(key: id, path: .string)
    }

    var text: String { path == .string ? key : key + Self.marker + path.description }
}
