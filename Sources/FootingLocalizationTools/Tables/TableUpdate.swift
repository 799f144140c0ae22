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

    /// Choices for an update: change a copy of ``standard``.
    public struct Options: Hashable, Sendable {
        /// Whether new entries of catalogs get the state `manual`, for keys that Xcode doesn't see,
        /// and such entries follow their defaults until somebody edits the source string.
        public var marksManual = false
        /// Whether stale entries without a translation are removed, unless another entry has the
        /// key.
        public var prunes = false
        /// Whether entries become stale even if they are more than half of those that Xcode
        /// extracted.
        public var allowsManyStale = false

        /// The options of a build in Xcode: none of the choices.
        public static let standard = Options()
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
