#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("The report has not been ported to this platform.")
#endif

/// The process, its output and the statuses that it ends with.
enum Terminal {
    /// Nothing was found that the command fails for.
    static let success: Int32 = 0
    /// Something was found.
    static let failure: Int32 = 1
    /// The arguments made no sense (`EX_USAGE`).
    static let misuse: Int32 = 64
    /// The output could not be written (`EX_IOERR`).
    static let outputFailed: Int32 = 74

    static let isShownTo = isatty(STDERR_FILENO) == 1

    static func exit(_ status: Int32) -> Never {
        #if canImport(Darwin)
        Darwin.exit(status)
        #elseif canImport(Glibc)
        Glibc.exit(status)
        #else
        Musl.exit(status)
        #endif
    }

    static func print(_ text: String) -> Bool { write(text, to: STDOUT_FILENO) }

    /// Writes to standard error; that it can't be written there can't be told either.
    static func tell(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            // The call reads the bytes that are left, and keeps nothing.
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe systemWrite(descriptor, bytes.baseAddress, bytes.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

private let systemWrite = unsafe write

/// What a folder is, by whatever path it is reached.
struct FolderIdentity: Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// Looks at a folder, links followed; `nil` if there is none at the path.
    init?(_ path: String) {
        var status = stat()
        // The call writes one whole `stat` through the pointer and keeps neither argument.
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return nil
        }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
}

/// What is at a path, links not followed.
enum FileKind {
    case folder, link, other

    init(_ path: String) {
        var status = stat()
        // The same.
        guard unsafe lstat(path, &status) == 0 else {
            self = .other
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .link
        default: self = .other
        }
    }
}
