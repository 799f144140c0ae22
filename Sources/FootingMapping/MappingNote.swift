/// A field that was set, and how, or a key that was there twice.
public struct MappingNote: Hashable, Sendable {
    /// What is noted.
    @frozen
    public enum Kind: String, Hashable, Sendable {
        /// The field was set to the very value of the input.
        case applied
        /// The field was set to a value of another kind that says the same.
        case converted
        /// The field was set to the nearest value its type has.
        case rounded
        /// The object has the key more than once.
        case duplicateKey
    }

    /// Where the value is.
    public let path: MappingPath
    /// What is noted.
    public let kind: Kind
    /// The kind of value that was there.
    public let sourceKind: MappingSourceKind
    /// The type of the property: `"Int"`, `"String?"`; empty for a key that is there more than once.
    public let target: String
}

extension MappingNote: CustomStringConvertible {
    /// The path and what was done: `$.age: converted (string to Int)`.
    public var description: String {
        switch kind {
        case .duplicateKey: "\(path): there more than once"
        default: "\(path): \(kind.rawValue) (\(sourceKind.rawValue) to \(target))"
        }
    }
}
