#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The status of a path, following symbolic links, or of an open file.
struct PathStatus {
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
        let (modified, changed) = status.times
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
        guard let status = PathStatus(descriptor: descriptor), status.isFile else {
            throw .noFile
        }
        // One more byte detects that the file has grown; then the capacity is doubled. A kernel
        // file has the size 0. Large capacities are multiples of 64 KiB, so that a file fits into
        // the memory that the previous one used.
        var capacity = status.size == 0 ? 1 << 15 : status.size
        while capacity <= limit {
            capacity = capacity < 1 << 17 ? capacity + 1 : min(capacity | 0xFFFF, limit) + 1
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
