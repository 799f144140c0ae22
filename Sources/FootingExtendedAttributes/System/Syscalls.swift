import CFooting
import FootingFiles
import Foundation

/// The result of a call for an attribute that does not exist.
var missingResult: Int { -Int(footing_xattr_missing) }

/// The system calls for one file.
///
/// Each makes the system call once (again only if a signal interrupted it) and returns its result:
/// a count or 0, or the negated error number.
struct Syscalls: Sendable {
    let target: Target

    /// The file of the calls.
    enum Target: Sendable {
        case path(SystemPath, followsSymlinks: Bool)
        /// Not owned: the caller keeps it open.
        case descriptor(Int32)
        /// Retained; its descriptor is -1 once it is closed.
        case handle(FileHandle)
    }

    /// `getxattr`: reads a value, or only measures it if `buffer` is empty.
    func get(_ name: ExtendedAttributeName, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        unsafe withFile { file in
            unsafe name.withCString { name in
                unsafe footing_getxattr(file, name, buffer.baseAddress, buffer.count)
            }
        }
    }

    /// `listxattr`: reads the names, each terminated by a NUL, or only measures them.
    func list(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        unsafe withFile { unsafe footing_listxattr($0, buffer.baseAddress, buffer.count) }
    }

    /// `setxattr`: writes a value.
    func set(
        _ name: ExtendedAttributeName,
        to value: UnsafeRawBufferPointer,
        flags: Int32
    ) -> Int {
        unsafe withFile { file in
            unsafe name.withCString { name in
                unsafe footing_setxattr(file, name, value.baseAddress, value.count, flags)
            }
        }
    }

    /// `removexattr`: removes an attribute.
    func remove(_ name: ExtendedAttributeName) -> Int {
        unsafe withFile { file in
            unsafe name.withCString { name in unsafe footing_removexattr(file, name) }
        }
    }

    /// `stat`: reads the file's record.
    func status() throws(ErrorNumber) -> FileStatus {
        if case .path(let path, let followsSymlinks) = target {
            return try FileStatus(of: path, followingSymlinks: followsSymlinks)
        }
        return try withExtendedLifetime(self) { () throws(ErrorNumber) in
            try FileStatus(ofDescriptor: descriptor)
        }
    }

    /// Whether no system call must be made, because the file's path is invalid.
    var isRefused: Bool {
        if case .path(let path, _) = target { path.isRefused } else { false }
    }

    /// The file's path for errors; for an open file, its current path.
    var path: [UInt8] {
        if case .path(let path, _) = target { return path.bytes }
        return withExtendedLifetime(self) { SystemPath.current(ofDescriptor: descriptor) }
    }

    /// The descriptor of an open file; the handle closes its descriptor when it is released.
    private var descriptor: Int32 {
        switch target {
        case .path: -1
        case .descriptor(let descriptor): descriptor
        case .handle(let handle): handle.fileDescriptor
        }
    }

    /// Calls `body` with the file in C's representation, valid until `body` returns.
    private func withFile<Result>(_ body: (footing_xattr_file) -> Result) -> Result {
        // In a separate function: otherwise the optimizer would add retains of the path.
        guard case .path(let path, let followsSymlinks) = target else {
            return unsafe withOpenFile(body)
        }
        // The pointer is used only by `body`, within the call that provides it.
        return unsafe path.withCString { path in
            unsafe body(footing_xattr_file(path: path, descriptor: -1, follow: followsSymlinks))
        }
    }

    @inline(never)
    private func withOpenFile<Result>(_ body: (footing_xattr_file) -> Result) -> Result {
        withExtendedLifetime(self) {
            unsafe body(footing_xattr_file(path: nil, descriptor: descriptor, follow: false))
        }
    }
}
