/// The changes of a table by the keys of sources.
public struct TableUpdate: Hashable, Sendable {
    /// A change of one entry.
    public struct Change: Hashable, Sendable {
        /// A kind of change.
        ///
        /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
        @nonexhaustive public enum Kind: Hashable, Sendable {
            /// The entry is new.
            case added
            /// The comment, the source string or the state of the entry is another.
            case changed
            /// No source uses the entry any more.
            case stale
            /// The entry was stale and had no translation, and no other entry has its key.
            case removed
        }

        /// The kind of change.
        public let kind: Kind
        /// The key of the entry.
        public let key: String
    }

    /// Choices for an update.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The bits of the choices.
        public let rawValue: Int

        /// Creates choices from their bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// New entries of catalogs get the state `manual`, for keys that Xcode doesn't see.
        public static let marksManual = Options(rawValue: 1)
        /// Stale entries without a translation are removed, unless another entry has the key.
        public static let prunes = Options(rawValue: 2)
        /// Entries become stale even if they are more than half of those that Xcode extracted.
        public static let allowsManyStale = Options(rawValue: 4)
    }

    /// The changes: those of existing entries in the order of the table, then the new entries in
    /// the order of the sources.
    public let changes: [Change]
}

extension TableUpdate.Change: CustomStringConvertible {
    /// The change on one line: `+ key` for a new entry, `~ key` for a changed one, and `- key` for
    /// a stale or removed one.
    public var description: String {
        switch kind {
        case .added: "+ \(key)"
        case .changed: "~ \(key)"
        case .stale, .removed: "- \(key)"
        }
    }
}
