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
    #if canImport(Darwin)
    var bytes = [UInt8](repeating: 0, count: 64)
    var size = bytes.count - 1
    // The call knows the size of the memory, which outlives it.
    guard unsafe sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else {
        return nil
    }
    #else
    let file = try? Folder.working.openForAttributes(
        SystemPath("/proc/sys/kernel/random/boot_id".utf8)
    )
    let bytes = (try? file?.read(64, at: 0)) ?? []
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
}
