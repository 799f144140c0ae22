/// A field that was set, and how, or a duplicate or unknown key.
public struct MappingNote: Hashable, Sendable {
    /// A kind of note.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Kind: String, Hashable, Sendable {
        /// The field was set to the exact value in the input.
        case applied
        /// The field was set to a value converted from an equivalent value of another kind.
        case converted
        /// The field was set to the nearest value of its type.
        case rounded
        /// The field was set to its fallback for raw values without a case, or for objects whose
        /// kind is not in their union.
        case fallbackCase
        /// The field was set to its default value, because the value is null or missing.
        case defaulted
        /// The field was not set, because it already had an equal value.
        case unchanged
        /// The object has the key more than once.
        case duplicateKey
        /// No field reads the key.
        case unknownKey

        init(_ exactness: Exactness) {
            self =
                switch exactness {
                case .exact: .applied
                case .converted: .converted
                case .rounded: .rounded
                case .fallback: .fallbackCase
                }
        }

        /// Whether the note is about a key rather than a field that was set.
        var isOfAKey: Bool { self == .duplicateKey || self == .unknownKey }
    }

    /// The location of the value.
    public internal(set) var path: MappingPath
    /// The kind of note.
    public let kind: Kind
    /// The kind of the value in the input.
    public let sourceKind: MappingSourceKind
    /// The type of the property: `"Int"`, `"String?"`; empty for a duplicate or unknown key.
    public let target: String
}

extension MappingNote: CustomStringConvertible {
    /// The path and the note: `$.age: converted (string to Int)`.
    public var description: String {
        switch kind {
        case .duplicateKey: "\(path): duplicate key"
        case .unknownKey: "\(path): unknown key (\(sourceKind.rawValue))"
        default: "\(path): \(kind) (\(sourceKind.rawValue) to \(target))"
        }
    }
}
