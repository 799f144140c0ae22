/// A field that was set, and how, or a key that was there twice or for nothing.
public struct MappingNote: Hashable, Sendable {
    /// What is noted.
    ///
    /// More kinds may be added in a minor release, so a `switch` over them needs a `default`.
    public struct Kind: Hashable, Sendable {
        private let name: Name

        private enum Name: String {
            case applied, converted, rounded, fallbackCase, unchanged, duplicateKey, unusedKey
        }

        private init(_ name: Name) {
            self.name = name
        }

        /// Whether a key is noted, and not that a field was set.
        var isOfAKey: Bool { name == .duplicateKey || name == .unusedKey }

        /// The kind's name, to be written into a log or a table.
        public var rawValue: String { name.rawValue }

        /// The field was set to the very value of the input.
        public static let applied = Kind(.applied)
        /// The field was set to a value of another kind that says the same.
        public static let converted = Kind(.converted)
        /// The field was set to the nearest value its type has.
        public static let rounded = Kind(.rounded)
        /// The field was set to the case it has for raw values without one.
        public static let fallbackCase = Kind(.fallbackCase)
        /// The field had the value already, and was not set.
        public static let unchanged = Kind(.unchanged)
        /// The object has the key more than once.
        public static let duplicateKey = Kind(.duplicateKey)
        /// No field has read the key.
        public static let unusedKey = Kind(.unusedKey)
    }

    /// Where the value is.
    public internal(set) var path: MappingPath
    /// What is noted.
    public let kind: Kind
    /// The kind of value that was there.
    public let sourceKind: MappingSourceKind
    /// The type of the property: `"Int"`, `"String?"`; empty for a key that is there more than once or
    /// that no field has read.
    public let target: String
}

extension MappingNote.Kind: CustomStringConvertible {
    /// The kind's name: `converted`.
    public var description: String { name.rawValue }
}

extension MappingNote: CustomStringConvertible {
    /// The path and what was done: `$.age: converted (string to Int)`.
    public var description: String {
        switch kind {
        case .duplicateKey: "\(path): there more than once"
        case .unusedKey: "\(path): unused (\(sourceKind.rawValue))"
        default: "\(path): \(kind) (\(sourceKind.rawValue) to \(target))"
        }
    }
}
