import CExtendedAttributes
import Foundation

/// A folder that is open for reading during the lifetime of this value.
///
/// Like the system calls, each method returns a count or 0, or a negated error number.
///
/// Safe to use: both pointers below are private. The first is valid as long as this value, and the
/// second is cleared as soon as it is no longer valid.
@safe struct OpenFolder: ~Copyable {
    /// The C library's stream of the folder, owned by this value and closed by `deinit`.
    private let stream: OpaquePointer?
    /// The negated error number, if the folder is not open.
    private let failure: Int
    /// The latest entry; its name belongs to the stream, and is valid until the next read.
    private var found = unsafe footing_folder_entry()

    /// Opens the folder at `path`, unless it is a link.
    ///
    /// If this fails, ``next()`` returns the error.
    init(at path: SystemPath) {
        var stream: OpaquePointer?
        // Both pointers are used only during the call.
        failure = unsafe path.withCString { unsafe footing_folder_open($0, &stream) }
        unsafe self.stream = stream
    }

    deinit {
        if let stream = unsafe stream { unsafe footing_folder_close(stream) }
    }

    /// Finds the next file and returns 1, or returns 0 at the end.
    mutating func next() -> Int {
        guard let stream = unsafe stream else { return failure }
        let result = unsafe footing_folder_next(stream, &found)
        if result <= 0 { unsafe found = unsafe footing_folder_entry() }
        return result
    }

    /// The path of the latest file, if the folder is at `path`.
    func pathOfFound(in path: SystemPath) -> SystemPath {
        // The name has that length, and is valid because the next entry has not been read.
        unsafe SystemPath(
            of: UnsafeRawBufferPointer(start: found.name, count: found.length),
            in: path
        )
    }

    /// The kind of the latest file.
    var kindOfFound: ExtendedAttributes.FileKind {
        ExtendedAttributes.FileKind(Int(unsafe found.kind.rawValue)) ?? .other
    }

    /// `getxattrat`: reads a value of the latest file by the file's name.
    ///
    /// ENOSYS means that the call is not supported, and that the path must be used.
    func get(_ name: ExtendedAttributeName, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let stream = unsafe stream, let file = unsafe found.name else { return -Int(ENOSYS) }
        return unsafe name.withCString { name in
            // The names are valid during the call, and the call knows the size of the buffer.
            unsafe footing_folder_get(stream, file, name, buffer.baseAddress, buffer.count)
        }
    }
}

/// Returns the kind of the file at `path` as a number of the C functions, or the negated error
/// number.
///
/// A link is not followed.
func kind(at path: SystemPath) -> Int {
    // The pointer is used only during the call.
    unsafe path.withCString { unsafe footing_kind_at($0) }
}

extension ExtendedAttributes.FileKind {
    /// Converts a number of the C functions; `nil` if it is negative.
    init?(_ number: Int) {
        guard let number = UInt32(exactly: number) else { return nil }
        switch footing_kind(number) {
        case footing_kind_file: self = .file
        case footing_kind_folder: self = .folder
        case footing_kind_link: self = .symbolicLink
        default: self = .other
        }
    }
}
