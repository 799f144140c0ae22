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
#error("Localization has not been ported to this platform.")
#endif

/// The `errno` value that underlies an error of Foundation.
func systemErrorNumber(of error: any Error) -> Int32? {
    ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
}

func systemLanguagePreferences() -> LanguagePreferences {
    let environment = ProcessInfo.processInfo.environment
    #if canImport(Darwin)
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    if !names.contains(where: { environment[$0]?.isEmpty == false }) {
        return LanguagePreferences(Locale.preferredLanguages.compactMap { LanguageTag($0) })
    }
    #endif
    return LanguagePreferences(environment: environment)
}

/// The name of the platform in device rules, if it has one.
#if os(macOS) || targetEnvironment(macCatalyst)
let platformDevice: String? = "mac"
#elseif os(watchOS)
let platformDevice: String? = "applewatch"
#elseif os(tvOS)
let platformDevice: String? = "appletv"
#elseif os(visionOS)
let platformDevice: String? = "applevision"
#elseif os(iOS)
let platformDevice: String? = "iphone"
#else
let platformDevice: String? = nil
#endif

extension ProcessFacts {
    static func current() -> ProcessFacts {
        let process = ProcessInfo.processInfo
        return ProcessFacts(
            environment: process.environment,
            // On Linux, `ProcessInfo` returns the executable's path instead of `argv[0]`.
            argument0: CommandLine.arguments.first,
            currentFolder: FileManager.default.currentDirectoryPath,
            executable: executablePath(),
            image: imagePath(),
            isPrivileged: isPrivileged()
        )
    }

    #if canImport(Darwin)
    private static func executablePath() -> String? {
        Bundle.main.executableURL?.resolvingSymlinksInPath().path
    }

    private static func imagePath() -> String? {
        var info = Dl_info()
        // The call only compares the address, and writes one `Dl_info`. The string belongs to the
        // image, which can't be unloaded while its code runs here, and is copied.
        guard unsafe dladdr(#dsohandle, &info) != 0, let name = unsafe info.dli_fname else {
            return nil
        }
        return unsafe String(cString: name)
    }

    private static func isPrivileged() -> Bool { issetugid() != 0 }
    #else
    private static func executablePath() -> String? {
        let link = "/proc/self/exe"
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        return path.map { ProcessFiles.path(marked: $0) }
    }

    // Swift's C library modules lack `dladdr` and `getauxval`, so the kernel's files are read. The
    // address of the image is only compared.
    private static func imagePath() -> String? {
        guard let maps = contents("/proc/self/maps") else { return nil }
        let image = ProcessFiles.image(at: UInt(bitPattern: #dsohandle), maps: maps)
        return image.map { ProcessFiles.path(marked: $0) }
    }

    /// Treats the process as privileged if `/proc/self/auxv` can't be read: the kernel denies that
    /// to set-user-ID programs.
    private static func isPrivileged() -> Bool {
        guard getuid() == geteuid(), getgid() == getegid(), let vector = contents("/proc/self/auxv")
        else { return true }
        return ProcessFiles.isSecure(auxiliaryVector: vector)
    }

    private static func contents(_ path: String) -> [UInt8]? {
        try? FileStatus.contents(ofFileAt: path, limit: TableFile.maximumSize)
    }
    #endif
}

/// The status of a path, following symbolic links, or of an open file.
struct FileStatus {
    let isFile: Bool
    let isFolder: Bool
    let size: Int
    /// The values that change if the file is replaced or written: size, device, inode, and the
    /// modification and status change times in nanoseconds.
    let identity: [Int]

    /// Calls `stat`; returns `nil` if nothing is at the path or it can't be reached.
    init?(path: String) {
        var status = stat()
        // The call writes one `stat` through the pointer, and keeps neither argument.
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private init?(descriptor: Int32) {
        var status = stat()
        // As above: the call writes one `stat`, and keeps no pointer.
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        size = Int(clamping: status.st_size)
        isFile = status.st_mode & S_IFMT == S_IFREG
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        #if canImport(Darwin)
        let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
        let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        identity = [
            size, Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
            Int(modified.tv_sec), Int(modified.tv_nsec), Int(changed.tv_sec), Int(changed.tv_nsec),
        ]
    }

    static func contents(ofFileAt path: String, limit: Int) throws(FileFault) -> [UInt8] {
        // Opening a pipe must not wait for a writer.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .notReadable(errno) }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor: descriptor), status.isFile else {
            throw .noFile
        }
        // One more byte detects that the file has grown; then the capacity is doubled. A kernel
        // file has the size 0.
        var capacity = status.size == 0 ? 1 << 15 : status.size
        while capacity <= limit {
            capacity += 1
            var failure: Int32 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                while count < capacity {
                    // The rest of the buffer is valid for the duration of the call.
                    let end = unsafe buffer.baseAddress.map { unsafe $0 + count }
                    let result = unsafe pread(descriptor, end, capacity - count, off_t(count))
                    if result > 0 {
                        count += result
                    } else if result == 0 || errno != EINTR {
                        failure = result == 0 ? 0 : errno
                        return
                    }
                }
            }
            guard failure == 0 else { throw .notReadable(failure) }
            if bytes.count < capacity { return bytes }
            capacity = min(capacity * 2, max(limit, capacity))
        }
        throw .tooLarge
    }
}
