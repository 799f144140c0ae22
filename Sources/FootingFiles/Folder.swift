import CFooting

/// An open folder, in which files are named.
///
/// A file is given by the folder and its name there, so that it stays the same file while parent
/// folders are moved. The folder is closed when its last reference is released.
package final class Folder: Sendable {
    /// The path at which the folder was opened.
    package let path: SystemPath
    private let descriptor: Descriptor

    /// The folder in which relative paths begin.
    package static let working = Folder()

    private init() {
        path = .dot
        descriptor = Descriptor(number: workingFolder)
    }

    /// Opens a folder, which need not be readable, at a path in another folder.
    package init(
        _ path: SystemPath,
        in folder: Folder = .working,
        followingSymlinks: Bool
    ) throws(ErrorNumber) {
        self.path = folder.path(of: path)
        let flags = footing_o_path | OpenFlags.folder | (followingSymlinks ? 0 : OpenFlags.noLink)
        descriptor = try folder.open(path, flags)
    }

    /// The path of a file in this folder.
    package func path(of name: SystemPath) -> SystemPath {
        self === Self.working || name.isAbsolute ? name : SystemPath(of: name, in: path)
    }

    /// The folder's descriptor, which is open as long as this object is referenced.
    package var number: Int32 { descriptor.number }

    private func open(
        _ path: SystemPath,
        _ flags: Int32,
        mode: FileMode = FileMode(rawValue: 0)
    ) throws(ErrorNumber) -> Descriptor {
        // The pointer is used only during the call.
        try Descriptor(
            unsafe path.withCString { unsafe footing_openat(number, $0, flags, mode.rawValue) }
        )
    }

    /// Opens the folder itself, or one at a path that is not a link, to list or flush its names.
    package func openForReading(_ path: SystemPath = .dot) throws(ErrorNumber) -> Descriptor {
        try open(path, OpenFlags.folder | OpenFlags.noLink)
    }

    /// `openat`: opens a file that is not a link, to read its attributes.
    package func openForAttributes(_ name: SystemPath) throws(ErrorNumber) -> Descriptor {
        try Descriptor(unsafe name.withCString { unsafe footing_openat_attributes(number, $0) })
    }

    /// `openat`: opens a file for reading; ELOOP if it is a link that is not to be followed.
    ///
    /// Opening a pipe does not wait for a writer.
    package func openFile(
        _ name: SystemPath,
        followingSymlinks: Bool
    ) throws(ErrorNumber) -> Descriptor {
        try open(name, OpenFlags.read | (followingSymlinks ? 0 : OpenFlags.noLink))
    }

    /// `openat`: creates a file and opens it for writing; EEXIST if the name is taken, even by a
    /// link.
    package func create(_ name: SystemPath, mode: FileMode) throws(ErrorNumber) -> Descriptor {
        try open(name, OpenFlags.create, mode: mode)
    }

    /// `openat`: opens a file for reading and writing, or creates it; ELOOP if it is a link, and
    /// EEXIST if it exists and has to be new.
    ///
    /// Opening a pipe does not wait for another process.
    package func openForUpdating(
        _ name: SystemPath,
        mode: FileMode,
        isNew: Bool
    ) throws(ErrorNumber) -> Descriptor {
        let kind = isNew ? OpenFlags.exclusive : OpenFlags.noLink
        return try open(name, OpenFlags.update | kind, mode: mode)
    }

    /// `fstat`: reads the record of the folder itself.
    package func status() throws(ErrorNumber) -> FileStatus {
        try FileStatus(ofDescriptor: number)
    }

    /// The identity of a file that may be a link, or of the folder itself.
    package func identity(of name: SystemPath = .dot) throws(ErrorNumber) -> FileIdentity {
        try FileStatus(of: name, in: self, followingSymlinks: false).identity
    }

    /// `readlinkat`: reads the content of a link.
    package func target(ofLink name: SystemPath) throws(ErrorNumber) -> [UInt8] {
        let target = unsafe try bytesOfPath { memory, size in
            unsafe name.withCString { unsafe footing_readlinkat(number, $0, memory, size) }
        }
        // A result that fills the memory may be truncated.
        guard target.count < longestPath else { throw ErrorNumber.nameTooLong }
        return target
    }

    /// `renameat`: gives a file another name, possibly in another folder, atomically.
    ///
    /// - Returns: False, without `replacing`, if there is a file of the new name.
    @discardableResult
    package func rename(
        _ name: SystemPath,
        to newName: SystemPath,
        in folder: Folder? = nil,
        replacing: Bool = true
    ) throws(ErrorNumber) -> Bool {
        let newNumber = (folder ?? self).number
        return try checkThatNameIsFree(
            unsafe name.withCString { name in
                unsafe newName.withCString {
                    unsafe footing_renameat(number, name, newNumber, $0, replacing)
                }
            }
        )
    }

    /// `unlinkat`: removes an empty folder, or a file that is not a folder.
    package func remove(_ name: SystemPath, isFolder: Bool = false) throws(ErrorNumber) {
        try check(unsafe name.withCString { unsafe footing_unlinkat(number, $0, isFolder) })
    }

    /// `mkdirat`: creates a folder, and returns false if the name is taken, even by a link.
    package func makeFolder(_ name: SystemPath, mode: FileMode) throws(ErrorNumber) -> Bool {
        try checkThatNameIsFree(
            unsafe name.withCString { unsafe footing_mkdirat(number, $0, mode.rawValue) }
        )
    }

    /// `symlinkat`: creates a symbolic link; EEXIST if the name is taken.
    ///
    /// - Precondition: The target contains no NUL.
    package func makeLink(_ name: SystemPath, to target: [UInt8]) throws(ErrorNumber) {
        try check(
            // The pointers are used only during the call, and both strings end with a NUL.
            unsafe (target + [0]).withCString { target in
                unsafe name.withCString { unsafe footing_symlinkat(target, number, $0) }
            }
        )
    }

    /// `linkat`: gives a file of another folder a name; EEXIST if the name is taken.
    ///
    /// A link is not followed.
    package func makeHardLink(
        _ name: SystemPath,
        to other: SystemPath,
        in folder: Folder
    ) throws(ErrorNumber) {
        try check(
            unsafe other.withCString { other in
                unsafe name.withCString { unsafe footing_linkat(folder.number, other, number, $0) }
            }
        )
    }

    /// `utimensat`: sets the modification time of a file; of a link, its own.
    package func setModified(
        _ name: SystemPath,
        _ time: (seconds: Int64, nanoseconds: Int64)
    ) throws(ErrorNumber) {
        try check(
            unsafe name.withCString {
                unsafe footing_set_modified(number, $0, time.seconds, time.nanoseconds)
            }
        )
    }

    /// Lists the names of the files, in no order.
    package func names() throws(ErrorNumber) -> [SystemPath] {
        var entries = try FolderEntries(of: openForReading())
        var names: [SystemPath] = []
        while try entries.next() { names.append(entries.name) }
        return names
    }
}
