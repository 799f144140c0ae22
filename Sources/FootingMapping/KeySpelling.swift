/// A function that spells the keys of a mapping as the input spells them.
///
/// ```swift
/// options.keyStrategy = .custom(KeySpelling { $0.uppercased() })
/// ```
///
/// Create it once and keep it: each mapping remembers its keys in the last few spellings. Two
/// instances are equal if they are the same instance.
public final class KeySpelling: Hashable, Sendable {
    let spell: @Sendable (_ key: String) -> String

    /// Creates a spelling.
    ///
    /// - Parameter spell: Returns the spelling of one declared key, or of one component of a key
    ///   path. It runs on the thread of the call that needs it, and must return the same for the
    ///   same key.
    public init(_ spell: @escaping @Sendable (_ key: String) -> String) {
        self.spell = spell
    }

    /// Whether both are the same instance.
    public static func == (a: KeySpelling, b: KeySpelling) -> Bool { a === b }

    /// Hashes the identity of the instance.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
