import CExtendedAttributes
import Foundation

/// Finds a folder and all that is in it and below, one after another, and reads one attribute of each.
///
/// Only one folder is open at a time, so a tree may be deeper than a process may have open files.
/// Used by one thread at a time.
///
/// Not generic, so that the generic iterator over it, which a client compiles, is small.
@usableFromInline
final class FolderWalk {
    private let name: ExtendedAttributeName
    /// The expected kind of value, for errors.
    private let expected: () -> String
    private let maxDepth: Int
    private var tally: ScanTally
    private var hasStarted = false
    /// The folders that are still to be read.
    private var pending: [ScannedFile] = []
    /// The folder that is being read, and what is known of it.
    private var folder: OpenFolder?
    private var place: ScannedFile

    /// Creates a walk that begins with `root`, and reads the attribute `name`.
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
        place = ScannedFile(root, .other, depth: 0)
    }

    /// Finds the next file.
    ///
    /// - Parameter decode: Takes the bytes of the file's attribute, if it has one, and returns whether
    ///   they are what is expected.
    /// - Returns: The file; `nil` at the end, or once the progress is cancelled.
    @usableFromInline
    func next(_ decode: (RawSpan) -> Bool) -> ScannedFile? {
        guard !tally.isCancelled else { return nil }
        guard hasStarted else {
            hasStarted = true
            return first(decode)
        }
        while true {
            guard let result = folder?.next() else {
                guard let next = pending.popLast() else { break }
                place = next
                folder = OpenFolder(at: next.path)
                continue
            }
            if result > 0, let path = folder?.pathOfFound(in: place.path),
                let kind = folder?.kindOfFound
            {
                let file = ScannedFile(path, kind, depth: place.depth + 1)
                guard let file = read(file, decode) else { continue }
                return file
            }
            folder = nil
            let number = Int32(truncatingIfNeeded: -result)
            if number != 0, !saysGone(number) { return place.unreadable(number) }
        }
        tally.finish()
        return nil
    }

    /// Counts `file`, which is found, and sees to it that what is in it is found, too.
    @usableFromInline
    func accept(_ file: ScannedFile) {
        tally.count()
        if file.kind == .folder, file.depth < maxDepth, !file.isUnreadable { pending.append(file) }
    }

    private func first(_ decode: (RawSpan) -> Bool) -> ScannedFile? {
        do {
            try place.attributes.check(.scan, name)
        } catch {
            return place.failing(error)
        }
        let result = kind(at: place.path)
        guard let kind = ExtendedAttributes.FileKind(result) else {
            return place.unreadable(Int32(truncatingIfNeeded: -result))
        }
        return read(ScannedFile(place.path, kind, depth: 0), decode)
    }

    /// Reads the attribute of `file`, which is found.
    ///
    /// - Returns: The file, with what went wrong; `nil` if it is gone.
    private func read(_ file: ScannedFile, _ decode: (RawSpan) -> Bool) -> ScannedFile? {
        var isDecoded = true
        do {
            let end = try unsafe readGrowing({ unsafe get(file, into: $0) }) { bytes in
                isDecoded = decode(bytes)
            }
            let attributes = file.attributes
            switch end {
            case .complete where isDecoded, .failed(footing_xattr_missing):
                return file
            case .complete:
                return file.failing(
                    attributes.error(.undecodableValue, .read, name, expected: expected())
                )
            case .failed(ENOENT) where file.depth > 0:
                return nil
            case .failed(let number):
                return file.failing(attributes.error(number, .read, name))
            case .unstable:
                return file.failing(attributes.error(.unstable, .read, name))
            }
        } catch {
            return file.failing(error)
        }
    }

    /// Reads by the file's own name where there is an open folder and the system can do it, which
    /// saves it the way to the file; else by the path.
    private func get(_ file: ScannedFile, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let result = unsafe folder?.get(name, into: buffer) ?? -Int(ENOSYS)
        guard result == -Int(ENOSYS) else { return result }
        return unsafe file.attributes.calls.get(name, into: buffer)
    }

    /// Whether an error says that a folder, which has been found before, is there no more, or that
    /// something else is in its place.
    private func saysGone(_ number: Int32) -> Bool {
        place.depth > 0 && [ENOENT, ENOTDIR, ELOOP].contains(number)
    }
}

@available(*, unavailable)
extension FolderWalk: Sendable {}
