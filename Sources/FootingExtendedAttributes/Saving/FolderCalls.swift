import CExtendedAttributes
import Foundation

/// The system calls for files in one open folder, and for files opened by these calls.
///
/// Each makes the system call once (again only if a signal interrupted it) and returns its result:
/// a descriptor, a count or 0, or the negated error number.
struct FolderCalls: Sendable {
    /// Not owned: the code that opened the folder keeps it open.
    let folder: Int32

    /// The folder in which relative paths begin.
    static let workingFolder = FolderCalls(folder: footing_file_working_folder)

    /// `openat`: opens a folder to use names in it, and optionally to flush it.
    func openFolder(_ path: SystemPath, toFlush: Bool = false) -> Int {
        unsafe path.withCString { unsafe footing_file_open_folder(folder, $0, toFlush) }
    }

    /// `openat`: opens a file that is not a link, to read its attributes.
    func open(_ name: SystemPath) -> Int {
        unsafe name.withCString { unsafe footing_file_open(folder, $0) }
    }

    /// `openat`: creates a file and opens it for writing.
    func create(_ name: SystemPath, mode: UInt32) -> Int {
        unsafe name.withCString { unsafe footing_file_create(folder, $0, mode) }
    }

    /// `fstatat`: reads the facts of a file, or of the target of a link.
    func look(at name: SystemPath, following: Bool, into facts: inout footing_file_facts) -> Int {
        unsafe name.withCString { unsafe footing_file_look(folder, $0, following, &facts) }
    }

    /// `readlinkat`: reads the content of a link.
    func readTarget(of link: SystemPath, into target: inout [UInt8]) -> Int {
        var result = 0
        target = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { memory, count in
            // The call knows the size of the memory, and writes as many bytes as it returns.
            result = unsafe memory.withMemoryRebound(to: CChar.self) { memory in
                guard let start = memory.baseAddress else { return 0 }
                return unsafe link.withCString {
                    unsafe footing_file_target(folder, $0, start, memory.count)
                }
            }
            count = max(0, result)
        }
        // A result that fills the memory may be truncated.
        return result < Int(PATH_MAX) ? result : -Int(ENAMETOOLONG)
    }

    /// `renameat`: replaces one file by another.
    func rename(_ old: SystemPath, to new: SystemPath) -> Int {
        unsafe old.withCString { old in
            unsafe new.withCString { new in unsafe footing_file_rename(folder, old, new) }
        }
    }

    /// `unlinkat`: removes a file.
    @discardableResult
    func remove(_ name: SystemPath) -> Int {
        unsafe name.withCString { unsafe footing_file_remove(folder, $0) }
    }

    /// `write`, repeated until all bytes are written to an open file.
    static func write(_ content: Data, to file: Int32) -> Int {
        unsafe content.withUnsafeBytes {
            unsafe footing_file_write(file, $0.baseAddress, $0.count)
        }
    }

    /// `fstat`: reads the facts of an open file.
    static func look(at file: Int32, into facts: inout footing_file_facts) -> Int {
        unsafe footing_file_facts_of(file, &facts)
    }
}
