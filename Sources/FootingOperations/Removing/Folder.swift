import Foundation

/// An open folder, which is closed when its last reference is released.
///
/// Names of entries are bytes, as the file system stores them. Symbolic links among the entries are
/// not followed.
final class Folder: Sendable {
    /// The path at which the folder was opened, without a trailing slash.
    let path: [UInt8]
    private let descriptor: Int32

    /// Opens the folder at a path or, if there is a parent, the parent's entry of that name.
    init(_ name: [UInt8], in parent: Folder? = nil) throws(RemovalError) {
        #if canImport(Darwin)
        let access = O_SEARCH
        #else
        // O_PATH, which the C library's module does not export.
        let access: Int32 = 0o10_000_000
        #endif
        let flags = access | O_DIRECTORY | O_CLOEXEC | (parent == nil ? 0 : O_NOFOLLOW)
        path = parent?.path(of: name) ?? name
        // Without its slash, the path of the root is empty.
        let spelling = parent == nil ? name + "/".utf8 : name
        descriptor = try check(path) {
            unsafe openat(parent?.descriptor ?? AT_FDCWD, spelling.characters, flags)
        }
    }

    deinit { close(descriptor) }

    /// Returns the path of an entry.
    func path(of name: [UInt8]) -> [UInt8] { path + "/".utf8 + name }

    /// Returns the device and inode number of an entry or of the folder itself, which identify the
    /// file.
    func identity(of name: [UInt8] = dotNames[0]) throws(RemovalError) -> (dev_t, ino_t) {
        var status = stat()
        _ = try check(path(of: name)) {
            unsafe fstatat(descriptor, name.characters, &status, AT_SYMLINK_NOFOLLOW)
        }
        return (status.st_dev, status.st_ino)
    }

    /// Moves an entry to a folder, possibly this one, under a new name.
    func move(_ name: [UInt8], to folder: Folder, as newName: [UInt8]) throws(RemovalError) {
        _ = try check(path(of: name)) {
            unsafe renameat(descriptor, name.characters, folder.descriptor, newName.characters)
        }
    }

    /// Deletes an empty folder, or an entry that is not a folder.
    func delete(_ name: [UInt8], isFolder: Bool) throws(RemovalError) {
        _ = try check(path(of: name)) {
            unsafe unlinkat(descriptor, name.characters, isFolder ? AT_REMOVEDIR : 0)
        }
    }

    /// Lists the names of the entries.
    func names() throws(RemovalError) -> [[UInt8]] {
        let copy = try check(path) {
            unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard let stream = unsafe fdopendir(copy) else {
            defer { close(copy) }
            throw RemovalError(errno: errno, path: path)
        }
        defer { unsafe closedir(stream) }
        var names: [[UInt8]] = []
        errno = 0
        while let entry = unsafe readdir(stream) {
            // The record may be shorter than its type, so the name is read in place.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            let start = unsafe UnsafeRawPointer(entry) + offset
            let length = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
            let name = unsafe Array(UnsafeRawBufferPointer(start: start, count: length))
            if !dotNames.contains(name) { names.append(name) }
            errno = 0
        }
        if errno != 0 { throw RemovalError(errno: errno, path: path) }
        return names
    }
}

extension [UInt8] {
    /// The bytes as a C string.
    fileprivate var characters: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}

/// Makes a system call, repeats it if a signal interrupts it, and throws its error together with a
/// path.
private func check(
    _ path: @autoclosure () -> [UInt8],
    _ call: () -> Int32
) throws(RemovalError) -> Int32 {
    while true {
        let result = call()
        if result >= 0 { return result }
        if errno != EINTR { throw RemovalError(errno: errno, path: path()) }
    }
}
