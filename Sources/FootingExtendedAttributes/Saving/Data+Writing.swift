import FootingFiles
public import Foundation

extension Data {
    /// Replaces the content of the file at `url` atomically, and keeps its extended attributes.
    ///
    /// ```swift
    /// try Data("It was a bright cold day in April.".utf8)
    ///     .write(to: draft, keepingExtendedAttributes: .user)
    /// ```
    ///
    /// Other processes see either the old or the new file, complete and with its attributes. An
    /// error leaves the old file unchanged. Foundation's `write(to:options:)` with `.atomic` loses
    /// the attributes.
    ///
    /// The new file gets the permissions of the old file, and on Linux its access control list. It
    /// also gets the owner and the group, if this process may set them; otherwise the new file
    /// loses the set-user-ID and set-group-ID bits, and a different group gets only the permissions
    /// of all other users. If there is no old file, the new file has no attributes and default
    /// permissions.
    ///
    /// `security.capability` and the record of a download (``HTTPCacheRecord``) are never kept. If
    /// the selection names one that the file has, the report has an issue
    /// (``ExtendedAttributeError/Code/boundToContent``); ``ExtendedAttributeSelection/all`` selects
    /// neither. Exclude other attributes that describe only the old content:
    ///
    /// ```swift
    /// let lasting = ExtendedAttributeSelection.user.excluding(["user.example.checksum"])
    /// let report = try revised.write(to: draft, keepingExtendedAttributes: lasting)
    /// for issue in report.issues { print("Not kept:", issue) }
    /// ```
    ///
    /// The process needs permission to create files in the folder. If the process is killed, a
    /// hidden file can remain whose name begins with `.footing-`. A read-only file is replaced,
    /// too, as by any rename. Other hard links of the file keep the old content.
    ///
    /// Do not save as a privileged user in a folder where every user can create files, such as
    /// `/tmp`. Another user can create the file first, and is then the owner of the new file.
    /// Symbolic links of other users in such a folder are not followed.
    ///
    /// - Parameters:
    ///   - url: The file. A symbolic link stays, and its target is replaced or created.
    ///   - selection: The attributes to keep.
    ///   - followingSymlinks: Whether to follow a symbolic link at `url`. With `false`, the link
    ///     itself is replaced by a file without attributes.
    ///   - synchronizing: Whether to wait until the new file is flushed to the storage device, so
    ///     that either the old or the new file is complete after a power failure.
    /// - Returns: The attributes that were kept, and those that the system refused to store, as in
    ///   ``ExtendedAttributes/copy(_:to:removingOthers:)``.
    /// - Throws: ``ExtendedAttributeError`` with the operation
    ///   ``ExtendedAttributeError/Operation/save`` and the path of `url`. Only a regular file is
    ///   replaced. With `synchronizing`, the new file can be in place even though flushing the
    ///   folder failed. ``ExtendedAttributeError/leftoverPath`` names a temporary file that could
    ///   not be removed.
    /// - Complexity: O(*n*) in the sizes of the content and the attributes.
    @discardableResult
    public func write(
        to url: URL,
        keepingExtendedAttributes selection: ExtendedAttributeSelection,
        followingSymlinks: Bool = true,
        synchronizing: Bool = false
    ) throws(ExtendedAttributeError) -> ExtendedAttributeReport {
        let replacement = FileReplacement(
            path: SystemPath(url),
            selection: selection,
            followsSymlinks: followingSymlinks,
            synchronizes: synchronizing
        )
        return try replacement(with: self)
    }
}
