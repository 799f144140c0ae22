import CFooting

private let slash = UInt8(ascii: "/")

/// A path for system calls (bytes, terminated by a NUL), or the string that could not be converted
/// to a path.
///
/// Initializers from bytes never fail; they determine once whether the path may be passed to the
/// system.
@usableFromInline
package struct SystemPath: Equatable, Sendable {
    /// The path or the string, terminated by a NUL.
    @usableFromInline let characters: [UInt8]
    /// Whether the path must not be passed to the system.
    package let isRefused: Bool

    /// Copies the path without trailing slashes, or refuses a path that is empty or contains a NUL.
    ///
    /// A trailing slash would make the system follow a symbolic link.
    @inlinable
    package init(_ path: some Collection<UInt8>) {
        let made = path.withContiguousStorageIfAvailable { unsafe Self(UnsafeRawBufferPointer($0)) }
        self = unsafe made ?? Array(path).withUnsafeBytes { unsafe Self($0) }
    }

    /// Not generic, so that it is compiled once.
    @usableFromInline
    init(_ path: UnsafeRawBufferPointer) {
        var count = path.count
        while count > 1, unsafe path[count - 1] == slash { count -= 1 }
        let path = unsafe path.slice(0..<count)
        characters = unsafe Array(endingWithNUL: path)
        isRefused = unsafe path.isEmpty || path.has(0)
    }

    /// Keeps a string that names no file, for errors.
    package init(refused text: String) {
        characters = Array(text.utf8) + [0]
        isRefused = true
    }

    /// Joins a folder's path and a file's name.
    ///
    /// - Precondition: Neither is refused.
    package init(of name: SystemPath, in folder: SystemPath) {
        self = unsafe name.characters.withUnsafeBytes {
            unsafe Self(of: $0.slice(0..<$0.count - 1), in: folder)
        }
    }

    /// Joins a folder's path and a file's name from the system, without a NUL.
    ///
    /// - Precondition: The folder's path is not refused.
    init(of name: UnsafeRawBufferPointer, in folder: SystemPath) {
        // Only the path of the root has a trailing slash.
        let isRoot = folder.characters == [slash, 0]
        var characters: [UInt8] = []
        characters.reserveCapacity(folder.characters.count &+ name.count &+ 1)
        characters.append(contentsOf: folder.characters.dropLast(isRoot ? 2 : 1))
        characters.append(slash)
        unsafe characters.append(contentsOf: name)
        characters.append(0)
        self.characters = characters
        isRefused = false
    }

    /// The path for errors, or the string that could not be converted.
    package var bytes: [UInt8] { Array(characters[..<(characters.count - 1)]) }

    package var isAbsolute: Bool { characters.first == slash }

    /// The path of the file's folder, and the file's name in the folder.
    ///
    /// A path without a parent folder, such as `/`, has the name `.`.
    package var folderAndName: (folder: SystemPath, name: SystemPath) {
        guard let end = characters.lastIndex(of: slash) else { return (.dot, self) }
        let name = characters[(end + 1)...].dropLast()
        return (SystemPath(characters[...end]), name.isEmpty ? .dot : SystemPath(name))
    }

    /// The path `.`.
    package static let dot = SystemPath(".".utf8)

    /// Returns an unpredictable name for a new file beside its final place: `.footing-` and digits.
    ///
    /// Close the file, then rename it with ``Folder/rename(_:to:in:replacing:)``: other processes
    /// see no file of the final name, or the complete one.
    package static func temporaryName() -> Self {
        Self(".footing-\(UInt64.random(in: 0 ... .max))".utf8)
    }

    /// Calls `body` with the path as a C string.
    ///
    /// The pointer is valid until `body` returns.
    @inlinable
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe characters.withCString(body)
    }

    /// `realpath`: the path of the same file without symbolic links.
    package func resolved() throws(ErrorNumber) -> [UInt8] {
        unsafe try bytesOfPath { memory, size in
            unsafe withCString { unsafe footing_realpath($0, memory, size) }
        }
    }

    /// The current path of an open file, or `/dev/fd/` and the number.
    package static func current(ofDescriptor number: Int32) -> [UInt8] {
        let path = unsafe try? bytesOfPath { unsafe footing_path(number, $0, $1) }
        guard let path, !path.isEmpty else { return Array("/dev/fd/\(number)".utf8) }
        return path
    }
}

/// Returns the bytes of the path that a C function writes.
func bytesOfPath(
    _ call: (UnsafeMutablePointer<CChar>, Int) -> Int
) throws(ErrorNumber) -> [UInt8] {
    var result = 0
    let path = unsafe [UInt8](unsafeUninitializedCapacity: longestPath) { memory, count in
        // The call knows the size of the memory, and writes as many bytes as it returns.
        result = unsafe memory.withMemoryRebound(to: CChar.self) { memory in
            guard let start = memory.baseAddress else { return 0 }
            return unsafe call(start, memory.count)
        }
        count = max(0, result)
    }
    try check(result)
    return path
}
