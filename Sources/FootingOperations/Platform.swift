import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("Operations have not been ported to this platform.")
#endif

/// How many jobs the machine can run at the same time.
let processorCount = ProcessInfo.processInfo.activeProcessorCount

/// How often to look at something before going to sleep over it: for about a microsecond, or not at
/// all if nobody could change it meanwhile.
let spinRounds = processorCount > 1 ? 1000 : 0

/// Runs work that belongs to nobody's run loop.
func releasingTemporaries(_ work: () -> Void) {
    #if canImport(ObjectiveC)
    autoreleasepool(invoking: work)
    #else
    work()
    #endif
}

/// The slot in which each thread keeps its record, with a retain of its own.
private let slot: pthread_key_t = {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key) { record in
        #if canImport(Darwin)
        unsafe Unmanaged<ThreadRecord>.fromOpaque(record).release()
        #else
        if let record = unsafe record {
            unsafe Unmanaged<ThreadRecord>.fromOpaque(record).release()
        }
        #endif
    }
    precondition(status == 0, "A thread-local slot could not be made: error \(status).")
    return key
}()

extension ThreadRecord {
    /// The record of this thread, if it has one.
    static var existing: ThreadRecord? {
        // Sound: only `current` fills the slot, and only the end of the thread empties it.
        guard let record = unsafe pthread_getspecific(slot) else { return nil }
        return unsafe Unmanaged<ThreadRecord>.fromOpaque(record).takeUnretainedValue()
    }

    /// The record of this thread.
    static var current: ThreadRecord {
        if let existing { return existing }
        let record = ThreadRecord()
        let status = unsafe pthread_setspecific(slot, Unmanaged.passRetained(record).toOpaque())
        precondition(status == 0, "A thread-local value could not be set: error \(status).")
        return record
    }
}

// MARK: Files

/// An error number of the system.
struct SystemError: Error, Hashable {
    let number: Int32

    static let isFolder = SystemError(number: EISDIR)
    static let isNoFolder = SystemError(number: ENOTDIR)
    static let isLink = SystemError(number: ELOOP)
    static let isMissing = SystemError(number: ENOENT)
    static let isNotEmpty = SystemError(number: ENOTEMPTY)
    static let isStale = SystemError(number: ESTALE)
    static let accessDenied = SystemError(number: EACCES)
    static let notPermitted = SystemError(number: EPERM)
    static let readOnly = SystemError(number: EROFS)
    static let busy = SystemError(number: EBUSY)
    static let otherVolume = SystemError(number: EXDEV)

    /// The system's own words for the number; the C library keeps them per thread.
    var text: String { unsafe String(cString: strerror(number)) }

    /// Calls the system again as long as a signal interrupts it.
    fileprivate static func check(_ call: () -> Int32) throws(SystemError) -> Int32 {
        while true {
            let result = call()
            if result >= 0 { return result }
            let number = errno
            if number != EINTR { throw SystemError(number: number) }
        }
    }
}

/// The name of a file: bytes that are ended by a NUL, in any encoding.
struct FileName: Hashable {
    let characters: [CChar]

    init(_ bytes: some Sequence<UInt8>) {
        characters = bytes.map { CChar(bitPattern: $0) } + [0]
    }

    var bytes: [UInt8] { characters.dropLast().map { UInt8(bitPattern: $0) } }

    static let parent = FileName("..".utf8)
}

/// An open folder, which is closed when the last reference is released.
///
/// No call follows a symbolic link behind the name that it is given.
final class OpenFolder: Sendable {
    /// The identity of a file on this machine, for as long as the file exists.
    struct Identity: Hashable {
        let volume: UInt64
        let number: UInt64
    }

    struct Entry {
        let name: FileName
        /// `nil` if the file system does not say it.
        let isFolder: Bool?
    }

    private let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Opens the folder at `path` in order to list it.
    convenience init(listing path: FileName) throws(SystemError) {
        self.init(
            try SystemError.check {
                unsafe open(path.characters, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            }
        )
    }

    /// Opens the folder at `path` only as the place of names, which needs no right to list it.
    convenience init(at path: FileName) throws(SystemError) {
        #if canImport(Darwin)
        let purpose = O_SEARCH
        #else
        // O_PATH, which the module of the C library leaves out.
        let purpose: Int32 = 0o10_000_000
        #endif
        self.init(
            try SystemError.check {
                unsafe open(path.characters, purpose | O_DIRECTORY | O_CLOEXEC)
            }
        )
    }

    /// Opens a folder in this one; a symbolic link is an error.
    func openFolder(_ name: FileName) throws(SystemError) -> OpenFolder {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        return OpenFolder(
            try SystemError.check { unsafe openat(descriptor, name.characters, flags) }
        )
    }

    var identity: Identity {
        get throws(SystemError) {
            var status = stat()
            _ = try SystemError.check { unsafe fstat(descriptor, &status) }
            return Identity(status)
        }
    }

    /// The identity of an entry, and whether it is a folder.
    func look(at name: FileName) throws(SystemError) -> (identity: Identity, isFolder: Bool) {
        var status = stat()
        _ = try SystemError.check {
            unsafe fstatat(descriptor, name.characters, &status, AT_SYMLINK_NOFOLLOW)
        }
        return (Identity(status), status.st_mode & S_IFMT == S_IFDIR)
    }

    func rename(_ name: FileName, to newName: FileName) throws(SystemError) {
        _ = try SystemError.check {
            unsafe renameat(descriptor, name.characters, descriptor, newName.characters)
        }
    }

    func remove(_ name: FileName, isFolder: Bool) throws(SystemError) {
        _ = try SystemError.check {
            unsafe unlinkat(descriptor, name.characters, isFolder ? AT_REMOVEDIR : 0)
        }
    }

    /// Lists the folder, without `.` and `..`.
    func entries() throws(SystemError) -> [Entry] {
        // A copy, which the stream closes: opening "." would need the right to search.
        let copy = try SystemError.check { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
        guard let stream = unsafe fdopendir(copy) else {
            let number = errno
            close(copy)
            throw SystemError(number: number)
        }
        defer { unsafe closedir(stream) }
        // The copy shares its position with the descriptor.
        unsafe rewinddir(stream)
        var entries: [Entry] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                if errno != 0 { throw SystemError(number: errno) }
                return entries
            }
            // The record may be shorter than its type, so the name is read where it is.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            let start = unsafe UnsafeRawPointer(entry) + offset
            let characters = unsafe start.assumingMemoryBound(to: CChar.self)
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: strlen(characters))
            if unsafe bytes.elementsEqual(".".utf8) || bytes.elementsEqual("..".utf8) { continue }
            let type = unsafe Int(entry.pointee.d_type)
            let isFolder = type == Int(DT_UNKNOWN) ? nil : type == Int(DT_DIR)
            unsafe entries.append(Entry(name: FileName(bytes), isFolder: isFolder))
        }
    }
}

extension OpenFolder.Identity {
    fileprivate init(_ status: stat) {
        volume = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}

// MARK: Processes

/// A process, told from later ones that get the same id by the time when it was started.
struct ProcessIdentity: Hashable {
    let id: Int32
    /// Digits, letters and dots; ``unknownStart`` if the system does not tell.
    let start: String

    static let unknownStart = "0"
    static let current = ProcessIdentity(id: getpid(), start: start(of: getpid()) ?? unknownStart)

    /// Whether the process may still be running.
    var isAlive: Bool {
        guard id > 0 else { return false }
        if kill(id, 0) != 0, errno == ESRCH { return false }
        guard start != Self.unknownStart, let start = Self.start(of: id) else { return true }
        return start == self.start
    }

    /// When a process was started; `nil` if that can't be told.
    private static func start(of id: Int32) -> String? {
        #if canImport(Darwin)
        var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, id]
        var process = kinfo_proc()
        var size = MemoryLayout<kinfo_proc>.size
        guard unsafe sysctl(&name, 4, &process, &size, nil, 0) == 0, size > 0 else { return nil }
        let start = unsafe process.kp_proc.p_un.__p_starttime
        return "\(start.tv_sec).\(start.tv_usec)"
        #else
        // The program's name, in parentheses, may hold anything but is the only field that does.
        guard let line = contents(of: "/proc/\(id)/stat"),
            let end = line.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = line[line.index(after: end)...].split(separator: UInt8(ascii: " "))
        // The third field of all, the state, is the first of these; the start is the 22nd of all.
        guard fields.count > 19, let state = fields[0].first else { return nil }
        // A process that has ended stays in the list until its parent asks for its status.
        if "ZX".utf8.contains(state) { return "ended" }
        // The start counts from the start of the machine, so the id of that is a part of it.
        let boot = contents(of: "/proc/sys/kernel/random/boot_id")?.prefix(8) ?? []
        return String(decoding: fields[19] + [UInt8(ascii: ".")] + boot, as: UTF8.self)
        #endif
    }

    /// The first bytes of a short file.
    private static func contents(of path: String) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = unsafe read(file, &bytes, bytes.count)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}
