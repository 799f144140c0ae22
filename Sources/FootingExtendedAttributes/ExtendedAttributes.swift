public import Foundation

/// The extended attributes of one file.
///
/// An extended attribute is a named run of bytes that the file system keeps beside a file's content:
///
/// ```swift
/// let attributes = draft.extendedAttributes
/// try attributes.set("in review".utf8, for: "user.stage")
/// if let stage = try attributes.data(for: "user.stage") {
///     print("Stage:", String(decoding: stage, as: UTF8.self))
/// }
/// ```
///
/// A missing attribute is `nil` and an empty one is empty; a missing file, a volume without
/// attributes or a lack of permission is an ``ExtendedAttributeError``.
///
/// A value of this type holds a path, or a file that somebody has opened. Making one touches no file
/// and never fails: a bad path or URL is thrown by the first call that uses it. Each call looks the
/// path up again, so two calls can reach two files if something is renamed in between; those on an
/// open file can't. All calls block for as long as the file system takes, and may be made from any
/// thread.
public struct ExtendedAttributes: Sendable {
    let calls: FileCalls

    /// Creates a view of the attributes of the file at `url`.
    ///
    /// Every call then throws ``ExtendedAttributeError/Code/invalidPath`` if `url` is no file URL,
    /// names another host, or holds a NUL (`%00`) or an encoded slash (`%2F`).
    ///
    /// - Parameters:
    ///   - url: The file. A slash at the end, as in a folder's URL, makes no difference.
    ///   - followingSymlinks: Whether the attributes are those of the file that a symbolic link at
    ///     the end of the path leads to, or those of the link itself.
    /// - Complexity: O(*n*) in the length of the URL.
    public init(at url: URL, followingSymlinks: Bool = true) {
        calls = FileCalls(target: .path(SystemPath(url), followsSymlinks: followingSymlinks))
    }

    /// Creates a view of the attributes of the file at `path`.
    ///
    /// Every call then throws ``ExtendedAttributeError/Code/invalidPath`` if `path` is empty or holds
    /// a NUL. See ``init(at:followingSymlinks:)`` for the rest.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public init(atPath path: String, followingSymlinks: Bool = true) {
        let path = SystemPath(path.utf8)
        calls = FileCalls(target: .path(path, followsSymlinks: followingSymlinks))
    }

    /// Creates a view of the attributes of the file at a path given as bytes.
    ///
    /// On Linux a file name is any bytes without a slash or a NUL, and need not be UTF-8. See
    /// ``init(atPath:followingSymlinks:)-(String,_)`` for the rest.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public init(atPath path: some Collection<UInt8>, followingSymlinks: Bool = true) {
        let path = SystemPath(path)
        calls = FileCalls(target: .path(path, followsSymlinks: followingSymlinks))
    }

    /// Creates a view of the attributes of the file that `handle` has open.
    ///
    /// The view keeps the handle alive. Once the handle is closed, every call throws
    /// ``ExtendedAttributeError/Code/badFileDescriptor``; do not close it on another thread while a
    /// call runs, because the system may give its descriptor to another file.
    public init(of handle: FileHandle) {
        calls = FileCalls(target: .handle(handle))
    }

    /// Creates a view of the attributes of an open file.
    ///
    /// The system asks for the file's permissions, not for how it was opened: one opened for reading
    /// takes new attributes too, and one opened with `O_PATH` both reads and writes.
    ///
    /// - Parameter fileDescriptor: The file, which the caller keeps open for as long as the view is
    ///   used, and closes.
    public init(fileDescriptor: Int32) {
        calls = FileCalls(target: .descriptor(fileDescriptor))
    }

    /// Throws unless both the path and the name may be handed to the system.
    ///
    /// Linux says ERANGE for a short buffer, and also for an empty and for a long name: only after
    /// this check does it mean the buffer.
    @usableFromInline
    func check(
        _ operation: ExtendedAttributeError.Operation,
        _ name: ExtendedAttributeName?
    ) throws(ExtendedAttributeError) {
        if name?.problem == nil, !calls.isRefused { return }
        throw refusal(operation, name)
    }

    private func refusal(
        _ operation: ExtendedAttributeError.Operation,
        _ name: ExtendedAttributeName?
    ) -> ExtendedAttributeError {
        switch name?.problem {
        case nil: error(.invalidPath, operation, name)
        case .tooLong: error(.nameTooLong, operation, name)
        case .empty, .containsNUL: error(.invalidName, operation, name)
        }
    }

    /// Makes the error for what was refused without asking the system.
    @usableFromInline
    func error(
        _ code: ExtendedAttributeError.Code,
        _ operation: ExtendedAttributeError.Operation,
        _ name: ExtendedAttributeName?,
        expected: String? = nil
    ) -> ExtendedAttributeError {
        ExtendedAttributeError(code, operation, name: name, path: calls.path, expected: expected)
    }

    /// Makes the error for a number that the system returned.
    func error(
        _ number: Int32,
        _ operation: ExtendedAttributeError.Operation,
        _ name: ExtendedAttributeName?,
        ifExists existing: ExistingValue? = nil
    ) -> ExtendedAttributeError {
        ExtendedAttributeError(
            number,
            operation,
            name: name,
            path: calls.path,
            ifExists: existing
        )
    }
}

extension URL {
    /// The extended attributes of the file at this URL, or of the file that a symbolic link there
    /// leads to.
    ///
    /// For those of the link itself, see ``ExtendedAttributes/init(at:followingSymlinks:)``.
    public var extendedAttributes: ExtendedAttributes { ExtendedAttributes(at: self) }
}
