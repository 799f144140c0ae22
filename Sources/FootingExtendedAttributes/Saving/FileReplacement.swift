import CExtendedAttributes
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
            guard !path.isRefused else {
                throw ExtendedAttributeError(.invalidPath, .save, name: nil, path: path.bytes)
            }
            var report = try withPlace { place throws(ExtendedAttributeError) in
                try save(content, at: place, complete)
            }
            report.issues = report.issues.map { $0.whileSaving(path) }
            return report
        } catch {
            throw error.whileSaving(path)
        }
    }

    private func save(
        _ content: Data,
        at place: FilePlace,
        _ complete: (ExtendedAttributes) throws(ExtendedAttributeError) -> Void
    ) throws(ExtendedAttributeError) -> ExtendedAttributeReport {
        // Opened first, so that a folder that can't be opened fails before anything is changed.
        let flushed = synchronizes ? try openForFlushing(place.calls) : nil
        defer { if let flushed { footing_file_close(flushed) } }
        // The old file's permissions are set at the end; until then only the owner may read the
        // content. If there is no old file, the new file gets default permissions.
        let mode: UInt32 = place.old == nil ? 0o666 : 0o600
        let (file, temporary) = try create(in: place.calls, mode: mode)
        let report: ExtendedAttributeReport
        do throws(ExtendedAttributeError) {
            report = try fill(file, with: content, for: place, complete)
            try check(place.calls.rename(temporary, to: place.name))
        } catch {
            guard place.calls.remove(temporary) < 0 else { throw error }
            var error = error
            let folder = FileCalls.path(of: place.calls.folder)
            error.leftover = folder + [UInt8(ascii: "/")] + temporary.bytes
            throw error
        }
        if let flushed { try check(footing_file_flush_folder(flushed)) }
        return report
    }

    /// Writes the new file's content, attributes and permissions, and closes it.
    private func fill(
        _ file: Int32,
        with content: Data,
        for place: FilePlace,
        _ complete: (ExtendedAttributes) throws(ExtendedAttributeError) -> Void
    ) throws(ExtendedAttributeError) -> ExtendedAttributeReport {
        var isOpen = true
        defer { if isOpen { footing_file_close(file) } }
        try check(FolderCalls.write(content, to: file))
        let report = try finish(file, at: place, complete)
        if synchronizes { try check(footing_file_flush(file)) }
        isOpen = false
        // Some volumes report a lack of space only on closing.
        try check(footing_file_close(file))
        return report
    }

    /// Creates an empty file with an unpredictable name.
    private func create(
        in folder: FolderCalls,
        mode: UInt32
    ) throws(ExtendedAttributeError) -> (file: Int32, name: SystemPath) {
        var tries = 16
        while true {
            let name = Self.randomName()
            let result = folder.create(name, mode: mode)
            tries -= 1
            // A name is taken with a probability of 2^-64, or on a faulty volume.
            if result == -Int(EEXIST), tries > 0 { continue }
            if result == -Int(ENOENT) { try checkExistence(of: folder) }
            return (try check(result), name)
        }
    }

    /// Throws if a folder exists in which the system has just refused to create a file as if the
    /// folder did not exist, as it does in `/proc`.
    private func checkExistence(of folder: FolderCalls) throws(ExtendedAttributeError) {
        var facts = footing_file_facts()
        try check(FolderCalls.look(at: folder.folder, into: &facts))
        guard facts.links > 0 else { return }
        throw ExtendedAttributeError(
            .notPermitted,
            .save,
            name: nil,
            path: path.bytes,
            errno: ENOENT
        )
    }

    /// Returns `.footing-` and 64 random bits, written with the letters from a to p.
    private static func randomName() -> SystemPath {
        var name = Array(".footing-".utf8)
        var bits = UInt64.random(in: 0...UInt64.max)
        for _ in 0..<16 {
            name.append(UInt8(ascii: "a") &+ UInt8(truncatingIfNeeded: bits & 15))
            bits >>= 4
        }
        return SystemPath(name)
    }

    private func openForFlushing(_ place: FolderCalls) throws(ExtendedAttributeError) -> Int32 {
        try check(place.openFolder(.dot, toFlush: true))
    }

    /// Sets the new file's attributes, owner, group and permissions.
    private func finish(
        _ file: Int32,
        at place: FilePlace,
        _ complete: (ExtendedAttributes) throws(ExtendedAttributeError) -> Void
    ) throws(ExtendedAttributeError) -> ExtendedAttributeReport {
        let attributes = ExtendedAttributes(fileDescriptor: file)
        guard let old = place.old else {
            try complete(attributes)
            return ExtendedAttributeReport()
        }
        let oldAttributes = ExtendedAttributes(fileDescriptor: old.file)
        let kept = selection.excluding(Self.boundToContent)
        var report = try oldAttributes.copy(kept, to: attributes)
        // The record counts as selected only by its name.
        let selected = selection.forAnotherContent
        for name in Self.boundToContent.sorted() where selected.contains(name) {
            guard try oldAttributes.dataIfSupported(for: name) != nil else { continue }
            report.add(ExtendedAttributeError(.boundToContent, .save, name: name, path: path.bytes))
        }
        try complete(attributes)
        // Last, because the process may lose the right to change the file.
        let mode = try takeOwnership(file, from: old.facts)
        try takeAccessList(attributes, from: oldAttributes)
        try check(footing_file_permit(file, mode))
        return report
    }

    /// Sets the owner and the group of the old file, if this process may, and returns the
    /// permissions that the new file may then have.
    private func takeOwnership(
        _ file: Int32,
        from old: footing_file_facts
    ) throws(ExtendedAttributeError) -> UInt32 {
        var new = footing_file_facts()
        try check(FolderCalls.look(at: file, into: &new))
        if new.owner == old.owner, new.group == old.group { return old.mode }
        if footing_file_give(file, old.owner, old.group) == 0 { return old.mode }
        let unchanged = UInt32.max
        let hasOwner = new.owner == old.owner
        let hasGroup =
            new.group == old.group || footing_file_give(file, unchanged, old.group) == 0
        var mode = old.mode
        // A set-user-ID program must not run as another user than before.
        if !hasOwner { mode &= ~0o4000 }
        // A different group gets only the permissions of all other users.
        if !hasGroup { mode &= ~0o2070 | (mode & 0o007) << 3 }
        return mode
    }

    /// Copies the access control list, which is part of the permissions.
    ///
    /// With a list, the group bits of the mode limit the rights that the list grants, so the same
    /// mode without the list has another meaning. A list that the new file inherited from the
    /// folder is removed.
    private func takeAccessList(
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

    /// Throws if the result of a call is a negated error number, and returns it otherwise.
    @discardableResult
    func check(_ result: Int) throws(ExtendedAttributeError) -> Int32 {
        let number = Int32(truncatingIfNeeded: result)
        guard number >= 0 else { throw failure(0 &- number) }
        return number
    }

    func failure(_ number: Int32) -> ExtendedAttributeError {
        ExtendedAttributeError(number, .save, name: nil, path: path.bytes)
    }
}

extension ExtendedAttributes {
    /// Returns a value, or `nil` if there is none or the volume does not support the attribute.
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
