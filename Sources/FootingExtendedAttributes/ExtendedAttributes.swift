import FootingFiles
public import Foundation

/// The extended attributes of one file.
///
/// An extended attribute is a named sequence of bytes that the file system stores with a file,
/// outside its content:
///
/// ```swift
/// let attributes = draft.extendedAttributes
/// try attributes.set("in review".utf8, for: "user.stage")
/// if let stage = try attributes.data(for: "user.stage") {
///     print("Stage:", String(decoding: stage, as: UTF8.self))
/// }
/// ```
///
/// A missing attribute is `nil`, and an empty attribute is an empty value. A missing file, a volume
/// that does not support attributes, and a missing permission are errors
/// (``ExtendedAttributeError``).
///
/// A value of this type holds a path, or a file that the caller has opened. Initializers make no
/// system call and never fail: the first call that uses an invalid path or URL throws an error.
/// Each call resolves the path again, so two calls can reach two files if a file is renamed in
/// between. Calls on an open file always reach that file. All calls block until the file system has
/// answered, and may be made from any thread.
public struct ExtendedAttributes: Sendable {
    let syscalls: Syscalls

    /// Creates a view of the attributes of the file at `url`.
    ///
    /// Every call on the view throws ``ExtendedAttributeError/Code/invalidPath`` if `url` is not a
    /// file URL, names another host, or contains a NUL (`%00`) or an encoded slash (`%2F`).
    ///
    /// - Parameters:
    ///   - url: The file. A trailing slash, as in a folder's URL, makes no difference.
    ///   - followingSymlinks: Whether to use the target of a symbolic link at the end of the path,
    ///     or the link itself.
    /// - Complexity: O(*n*) in the length of the URL.
    public init(at url: URL, followingSymlinks: Bool = true) {
        self.init(SystemPath(url), followingSymlinks: followingSymlinks)
    }

    /// Creates a view of the attributes of the file at `path`.
    ///
    /// Every call on the view throws ``ExtendedAttributeError/Code/invalidPath`` if `path` is empty
    /// or contains a NUL. Otherwise this is the same as ``init(at:followingSymlinks:)``.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public init(atPath path: String, followingSymlinks: Bool = true) {
        self.init(SystemPath(path.utf8), followingSymlinks: followingSymlinks)
    }

    /// Creates a view of the attributes of the file at a path given as bytes.
    ///
    /// On Linux a file name is any sequence of bytes without a slash or a NUL, and need not be
    /// UTF-8. Otherwise this is the same as ``init(atPath:followingSymlinks:)-(String,_)``.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public init(atPath path: some Collection<UInt8>, followingSymlinks: Bool = true) {
        self.init(SystemPath(path), followingSymlinks: followingSymlinks)
    }

    init(_ path: SystemPath, followingSymlinks: Bool) {
        syscalls = Syscalls(target: .path(path, followsSymlinks: followingSymlinks))
    }

    /// Creates a view of the attributes of the open file of `handle`.
    ///
    /// The view retains the handle. Once the handle is closed, every call throws an error with the
    /// number `EBADF`. Do not close the handle on another thread while a call runs, because the
    /// system may reuse its descriptor for another file.
    public init(of handle: FileHandle) {
        syscalls = Syscalls(target: .handle(handle))
    }

    /// Creates a view of the attributes of an open file.
    ///
    /// The system checks the file's permissions, not the mode in which the file was opened:
    /// attributes can be set on a file that was opened for reading, or with `O_PATH`.
    ///
    /// - Parameter fileDescriptor: The file. The caller keeps it open for as long as the view is
    ///   used, and closes it.
    public init(fileDescriptor: Int32) {
        syscalls = Syscalls(target: .descriptor(fileDescriptor))
    }

    /// Throws unless both the path and the name can be passed to the system.
    ///
    /// Linux returns ERANGE for a short buffer, but also for an empty and for a long name. After
    /// this check, ERANGE always concerns the buffer.
    @usableFromInline
    func check(
        _ operation: ExtendedAttributeError.Operation,
        _ name: ExtendedAttributeName?
    ) throws(ExtendedAttributeError) {
        if name?.problem == nil, !syscalls.isRefused { return }
        throw error(name?.problem ?? .invalidPath, operation, name)
    }

    /// Makes the error for arguments that were refused without a system call.
    ///
    /// Not inlined, like the other function for errors, so that the calls have small stack frames.
    @usableFromInline
    @inline(never)
    func error(
        _ code: ExtendedAttributeError.Code,
        _ operation: ExtendedAttributeError.Operation,
        _ name: ExtendedAttributeName?,
        expected: String? = nil
    ) -> ExtendedAttributeError {
        ExtendedAttributeError(code, operation, name: name, path: syscalls.path, expected: expected)
    }

    /// Makes the error for a negative result of a system call or of `readGrowing`.
    @usableFromInline
    @inline(never)
    func error(
        _ result: Int,
        _ operation: ExtendedAttributeError.Operation,
        _ name: ExtendedAttributeName?,
        mode: WriteMode? = nil
    ) -> ExtendedAttributeError {
        if result == unstableResult { return error(.unstable, operation, name) }
        let number = Int32(truncatingIfNeeded: -result)
        let path = syscalls.path
        return ExtendedAttributeError(number, operation, name: name, path: path, mode: mode)
    }
}
