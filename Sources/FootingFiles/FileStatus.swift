import CFooting

/// The system's record of a file.
package struct FileStatus: Sendable {
    private let status: footing_status

    package var kind: FileKind { FileKind(ofMode: status.mode) }
    package var identity: FileIdentity {
        FileIdentity(device: status.device, inode: status.inode)
    }
    package var mode: FileMode { FileMode(rawValue: status.mode & 0o7777) }
    package var owner: UInt32 { status.owner }
    package var group: UInt32 { status.group }
    /// Whether the file has a name.
    package var isNamed: Bool { status.links > 0 }
    /// The number of names of the file.
    package var linkCount: UInt64 { status.links }
    /// In bytes.
    package var size: Int64 { status.size }
    /// The modification time: seconds since 1970, and the nanoseconds to add.
    package var modified: (seconds: Int64, nanoseconds: Int64) {
        (status.seconds, status.nanoseconds)
    }

    /// The access time in seconds since 1970; many volumes delay it, or never set it by themselves.
    package var accessed: Int64 { status.accessed }

    /// `fstatat`: reads the record of the file at a path.
    package init(
        of path: SystemPath,
        in folder: Folder = .working,
        followingSymlinks: Bool
    ) throws(ErrorNumber) {
        var status = footing_status()
        try check(
            // The pointers are used only during the call.
            unsafe path.withCString {
                unsafe footing_fstatat(folder.number, $0, followingSymlinks, &status)
            }
        )
        self.status = status
    }

    /// `fstat`: reads the record of an open file.
    package init(ofDescriptor number: Int32) throws(ErrorNumber) {
        var status = footing_status()
        try check(unsafe footing_fstat(number, &status))
        self.status = status
    }
}
