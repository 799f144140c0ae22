/// The permissions of a file, with the bits for set-user-ID, set-group-ID and sticky.
package struct FileMode: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    private static let setUserID = Self(rawValue: 0o4000)
    private static let setGroupID = Self(rawValue: 0o2000)
    private static let sticky = Self(rawValue: 0o1000)
    private static let group = Self(rawValue: 0o070)
    private static let others = Self(rawValue: 0o007)
    private static let writableByOthers = Self(rawValue: 0o002)

    /// The mode of a new file, before the system removes the permissions in the process's mask.
    package static let standard = Self(rawValue: 0o666)
    /// The mode of a file that only its owner may read and write.
    package static let `private` = Self(rawValue: 0o600)

    /// The mode of a new folder, before the system removes the permissions in the process's mask.
    package static let standardFolder = Self(rawValue: 0o777)
    /// The mode of a folder that only its owner may use.
    package static let privateFolder = Self(rawValue: 0o700)

    /// Whether a folder of this mode lets every user create files, and remove only their own.
    package var isSharedFolder: Bool { isSuperset(of: [.sticky, .writableByOthers]) }

    /// Returns the mode of a copy that may have another owner or another group.
    ///
    /// A set-user-ID program must not run as another user than before, and a different group gets
    /// only the permissions of all other users.
    package func restricted(hasOwner: Bool, hasGroup: Bool) -> Self {
        var mode = hasOwner ? self : subtracting(.setUserID)
        if !hasGroup {
            let ofOthers = Self(rawValue: intersection(.others).rawValue << 3)
            mode.subtract([.setGroupID, .group.subtracting(ofOthers)])
        }
        return mode
    }
}
