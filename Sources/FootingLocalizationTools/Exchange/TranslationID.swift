import FootingLocalization

/// The id of a unit: a key and, for a variation, a marker and the path.
struct TranslationID {
    let key: String
    let path: VariationPath

    static let marker = "|==|"

    init(key: String, path: VariationPath) { (self.key, self.path) = (key, path) }

    /// Splits an id at the last marker that a path follows; otherwise all of it is the key.
    init(_ id: String) {
        let (bytes, marker) = (Array(id.utf8), Array(Self.marker.utf8))
        for start in bytes.indices.dropLast(marker.count).reversed()
        where bytes[start] == marker[0] && bytes[start...].starts(with: marker) {
            let path = String(decoding: bytes[(start + marker.count)...], as: UTF8.self)
            guard let path = VariationPath(path), path != .string else { continue }
            self.init(key: String(decoding: bytes[..<start], as: UTF8.self), path: path)
            return
        }
        self.init(key: id, path: .string)
    }

    var text: String { path == .string ? key : key + Self.marker + path.description }
}
