import CExtendedAttributes
import Foundation

/// Puts new content in the place of a file, together with the old file's attributes.
///
/// All is prepared in a temporary file beside the old one, which then takes its place in one step:
/// nobody sees a part of it.
struct FileReplacement {
    /// The attributes that are never carried from one content to another.
    ///
    /// They say something about the bytes, or were granted because of them. The kernel itself takes
    /// capabilities from a file that is written to.
    static let boundToContent: Set<ExtendedAttributeName> = [
        "security.capability", HTTPCacheRecord.attributeName,
    ]

    /// The file, as the caller named it.
    let path: SystemPath
    /// The attributes to keep; those that are bound to the content are not.
    let selection: ExtendedAttributeSelection
    /// Whether a link at the end of the path stays, and the file that it leads to is replaced.
    var followsSymlinks = true
    /// Whether to wait until all is on the storage itself.
    var synchronizes = false

    /// Writes `content` and puts it in the file's place.
    ///
    /// - Parameters:
    ///   - content: What the file is to hold.
    ///   - complete: Takes the attributes of the temporary file, when its content is written and the
    ///     old attributes are with it, to add what is new. Its size and time of modification are
    ///     those that the file will have. What it throws leaves the old file alone.
    /// - Returns: What became of the old file's attributes.
    /// - Throws: Errors about saving the file at the path, whatever step has failed.
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

    /// Makes the new file and puts it in its place.
    private func save(
        _ content: Data,
        at place: FilePlace,
        _ complete: (ExtendedAttributes) throws(ExtendedAttributeError) -> Void
    ) throws(ExtendedAttributeError) -> ExtendedAttributeReport {
        // Opened before anything is changed, in case that it must not be.
        let flushed = synchronizes ? try openForFlushing(place.calls) : nil
        defer { if let flushed { footing_file_close(flushed) } }
        // Nobody else may see the content of a file of which the permissions are not yet set. Those
        // of a file without a predecessor are what the system gives to new ones.
        let mode: UInt32 = place.old == nil ? 0o666 : 0o600
        let (file, temporary) = try create(in: place.calls, mode: mode)
        var isOpen = true
        var isInPlace = false
        defer {
            if isOpen { footing_file_close(file) }
            if !isInPlace { place.calls.remove(temporary) }
        }
        try check(FolderCalls.write(content, to: file))
        let report = try finish(file, at: place, complete)
        if synchronizes { try check(footing_file_flush(file)) }
        isOpen = false
        // Some volumes tell only now that there was no space.
        try check(footing_file_close(file))
        try check(place.calls.rename(temporary, to: place.name))
        isInPlace = true
        if let flushed { try check(footing_file_flush_folder(flushed)) }
        return report
    }

    /// Creates an empty file with a name that nobody expects.
    private func create(
        in folder: FolderCalls,
        mode: UInt32
    ) throws(ExtendedAttributeError) -> (file: Int32, name: SystemPath) {
        var tries = 16
        while true {
            let name = Self.unexpectedName()
            let result = folder.create(name, mode: mode)
            tries -= 1
            // Taken already, by a chance in 2^64 or by a volume that is not to be trusted.
            if result == -Int(EEXIST), tries > 0 { continue }
            return (try check(result), name)
        }
    }

    /// Returns `.footing-` and 64 random bits, spelled with the letters from a to p.
    private static func unexpectedName() -> SystemPath {
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

    /// Gives the new file all but its content.
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
        let report = try oldAttributes.copy(kept, to: attributes)
        try complete(attributes)
        // Last, since they may take away the right to do all this.
        let mode = try takeOwnership(file, from: old.facts)
        try takeAccessList(attributes, from: oldAttributes)
        try check(footing_file_permit(file, mode))
        return report
    }

    /// Gives the file to the owner and the group of the old one, as far as this process may, and
    /// returns the permissions that it can have then.
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
        // Nobody becomes someone else by running the file.
        if !hasOwner { mode &= ~0o4000 }
        // Another group may do what everybody may.
        if !hasGroup { mode &= ~0o2070 | (mode & 0o007) << 3 }
        return mode
    }

    /// Gives the file the old one's access control list, which counts as permissions.
    ///
    /// Without it, the permissions would mean something else: those of the group are then the most
    /// that the list grants. A list that the folder has given to the new file has to go.
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
    /// Returns a value, or `nil` also if the volume knows no attribute of this kind.
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
    /// The same failure, told as one of saving the file at `path`.
    fileprivate func whileSaving(_ path: SystemPath) -> Self {
        Self(code, .save, name: name, path: path.bytes, errno: errno, expected: expected)
    }
}
