import CExtendedAttributes
import Foundation

/// The system calls for one file.
///
/// Each makes the system call once (again only if a signal interrupted it) and returns its result:
/// a count or 0, or the negated error number.
struct FileCalls: Sendable {
    let target: Target

    /// The file of the calls.
    enum Target: Sendable {
        case path(SystemPath, followsSymlinks: Bool)
        /// Not owned: the caller keeps it open.
        case descriptor(Int32)
        /// Retained; its descriptor is -1 once it is closed.
        case handle(FileHandle)
    }

    /// `getxattr`: reads a value, or only measures it if `buffer` is empty.
    func get(_ name: ExtendedAttributeName, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        unsafe withFile { file in
            unsafe name.withCString { name in
                unsafe footing_xattr_get(file, name, buffer.baseAddress, buffer.count)
            }
        }
    }

    /// `listxattr`: reads the names, each terminated by a NUL, or only measures them.
    func list(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        unsafe withFile { unsafe footing_xattr_list($0, buffer.baseAddress, buffer.count) }
    }

    /// `setxattr`: writes a value.
    func set(
        _ name: ExtendedAttributeName,
        to value: UnsafeRawBufferPointer,
        rule: footing_xattr_rule
    ) -> Int {
        unsafe withFile { file in
            unsafe name.withCString { name in
                unsafe footing_xattr_set(file, name, value.baseAddress, value.count, rule)
            }
        }
    }

    /// `removexattr`: removes an attribute.
    func remove(_ name: ExtendedAttributeName) -> Int {
        unsafe withFile { file in
            unsafe name.withCString { name in unsafe footing_xattr_remove(file, name) }
        }
    }

    /// `stat`: reads the size and the modification time of the file.
    func readStamp(into stamp: inout footing_xattr_stamp) -> Int {
        // The pointer is used only within the call that provides it.
        unsafe withFile { file in unsafe footing_xattr_read_stamp(file, &stamp) }
    }

    /// Whether no system call must be made, because the file's path is invalid.
    var isRefused: Bool {
        switch target {
        case .path(let path, _): path.isRefused
        case .descriptor, .handle: false
        }
    }

    /// The file's path for errors; for an open file, its current path.
    var path: [UInt8] {
        switch target {
        case .path(let path, _): path.bytes
        case .descriptor(let descriptor): Self.path(of: descriptor)
        case .handle(let handle): Self.path(of: handle.fileDescriptor)
        }
    }

    /// Calls `body` with the file in C's representation, valid until `body` returns.
    private func withFile<Result>(_ body: (footing_xattr_file) -> Result) -> Result {
        // In a separate function: otherwise the optimizer would add retains of the path.
        guard case .path(let path, let followsSymlinks) = target else {
            return unsafe withOpenFile(body)
        }
        // The pointer is used only by `body`, within the call that provides it.
        return unsafe path.withCString { path in
            unsafe body(footing_xattr_file(path: path, descriptor: -1, follow: followsSymlinks))
        }
    }

    @inline(never)
    private func withOpenFile<Result>(_ body: (footing_xattr_file) -> Result) -> Result {
        func call(_ descriptor: Int32) -> Result {
            unsafe body(footing_xattr_file(path: nil, descriptor: descriptor, follow: false))
        }
        return switch target {
        case .path: call(-1)
        case .descriptor(let descriptor): call(descriptor)
        // The handle closes its descriptor when it is released.
        case .handle(let handle): withExtendedLifetime(handle) { call(handle.fileDescriptor) }
        }
    }

    /// `realpath`: finds the path without symbolic links, or returns the negated error number.
    static func resolve(_ path: SystemPath) -> (path: [UInt8], result: Int) {
        var result = 0
        let resolved = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { memory, count in
            // The call knows the size of the memory, and writes as many bytes as it returns.
            result = unsafe memory.withMemoryRebound(to: CChar.self) { memory in
                guard let start = memory.baseAddress else { return -Int(ENOMEM) }
                return unsafe path.withCString {
                    unsafe footing_xattr_resolve($0, start, memory.count)
                }
            }
            count = max(0, result)
        }
        return (resolved, result)
    }

    /// Returns the current path of an open file.
    static func path(of descriptor: Int32) -> [UInt8] {
        let path = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { memory, count in
            // The call knows the size of the memory, and writes as many bytes as it returns.
            count = unsafe memory.withMemoryRebound(to: CChar.self) { memory in
                guard let start = memory.baseAddress else { return 0 }
                return max(0, unsafe footing_xattr_path(descriptor, start, memory.count))
            }
        }
        return path.isEmpty ? Array("/dev/fd/\(descriptor)".utf8) : path
    }
}
