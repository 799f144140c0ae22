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

/// The name that device rules have for this platform; `nil` where they have none.
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

/// What the file system says about a path or an open file, links followed.
struct FileStatus {
    let isFile: Bool
    let isFolder: Bool
    let size: Int
    /// What differs when a file was replaced or written to: its size, device and inode, and in
    /// nanoseconds when it was modified and when anything about it was changed.
    let identity: [Int]

    /// Asks with `stat`, or answers `nil` when there is nothing at the path or it can't be reached.
    init?(path: String) {
        var status = stat()
        // The call writes one whole `stat` through the pointer and keeps neither argument.
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private init?(descriptor: Int32) {
        var status = stat()
        // The same.
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

    /// Reads a whole file of at most `limit` bytes.
    static func contents(ofFileAt path: String, limit: Int) throws(FileFault) -> [UInt8] {
        // Without waiting for a writer, should this be a pipe.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .notReadable(errno) }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor: descriptor), status.isFile else {
            throw .noFile
        }
        // One byte more shows that the file has grown since; then there is room for twice as much.
        var capacity = status.size
        while capacity <= limit {
            capacity += 1
            var failure: Int32 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                while count < capacity {
                    // The rest of the buffer is ours for the duration of the call.
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

/// The number of the system's error behind one of Foundation's.
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

extension ProcessFacts {
    /// The facts of this process, at this moment.
    static func current() -> ProcessFacts {
        let process = ProcessInfo.processInfo
        return ProcessFacts(
            environment: process.environment,
            // `ProcessInfo` has the executable's path in its place, on Linux.
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
        // The call only compares the address, and writes one `Dl_info`. The name belongs to the
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

    // Swift's module of the C library leaves `dladdr` and `getauxval` out. The kernel's files say
    // the same. The address of the image is only compared.
    private static func imagePath() -> String? {
        guard let maps = contents("/proc/self/maps") else { return nil }
        let image = ProcessFiles.image(at: UInt(bitPattern: #dsohandle), maps: maps)
        return image.map { ProcessFiles.path(marked: $0) }
    }

    /// Who can't tell is on the safe side: only a process that gained privileges, or gave some up,
    /// may not read its own vector.
    private static func isPrivileged() -> Bool {
        guard getuid() == geteuid(), getgid() == getegid(), let vector = contents("/proc/self/auxv")
        else { return true }
        return ProcessFiles.isSecure(auxiliaryVector: vector)
    }

    /// The bytes of a file of the kernel's, which has no size and comes in pieces; `Data` would take
    /// the first piece for all.
    private static func contents(_ path: String) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            // The call writes no more than the array has room for, and keeps no pointer to it.
            let count = unsafe read(descriptor, &piece, piece.count)
            if count > 0 { bytes += piece[..<count] }
            if count == 0 { return bytes }
            if count < 0, errno != EINTR { return nil }
        }
    }
    #endif
}
