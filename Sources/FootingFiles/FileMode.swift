/// The permissions of a file, with the bits for set-user-ID (04000), set-group-ID (02000) and
/// sticky (01000).
package struct FileMode: Equatable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The mode of a new file, before the system removes the permissions in the process's mask.
    package static let standard = Self(rawValue: 0o666)
    /// The mode of a file that only its owner may read and write.
    package static let `private` = Self(rawValue: 0o600)

    /// The mode of a new folder, before the system removes the permissions in the process's mask.
    package static let standardFolder = Self(rawValue: 0o777)
    /// The mode of a folder that only its owner may use.
    package static let privateFolder = Self(rawValue: 0o700)

    /// Whether a folder of this mode lets every user create files, and remove only their own.
    package var isSharedFolder: Bool { rawValue & 0o1002 == 0o1002 }

    /// Returns the mode of a copy that may have another owner or another group.
    ///
    /// A set-user-ID program must not run as another user than before, and a different group gets
    /// only the permissions of all other users.
    package func restricted(hasOwner: Bool, hasGroup: Bool) -> Self {
        let others = rawValue & 0o007
        let mode = hasOwner ? rawValue : rawValue & ~0o4000
        return Self(rawValue: hasGroup ? mode : mode & ~0o2070 | mode & others << 3)
    }
}
