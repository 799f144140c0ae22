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
struct FileStatus: Equatable {
    enum Kind { case file, directory, other }

    let kind: Kind
    let size: Int
    /// What differs when a file was replaced or written to: its device, its inode, and in
    /// nanoseconds when it was modified and when anything about it was changed.
    private let identity: [Int]

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
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            default: .other
            }
        #if canImport(Darwin)
        let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
        let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        identity = [
            Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
            Int(modified.tv_sec), Int(modified.tv_nsec), Int(changed.tv_sec), Int(changed.tv_nsec),
        ]
    }

    enum ReadFailure: Error { case notReadable(error: Int32), noFile, tooLarge }

    /// Reads a whole file of at most `limit` bytes.
    static func contents(ofFileAt path: String, limit: Int) -> Result<[UInt8], ReadFailure> {
        // Without waiting for a writer, should this be a pipe.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return .failure(.notReadable(error: errno)) }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor: descriptor), status.kind == .file else {
            return .failure(.noFile)
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
            guard failure == 0 else { return .failure(.notReadable(error: failure)) }
            if bytes.count < capacity { return .success(bytes) }
            capacity = min(capacity * 2, max(limit, capacity))
        }
        return .failure(.tooLarge)
    }
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
