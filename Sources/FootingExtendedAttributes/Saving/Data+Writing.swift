public import Foundation

extension Data {
    /// Replaces the content of the file at `url` in one step, and keeps its attributes.
    ///
    /// ```swift
    /// try Data("It was a bright cold day in April.".utf8)
    ///     .write(to: draft, keepingExtendedAttributes: .user)
    /// ```
    ///
    /// Other processes see the old file or the new one, each with its attributes and never a part; an
    /// error leaves the old file as it was. Foundation's `write(to:options:)` with `.atomic` loses the
    /// attributes.
    ///
    /// The new file gets the old one's permissions, and on Linux its access control list. It also
    /// gets the owner and the group, as far as this process may change them; otherwise it loses the
    /// set-user-ID and set-group-ID bits, and another group gets no more rights than all others. A
    /// file without a predecessor has no attributes and the permissions of any new file.
    ///
    /// `security.capability` and the record of a download (``HTTPCacheRecord``) are never kept.
    /// Exclude the attributes that describe the old content only:
    ///
    /// ```swift
    /// let lasting = ExtendedAttributeSelection.user.excluding(["user.example.checksum"])
    /// try revised.write(to: draft, keepingExtendedAttributes: lasting)
    /// ```
    ///
    /// The process needs the right to create files in the folder. If it is killed, a hidden file can
    /// remain whose name begins with `.footing-`. A read-only file is replaced, as by every rename, and
    /// the file's other hard links keep the old content.
    ///
    /// Do not save as a privileged user in a folder where everyone can create files, such as `/tmp`.
    /// Another user can create the file beforehand, and the new content then goes to a file with
    /// that user as its owner. Symbolic links of other users in such a folder are not followed.
    ///
    /// - Parameters:
    ///   - url: The file. A symbolic link there stays, and the file behind it is replaced or created.
    ///   - selection: The attributes to keep.
    ///   - followingSymlinks: Whether to follow a symbolic link at `url`. With `false`, the link itself
    ///     is replaced by a file without attributes.
    ///   - synchronizing: Whether to wait until the new file is on the storage itself, so that one of
    ///     the two files survives a power failure whole.
    /// - Returns: The attributes that were kept, and those that the system refused to store, as
    ///   ``ExtendedAttributes/copy(_:to:removingOthers:)`` reports them.
    /// - Throws: ``ExtendedAttributeError`` with the operation
    ///   ``ExtendedAttributeError/Operation/save`` and the path of `url`. Only a regular file is
    ///   replaced. With `synchronizing`, the new file can be in place although the folder failed to
    ///   reach the storage. ``ExtendedAttributeError/leftoverPath`` names a temporary file that could
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
