#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("Files have not been ported to this platform.")
#endif

// All that the other files here take from the C library, whose module's name depends on the
// platform.

/// The descriptor that refers to the working folder.
let workingFolder = AT_FDCWD
/// The system's limit for paths, in bytes.
let longestPath = Int(PATH_MAX)

/// The ways to open a file.
enum OpenFlags {
    static let read = O_RDONLY | O_NONBLOCK | O_NOCTTY
    static let folder = O_RDONLY | O_DIRECTORY
    static let exclusive = O_CREAT | O_EXCL
    static let create = O_WRONLY | exclusive
    static let update = O_RDWR | O_CREAT | O_NONBLOCK | O_NOCTTY
    static let noLink = O_NOFOLLOW
}

extension FileKind {
    /// The kind in the system's mode of a file.
    init(ofMode mode: UInt32) {
        switch mode_t(truncatingIfNeeded: mode) & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .symbolicLink
        default: self = .other
        }
    }
}

extension ErrorNumber {
    package static let accessDenied = Self(EACCES)
    package static let exists = Self(EEXIST)
    package static let fileTooLarge = Self(EFBIG)
    static let invalid = Self(EINVAL)
    static let nameTooLong = Self(ENAMETOOLONG)
    package static let isAFolder = Self(EISDIR)
    package static let noSpace = Self(ENOSPC)
    package static let noSuchFile = Self(ENOENT)
    package static let notADirectory = Self(ENOTDIR)
    package static let notPermitted = Self(EPERM)
    static let notSupported = Self(ENOTSUP)
    static let wouldBlock = Self(EWOULDBLOCK)
    package static let quotaExceeded = Self(EDQUOT)
    package static let readOnlyFileSystem = Self(EROFS)

    /// Whether this is the error of opening a link, or another file, as a folder.
    package var isOfNoFolder: Bool { [ENOTDIR, ELOOP, EMLINK].contains(value) }

    /// The system's sentence for the error.
    package var message: String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { memory in
            // `memory` outlives the call. The call knows the size of `memory` and terminates its
            // output with a NUL; the string is a copy.
            guard let start = memory.baseAddress,
                unsafe strerror_r(value, start, memory.count) == 0
            else { return "unknown error" }
            return unsafe String(cString: start)
        }
    }
}

extension UnsafeRawBufferPointer {
    package func has(_ byte: UInt8) -> Bool {
        guard let start = baseAddress else { return false }
        return unsafe memchr(start, Int32(byte), count) != nil
    }

    package func starts(with prefix: StaticString) -> Bool {
        let length = prefix.utf8CodeUnitCount
        guard let start = baseAddress, count >= length else { return false }
        return unsafe memcmp(start, prefix.utf8Start, length) == 0
    }
}
