/// A file or link that is created under a temporary name, and gets its own when it is complete.
///
/// The temporary name may be its own, which must be free then. Until it is complete, the file is
/// removed with the last reference.
package final class NewFile {
    /// The folder, and the name of the complete file there.
    package let folder: Folder
    package let name: SystemPath
    private let temporaryName: SystemPath
    /// The open file, until it is closed.
    private var file: Descriptor?
    private var isTemporary = false
    private let isLink: Bool
    /// The size of the file, if a hole is its end.
    private var sizeWithHole: Int?

    /// Creates a file, with permissions that the process's mask reduces.
    package init(
        _ name: SystemPath,
        in folder: Folder,
        mode: FileMode,
        temporaryName: SystemPath = .temporaryName()
    ) throws(ErrorNumber) {
        (self.name, self.folder, self.temporaryName, isLink) = (name, folder, temporaryName, false)
        file = try folder.create(temporaryName, mode: mode)
        isTemporary = true
    }

    /// Creates a link by `make`, which is called with the temporary name.
    package init(
        link name: SystemPath,
        in folder: Folder,
        temporaryName: SystemPath = .temporaryName(),
        _ make: (SystemPath) throws(ErrorNumber) -> Void
    ) throws(ErrorNumber) {
        (self.name, self.folder, self.temporaryName, isLink) = (name, folder, temporaryName, true)
        try make(temporaryName)
        isTemporary = true
    }

    deinit {
        if isTemporary { try? folder.remove(temporaryName) }
    }

    /// Whether the file was created with its own name.
    package var hasOwnName: Bool { temporaryName == name }

    /// The identities of this file and of the file that it may replace.
    package var identities: Set<FileIdentity> {
        Set([temporaryName, name].compactMap { try? folder.identity(of: $0) })
    }

    /// Writes bytes after those before, or replaces bytes from an offset on; returns the error.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int? = nil) -> ErrorNumber? {
        if let offset { return unsafe file?.write(bytes, at: offset) ?? nil }
        sizeWithHole = nil
        return unsafe file?.write(bytes) ?? nil
    }

    /// Leaves a hole, whose bytes are zeros.
    package func skip(_ count: Int) throws(ErrorNumber) {
        sizeWithHole = try file?.skip(count)
    }

    /// Waits until the content is flushed to the storage device.
    package func sync() throws(ErrorNumber) { try file?.sync() }

    /// Sets the permissions and the modification time, and closes the file.
    package func close(
        mode: FileMode? = nil,
        modified: (seconds: Int64, nanoseconds: Int64)? = nil
    ) throws(ErrorNumber) {
        if let sizeWithHole { try file?.resize(to: sizeWithHole) }
        if let mode { try file?.chmod(mode) }
        if let modified { try file?.setModified(modified) }
        try file.take()?.close()
    }

    /// Sets the permissions of the file that this one replaces, or leaves its own, and closes it.
    ///
    /// The bits for set-user-ID and set-group-ID are never set. A file with another owner or group
    /// than the old one gets what ``FileMode/restricted(hasOwner:hasGroup:)`` leaves.
    package func close(keepingPermissionsOf old: FileStatus?) throws(ErrorNumber) {
        guard let old, let number = file?.number else { return try close() }
        let new = try FileStatus(ofDescriptor: number)
        let mode = old.mode.restricted(
            hasOwner: old.owner == new.owner,
            hasGroup: old.group == new.group
        )
        try close(mode: FileMode(rawValue: mode.rawValue & 0o1777))
    }

    /// Gives the closed file its name, and returns false if it is taken and not to be replaced.
    package func rename(replacing: Bool) throws(ErrorNumber) -> Bool {
        if hasOwnName {
            isTemporary = false
            return true
        }
        let isRenamed = try folder.rename(temporaryName, to: name, replacing: replacing)
        // If both are names of one file, the system does nothing.
        isTemporary = !isRenamed || isLink && replacing
        return isRenamed
    }
}

@available(*, unavailable, message: "A file is written by one owner at a time.")
extension NewFile: @unchecked Sendable {}
