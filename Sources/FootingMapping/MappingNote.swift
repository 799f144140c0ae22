/// A field that was set, and how, or a key that was there twice or for nothing.
public struct MappingNote: Hashable, Sendable {
    /// What is noted.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Kind: String, Hashable, Sendable {
        /// The field was set to the very value of the input.
        case applied
        /// The field was set to a value of another kind that says the same.
        case converted
        /// The field was set to the nearest value its type has.
        case rounded
        /// The field was set to the case it has for raw values without one.
        case fallbackCase
        /// The field was set to its default value, because the input has a null or nothing for it.
        case defaulted
        /// The field had the value already, and was not set.
        case unchanged
        /// The object has the key more than once.
        case duplicateKey
        /// No field has read the key.
        case unusedKey

        /// Whether a key is noted, and not that a field was set.
        var isOfAKey: Bool { self == .duplicateKey || self == .unusedKey }
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
