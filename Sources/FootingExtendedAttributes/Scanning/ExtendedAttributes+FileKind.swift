import FootingFiles

extension ExtendedAttributes {
    /// The type of a file in a scan; links are not followed.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum FileKind: Hashable, Sendable {
        /// A regular file.
        case file
        /// A folder.
        case folder
        /// A symbolic link.
        case symbolicLink
        /// A pipe, a socket, a device, or an unknown type.
        case other
    }
}

extension ExtendedAttributes.FileKind {
    init(_ kind: FileKind) {
        switch kind {
        case .file: self = .file
        case .folder: self = .folder
        case .symbolicLink: self = .symbolicLink
        case .other: self = .other
        }
    }
}
