import CFooting
import FootingFiles
import Foundation

/// A traversal of a folder and its subfolders that reads one attribute of each file.
///
/// Only one folder is open at a time, so the depth of a tree may exceed the limit on open files.
/// Used by one thread at a time.
///
/// Not generic, so that the generic iterator, which clients compile, is small.
@usableFromInline
final class FolderWalk {
    private let name: ExtendedAttributeName
    /// The expected kind of value, for errors.
    private let expected: () -> String
    private let maxDepth: Int
    private var hasStarted = false
    /// The folders that have not been read yet.
    private var pending: [ScannedFile] = []
    /// The folder that is being read, and its entries.
    private var current: ScannedFile
    private var entries: FolderEntries?

    /// Creates a traversal that begins with `root`, and reads the attribute `name`.
    init(
        from root: SystemPath,
        reading name: ExtendedAttributeName,
        expecting expected: @escaping () -> String,
        maxDepth: Int?
    ) {
        self.name = name
        self.expected = expected
        self.maxDepth = maxDepth ?? .max
        current = ScannedFile(path: root, kind: .other, depth: 0)
    }

    /// Finds the next file.
    ///
    /// - Parameter decode: Receives the bytes of the file's attribute, if there is one, and returns
    ///   whether they can be decoded.
    /// - Returns: The file; `nil` at the end.
    @usableFromInline
    func next(_ decode: (RawSpan) -> Bool) -> ScannedFile? {
        guard hasStarted else {
            hasStarted = true
            return first(decode)
        }
        while true {
            do throws(ErrorNumber) {
                if try entries?.next() == true, let path = entries?.path(in: current.path),
                    let kind = entries?.kind
                {
                    let depth = current.depth + 1
                    let file = ScannedFile(path: path, kind: .init(kind), depth: depth)
                    guard let file = read(file, decode) else { continue }
                    return file
                }
                entries = nil
                guard let next = pending.popLast() else { return nil }
                current = next
                entries = try FolderEntries(of: Folder.working.openForReading(next.path))
            } catch {
                entries = nil
                // A folder that was found before may have been removed or replaced.
                let isGone = [ENOENT, ENOTDIR, ELOOP].contains(error.value)
                guard current.depth > 0, isGone else { return current.unreadable(error.value) }
            }
        }
    }

    /// Schedules the content of `file`, if it is a folder.
    @usableFromInline
    func accept(_ file: ScannedFile) {
        if file.kind == .folder, file.depth < maxDepth, !file.isUnreadable { pending.append(file) }
    }

    private func first(_ decode: (RawSpan) -> Bool) -> ScannedFile? {
        do {
            try current.attributes.check(.scan, name)
        } catch {
            return current.failing(error)
        }
        do throws(ErrorNumber) {
            let kind = try FileStatus(of: current.path, followingSymlinks: false).kind
            return read(ScannedFile(path: current.path, kind: .init(kind), depth: 0), decode)
        } catch {
            return current.unreadable(error.value)
        }
    }

    /// Reads the attribute of `file`.
    ///
    /// - Returns: The file, with its error, if any; `nil` if the file no longer exists.
    private func read(_ file: ScannedFile, _ decode: (RawSpan) -> Bool) -> ScannedFile? {
        do throws(ExtendedAttributeError) {
            let result = try unsafe readGrowing({ unsafe get(file, into: $0) }) {
                bytes throws(ExtendedAttributeError) in
                guard !decode(bytes) else { return }
                throw file.attributes.error(.undecodableValue, .read, name, expected: expected())
            }
            if result == -Int(ENOENT), file.depth > 0 { return nil }
            if result >= 0 || result == missingResult { return file }
            return file.failing(file.attributes.error(result, .read, name))
        } catch {
            return file.failing(error)
        }
    }

    /// Reads by the file's name in the open folder, if the system supports it, which avoids
    /// resolving the path; otherwise reads by the path.
    private func get(_ file: ScannedFile, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if let (folder, entry) = unsafe entries?.latest, let entry = unsafe entry {
            // The names are valid during the call, and the call knows the size of the buffer.
            let result = unsafe name.withCString { name in
                unsafe footing_getxattrat(folder, entry, name, buffer.baseAddress, buffer.count)
            }
            if result != -Int(ENOSYS) { return result }
        }
        return unsafe file.attributes.syscalls.get(name, into: buffer)
    }
}

@available(*, unavailable)
extension FolderWalk: Sendable {}
