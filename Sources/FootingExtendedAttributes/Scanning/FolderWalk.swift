import CFiles
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
    private var tally: ScanTally
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
        maxDepth: Int?,
        progress: Progress?
    ) {
        self.name = name
        self.expected = expected
        self.maxDepth = maxDepth ?? .max
        tally = ScanTally(for: progress)
        current = ScannedFile(root, .other, depth: 0)
    }

    /// Finds the next file.
    ///
    /// - Parameter decode: Receives the bytes of the file's attribute, if there is one, and returns
    ///   whether they can be decoded.
    /// - Returns: The file; `nil` at the end, or after the progress is cancelled.
    @usableFromInline
    func next(_ decode: (RawSpan) -> Bool) -> ScannedFile? {
        guard !tally.publish() else { return nil }
        guard hasStarted else {
            hasStarted = true
            return first(decode)
        }
        while true {
            do throws(ErrorNumber) {
                if try entries?.next() == true, let path = entries?.path(in: current.path),
                    let kind = entries?.kind
                {
                    let file = ScannedFile(path, .init(kind), depth: current.depth + 1)
                    guard let file = read(file, decode) else { continue }
                    return file
                }
                entries = nil
                guard let next = pending.popLast() else { break }
                current = next
                entries = try FolderEntries(of: Folder.working.openForReading(next.path))
            } catch {
                entries = nil
                if !isFolderGone(error.value) { return current.unreadable(error.value) }
            }
        }
        tally.finish()
        return nil
    }

    /// Counts `file`, and schedules the content of a folder.
    @usableFromInline
    func accept(_ file: ScannedFile) {
        tally.count()
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
            return read(ScannedFile(current.path, .init(kind), depth: 0), decode)
        } catch {
            return current.unreadable(error.value)
        }
    }

    /// Reads the attribute of `file`.
    ///
    /// - Returns: The file, with its error, if any; `nil` if the file no longer exists.
    private func read(_ file: ScannedFile, _ decode: (RawSpan) -> Bool) -> ScannedFile? {
        var isDecoded = true
        do {
            let result = try unsafe readGrowing({ unsafe get(file, into: $0) }) { bytes in
                isDecoded = decode(bytes)
            }
            let attributes = file.attributes
            switch result {
            case .complete where isDecoded, .failed(footing_xattr_missing):
                return file
            case .failed(ENOENT) where file.depth > 0:
                return nil
            default:
                return file.failing(
                    attributes.error(of: result, .read, name)
                        ?? attributes.error(.undecodableValue, .read, name, expected: expected())
                )
            }
        } catch {
            return file.failing(error)
        }
    }

    /// Reads by the file's name in the open folder, if the system supports it, which avoids
    /// resolving the path; otherwise reads by the path.
    private func get(_ file: ScannedFile, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let result = unsafe entries?.get(name, into: buffer) ?? -Int(ENOSYS)
        guard result == -Int(ENOSYS) else { return result }
        return unsafe file.attributes.syscalls.get(name, into: buffer)
    }

    /// Whether an error means that a folder that was found before has been removed or replaced.
    private func isFolderGone(_ number: Int32) -> Bool {
        current.depth > 0 && [ENOENT, ENOTDIR, ELOOP].contains(number)
    }
}

@available(*, unavailable)
extension FolderWalk: Sendable {}
