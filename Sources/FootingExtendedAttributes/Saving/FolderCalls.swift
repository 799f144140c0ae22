import CExtendedAttributes
import Foundation

/// The system calls for the files in one open folder, and for those that were opened with them.
///
/// Each makes the call once (again only if a signal interrupted it) and returns what it returned:
/// a descriptor, a count or 0, or the negated error number.
struct FolderCalls: Sendable {
    /// Borrowed: whoever opened the folder keeps it open.
    let folder: Int32

    /// The folder that paths start from which do not start with a slash.
    static let workingFolder = FolderCalls(folder: footing_file_working_folder)

    /// `openat`: opens a folder to name files in it, or also to flush it.
    func openFolder(_ path: SystemPath, toFlush: Bool = false) -> Int {
        unsafe path.withCString { unsafe footing_file_open_folder(folder, $0, toFlush) }
    }

    /// `openat`: opens a file, which must be no link, to read its attributes.
    func open(_ name: SystemPath) -> Int {
        unsafe name.withCString { unsafe footing_file_open(folder, $0) }
    }

    /// `openat`: creates a file and opens it for writing.
    func create(_ name: SystemPath, mode: UInt32) -> Int {
        unsafe name.withCString { unsafe footing_file_create(folder, $0, mode) }
    }

    /// `fstatat`: reads the facts of a file, or of the one that a link leads to.
    func look(at name: SystemPath, following: Bool, into facts: inout footing_file_facts) -> Int {
        unsafe name.withCString { unsafe footing_file_look(folder, $0, following, &facts) }
    }

    /// `readlinkat`: reads where a link leads to.
    func readTarget(of link: SystemPath, into target: inout [UInt8]) -> Int {
        var result = 0
        target = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { memory, count in
            // The call is told the size of the memory, and writes as many bytes as it returns.
            result = unsafe memory.withMemoryRebound(to: CChar.self) { memory in
                guard let start = memory.baseAddress else { return 0 }
                return unsafe link.withCString {
                    unsafe footing_file_target(folder, $0, start, memory.count)
                }
            }
            count = max(0, result)
        }
        // One that fills the memory may have been cut.
        return result < Int(PATH_MAX) ? result : -Int(ENAMETOOLONG)
    }

    /// `renameat`: puts one file in the place of another.
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

    /// `write`, as often as it takes: writes all the bytes to an open file.
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
