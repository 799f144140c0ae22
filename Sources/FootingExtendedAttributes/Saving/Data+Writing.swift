public import Foundation

extension Data {
    /// Replaces the content of the file at `url` in one step, and keeps its attributes.
    ///
    /// ```swift
    /// try Data("It was a bright cold day in April.".utf8)
    ///     .write(to: draft, keepingExtendedAttributes: .user)
    /// ```
    ///
    /// Others see the old file or the new one, each with its attributes, and never a part; if this
    /// throws, the old file is still there as it was. Foundation's own `write(to:options:)` loses the
    /// attributes when it is asked to be `.atomic`.
    ///
    /// The new file gets the old one's permissions, and on Linux its access control list. It gets the
    /// owner and the group, too, as far as this process may give files away; where it may not,
    /// it loses the right to be run as them, and another group gets no more rights than everyone. If there
    /// was no file, the new one has no attributes and the permissions of any new file.
    ///
    /// Not kept are `security.capability` and the record of a download (``HTTPCacheRecord``), whatever
    /// is selected, and what you exclude. Exclude what is true of the old content only:
    ///
    /// ```swift
    /// let lasting = ExtendedAttributeSelection.user.excluding(["user.example.checksum"])
    /// try revised.write(to: draft, keepingExtendedAttributes: lasting)
    /// ```
    ///
    /// This needs the right to create files in the folder, where a process that is killed in the
    /// middle leaves a hidden file with a name that begins with `.footing-`. It replaces a file that
    /// may not be written to, as all replacing does, and ends what hard links share.
    ///
    /// - Parameters:
    ///   - url: The file. A symbolic link there stays, and the file that it leads to is replaced or
    ///     created.
    ///   - selection: The attributes to keep.
    ///   - followingSymlinks: Whether that is so. Otherwise the link itself is replaced, by a file
    ///     that keeps nothing.
    ///   - synchronizing: Whether to wait until the new file is on the storage itself, so that a
    ///     failure of power leaves one of the two whole.
    /// - Returns: The attributes that were kept, and those that the system refused to take, as
    ///   ``ExtendedAttributes/copy(_:to:removingOthers:)`` tells them.
    /// - Throws: ``ExtendedAttributeError``, of which the operation is
    ///   ``ExtendedAttributeError/Operation/save`` and the path that of `url`, if the file can't be
    ///   saved with its attributes. Something other than a regular file is never replaced. Only with
    ///   `synchronizing` can the new file be there already: if the folder fails to reach the storage.
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
