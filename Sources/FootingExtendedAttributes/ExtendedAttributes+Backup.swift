import Foundation

extension ExtendedAttributes {
    /// Whether the file is marked for exclusion from backups.
    ///
    /// On Linux this is `true` if the attribute `user.xdg.robots.backup` has exactly the value
    /// `false`, as freedesktop.org proposes and `borg` expects. On Darwin it is the attribute of
    /// `URLResourceValues.isExcludedFromBackup`, which Time Machine reads and which Foundation
    /// ignores on Linux.
    ///
    /// Only the file itself is checked: this is `false` for an unmarked file in a marked folder.
    ///
    /// Many backup programs ignore the attribute: check the documentation of yours.
    ///
    /// - Throws: ``ExtendedAttributeError`` if the file or its attributes can't be reached.
    public var isExcludedFromBackup: Bool {
        get throws(ExtendedAttributeError) {
            try data(for: Platform.backupExclusion.name) == Platform.backupExclusion.value
        }
    }

    /// Marks the file for exclusion from backups, or, with `false`, removes the mark.
    ///
    /// The mark of a folder includes its content. `false` removes the attribute, whatever its
    /// value. See ``isExcludedFromBackup``.
    ///
    /// - Throws: ``ExtendedAttributeError`` if the file's attributes can't be changed.
    public func setExcludedFromBackup(_ isExcluded: Bool) throws(ExtendedAttributeError) {
        if isExcluded {
            try set(Platform.backupExclusion.value, for: Platform.backupExclusion.name)
        } else {
            try remove(Platform.backupExclusion.name)
        }
    }
}

/// An attribute that marks a file for exclusion from backups.
struct BackupExclusion {
    let name: ExtendedAttributeName
    let value: Data

    /// The attribute that `borg` reads, from freedesktop.org's common extended attributes.
    static let freedesktop = Self(
        name: "user.xdg.robots.backup",
        value: Data("false".utf8)
    )

    /// The attribute of Darwin's `isExcludedFromBackup` and `tmutil addexclusion`: the name of the
    /// requesting program, as a binary property list.
    static let apple = Self(
        name: "com.apple.metadata:com_apple_backup_excludeItem",
        value: (try? PropertyListSerialization.data(
            fromPropertyList: "com.apple.backupd",
            format: .binary,
            options: 0
        )) ?? Data()
    )
}
