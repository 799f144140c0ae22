import CFooting
import FootingFiles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("Downloads have not been ported to this platform.")
#endif

// All that the other files here take from the C library, whose module's name depends on the
// platform.

/// The name of an attribute that every platform permits, as `ExtendedAttributeName.portable`.
func portableName(_ name: String) -> String {
    #if canImport(Darwin)
    name
    #else
    "user.\(name)"
    #endif
}

/// The identifier of the time since the machine started, or `nil` if it is unknown.
let bootIdentifier: String? = {
    var bytes = [UInt8](repeating: 0, count: 64)
    #if canImport(Darwin)
    var size = bytes.count - 1
    // The call knows the size of the memory, which outlives it.
    guard unsafe sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else {
        return nil
    }
    #else
    let path = SystemPath("/proc/sys/kernel/random/boot_id".utf8)
    guard let file = try? Folder.working.openForAttributes(path) else { return nil }
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe file.read(into: $0, at: 0) }
    guard (try? count.get()) ?? 0 > 0 else { return nil }
    #endif
    let text = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    return text.isEmpty ? nil : text
}()

/// The user of this process.
var currentUser: UInt32 { geteuid() }

extension ErrorNumber {
    /// Whether a volume can't store an attribute.
    var isOfRefusedAttribute: Bool { [ENOTSUP, EPERM, ENOSPC, E2BIG, ENOSYS].contains(value) }

    /// Whether a file can't be opened because of its kind or its owner.
    var isOfUnusablePart: Bool { [ELOOP, EMLINK, EISDIR, ENXIO, EACCES].contains(value) }

    var isMissingFile: Bool { value == ENOENT }
    var isOccupiedName: Bool { value == EEXIST }
}

extension DownloadError {
    static func codeAndRemedy(of number: ErrorNumber) -> (Code, String) {
        switch number.value {
        case ENOENT, ENOTDIR: (.noSuchFile, "; create the folder")
        case EACCES: (.accessDenied, "; check the permissions of the folder")
        case EPERM: (.notPermitted, "")
        case EROFS: (.readOnlyFileSystem, "")
        case ENOSPC: (.noSpace, "; free some space, then continue")
        case EDQUOT: (.quotaExceeded, "; free some space, then continue")
        case EFBIG: (.fileTooLarge, "")
        default: (.system, "")
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the memory that `other` points to begins with the same bytes.
    func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
        return unsafe memcmp(start, otherStart, count) == 0
    }
}
