import FootingFiles
import Foundation

/// Replaces a file's content, and keeps the old file's attributes.
///
/// The new file is written under a temporary name in the same folder and then renamed, so other
/// processes see either the old or the new file, complete.
struct FileReplacement {
    /// The attributes that are never kept for new content.
    ///
    /// They describe the content, or were granted because of it. The kernel also removes
    /// capabilities from a file when it is written.
    static let boundToContent: Set<ExtendedAttributeName> = [
        "security.capability", HTTPCacheRecord.attributeName,
    ]

    /// The file, as the caller named it.
    let path: SystemPath
    /// The attributes to keep, apart from those that are bound to the content.
    let selection: ExtendedAttributeSelection
    /// Whether a link at the end of the path stays, and its target is replaced.
    var followsSymlinks = true
    /// Whether to wait until the new file is flushed to the storage device.
    var synchronizes = false

    /// Writes `content` to a new file and renames it.
    ///
    /// - Parameters:
    ///   - content: The new content.
    ///   - complete: Adds attributes to the temporary file, after its content and the old
    ///     attributes are written. The file's size and modification time are final. An error of
    ///     `complete` leaves the old file unchanged.
    /// - Returns: The old file's attributes that were kept, and those that the system refused.
    /// - Throws: An error with the operation `save` and the file's path, whichever step failed.
    func callAsFunction(
        with content: Data,
        complete: (ExtendedAttributes) throws(ExtendedAttributeError) -> Void = { _ in }
    ) throws(ExtendedAttributeError) -> ExtendedAttributeReport {
        do throws(ExtendedAttributeError) {
            if path.isRefused { throw failure(.invalidPath) }
            var report = try save(content, at: findTarget(), complete)
            report.issues = report.issues.map { $0.whileSaving(path) }
            return report
        } catch {
            throw error.whileSaving(path)
        }
    }

    private func save(
        _ content: Data,
        at target: SaveTarget,
        _ complete: (ExtendedAttributes) throws(ExtendedAttributeError) -> Void
    ) throws(ExtendedAttributeError) -> ExtendedAttributeReport {
        let folder = target.folder
        // Opened first, so that a folder that can't be opened fails before anything is changed.
        let flushed = synchronizes ? try check(folder.openForReading()) : nil
        // Not repeated with another name: that this one exists has a probability of 2⁻⁶⁴.
        let name = SystemPath.temporaryName()
        let new = try create(name, at: target)
        let report: ExtendedAttributeReport
        do throws(ExtendedAttributeError) {
            report = try fill(new, with: content, for: target, complete)
            do throws(ErrorNumber) {
                try new.close()
                try folder.rename(name, to: target.name)
            } catch {
                throw failure(error.value)
            }
        } catch {
            guard (try? folder.remove(name)) == nil else { throw error }
            var error = error
            error.leftover =
                SystemPath.current(ofDescriptor: folder.number) + "/".utf8 + name.bytes
            throw error
        }
        if let flushed { try check(flushed.syncNames()) }
        return report
    }

    /// Writes the new file's content, attributes, owner, group and permissions.
    private func fill(
        _ file: borrowing Descriptor,
        with content: Data,
        for target: SaveTarget,
        _ complete: (ExtendedAttributes) throws(ExtendedAttributeError) -> Void
    ) throws(ExtendedAttributeError) -> ExtendedAttributeReport {
        if let failure = unsafe content.withUnsafeBytes({ unsafe file.write($0) }) {
            throw self.failure(failure.value)
        }
        // The old file stays open for `old`.
        defer { withExtendedLifetime(target) {} }
        let attributes = ExtendedAttributes(fileDescriptor: file.number)
        var report = ExtendedAttributeReport()
        let old = target.old.map { ExtendedAttributes(fileDescriptor: $0.file.number) }
        if let old { report = try copyAttributes(attributes, from: old) }
        try complete(attributes)
        if let old, let status = target.old?.status {
            // Last, because the process may lose the right to change the file.
            let mode = try copyOwner(file, from: status)
            try copyAccessList(attributes, from: old)
            try check(file.chmod(mode))
        }
        if synchronizes { try check(file.sync()) }
        return report
    }

    /// Creates an empty temporary file.
    private func create(
        _ name: SystemPath,
        at target: SaveTarget
    ) throws(ExtendedAttributeError) -> Descriptor {
        // The old file's permissions are set at the end; until then only the owner may read the
        // content. If there is no old file, the new file gets default permissions.
        let mode: FileMode = target.old == nil ? .standard : .private
        do throws(ErrorNumber) {
            return try target.folder.create(name, mode: mode)
        } catch {
            // In some folders, such as `/proc`, the system refuses to create a file as if the
            // folder did not exist.
            guard error.value == ENOENT, try check(target.folder.status()).isNamed else {
                throw failure(error.value)
            }
            throw failure(.notPermitted, errno: ENOENT)
        }
    }

    /// Copies the selected attributes, except for those that are bound to the content.
    private func copyAttributes(
        _ new: ExtendedAttributes,
        from old: ExtendedAttributes
    ) throws(ExtendedAttributeError) -> ExtendedAttributeReport {
        var report = try old.copy(selection.excluding(Self.boundToContent), to: new)
        // The record counts as selected only by its name.
        let selected = selection.forAnotherContent
        for name in Self.boundToContent.sorted() where selected.contains(name) {
            guard try old.dataIfSupported(for: name) != nil else { continue }
            report.add(failure(.boundToContent, name))
        }
        return report
    }

    /// Sets the owner and the group of the old file, if this process may, and returns the
    /// permissions that the new file may then have.
    private func copyOwner(
        _ file: borrowing Descriptor,
        from old: FileStatus
    ) throws(ExtendedAttributeError) -> FileMode {
        let new = try check(FileStatus(ofDescriptor: file.number))
        if new.owner == old.owner, new.group == old.group { return old.mode }
        if (try? file.chown(owner: old.owner, group: old.group)) != nil { return old.mode }
        let hasOwner = new.owner == old.owner
        let hasGroup = new.group == old.group || (try? file.chown(group: old.group)) != nil
        return old.mode.restricted(hasOwner: hasOwner, hasGroup: hasGroup)
    }

    /// Copies the access control list, which is part of the permissions.
    ///
    /// With a list, the group bits of the mode limit the rights that the list grants, so the same
    /// mode without the list has another meaning. A list that the new file inherited from the
    /// folder is removed.
    private func copyAccessList(
        _ new: ExtendedAttributes,
        from old: ExtendedAttributes
    ) throws(ExtendedAttributeError) {
        let name: ExtendedAttributeName = "system.posix_acl_access"
        if let list = try old.dataIfSupported(for: name) {
            try new.set(list, for: name)
        } else if try new.dataIfSupported(for: name) != nil {
            try new.remove(name)
        }
    }

    /// Returns the result of `body`, and throws its error as that of this save.
    func check<Result: ~Copyable>(
        _ body: @autoclosure () throws(ErrorNumber) -> Result
    ) throws(ExtendedAttributeError) -> Result {
        do throws(ErrorNumber) {
            return try body()
        } catch {
            throw failure(error.value)
        }
    }

    func failure(_ number: Int32) -> ExtendedAttributeError {
        ExtendedAttributeError(number, .save, name: nil, path: path.bytes)
    }

    func failure(
        _ code: ExtendedAttributeError.Code,
        _ name: ExtendedAttributeName? = nil,
        errno: Int32? = nil
    ) -> ExtendedAttributeError {
        ExtendedAttributeError(code, .save, name: name, path: path.bytes, errno: errno)
    }
}

extension ExtendedAttributes {
    /// Returns a value, or `nil` for a missing attribute or one that the volume does not support.
    fileprivate func dataIfSupported(
        for name: ExtendedAttributeName
    ) throws(ExtendedAttributeError) -> Data? {
        do throws(ExtendedAttributeError) {
            return try data(for: name)
        } catch {
            guard error.code == .unsupported else { throw error }
            return nil
        }
    }
}

extension ExtendedAttributeError {
    /// The same error with the operation `save` and the given path.
    fileprivate func whileSaving(_ path: SystemPath) -> Self {
        var error = Self(
            code,
            .save,
            name: name,
            path: path.bytes,
            errno: errno,
            expected: expected
        )
        error.leftover = leftover
        return error
    }
}
