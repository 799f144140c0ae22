import CExtendedAttributes
import Foundation

/// A folder that is open to be read, until this value goes away.
///
/// As the system calls do, each method returns a count or 0, or a negated error number.
///
/// Safe to use: both pointers below are private, the first one is valid as long as this value, and the
/// second one is gone as soon as it is no longer valid.
@safe struct OpenFolder: ~Copyable {
    /// The C library's stream of the folder; owned by this value alone, and closed once, by `deinit`.
    private let stream: OpaquePointer?
    /// Why the folder is not open, negated.
    private let failure: Int
    /// The entry found last; its name belongs to the stream, and is valid until the next read.
    private var found = unsafe footing_folder_entry()

    /// Opens the folder at `path`, unless that is a link.
    ///
    /// If this fails, ``next()`` says why.
    init(at path: SystemPath) {
        var stream: OpaquePointer?
        // Both pointers are used by the call alone.
        failure = unsafe path.withCString { unsafe footing_folder_open($0, &stream) }
        unsafe self.stream = stream
    }

    deinit {
        if let stream = unsafe stream { unsafe footing_folder_close(stream) }
    }

    /// Finds the next file, and returns 1; or 0 at the end.
    mutating func next() -> Int {
        guard let stream = unsafe stream else { return failure }
        let result = unsafe footing_folder_next(stream, &found)
        if result <= 0 { unsafe found = unsafe footing_folder_entry() }
        return result
    }

    /// The path of the file that was found last, if the folder is at `path`.
    func pathOfFound(in path: SystemPath) -> SystemPath {
        // The name has that length, and nobody has asked for the next one.
        unsafe SystemPath(
            of: UnsafeRawBufferPointer(start: found.name, count: found.length),
            in: path
        )
    }

    /// The kind of the file that was found last.
    var kindOfFound: ExtendedAttributes.FileKind {
        ExtendedAttributes.FileKind(Int(unsafe found.kind.rawValue)) ?? .other
    }

    /// `getxattrat`: reads a value of the file that was found last, by its name alone.
    ///
    /// An error of ENOSYS says that this can't be done, and that a path is needed.
    func get(_ name: ExtendedAttributeName, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let stream = unsafe stream, let file = unsafe found.name else { return -Int(ENOSYS) }
        return unsafe name.withCString { name in
            // The names are valid during the call, which is told the size of the buffer.
            unsafe footing_folder_get(stream, file, name, buffer.baseAddress, buffer.count)
        }
    }
}

/// Returns what is at `path` as the C functions number it, or the negated error number.
///
/// A link is not followed.
func kind(at path: SystemPath) -> Int {
    // The pointer is used by the call alone.
    unsafe path.withCString { unsafe footing_kind_at($0) }
}

extension ExtendedAttributes.FileKind {
    /// Takes over a number of the C functions, unless it is negative.
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
