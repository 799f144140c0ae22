import FootingBytes
import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The bytes of an archive, in memory or in a file; several threads may read them at once.
enum ArchiveSource: Sendable {
    case memory(Data)
    case file(ArchiveFile)

    /// The number of bytes.
    var count: Int {
        switch self {
        case .memory(let data): data.count
        case .file(let file): file.count
        }
    }

    /// The URL for errors.
    var url: URL? {
        switch self {
        case .memory: nil
        case .file(let file): file.url
        }
    }

    /// Returns the bytes in `range`; without a copy, if they are in memory.
    ///
    /// - Precondition: The range is within `0..<count`.
    func bytes(in range: Range<Int>) throws(ArchiveError) -> Data {
        switch self {
        case .memory(let data):
            data[data.startIndex + range.lowerBound..<data.startIndex + range.upperBound]
        case .file(let file): try file.bytes(in: range)
        }
    }

    /// Returns a copy of the bytes in `range`, to which accesses are faster.
    func array(in range: Range<Int>) throws(ArchiveError) -> [UInt8] {
        guard case .file(let file) = self else { return try Array(bytes(in: range)) }
        var result = Result<Int, ErrorNumber>.success(0)
        let array = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { memory, count in
            unsafe result = file.descriptor.read(
                into: UnsafeMutableRawBufferPointer(memory),
                at: range.lowerBound
            )
            count = (try? result.get()) ?? 0
        }
        try file.check(result, of: range)
        return array
    }
}

/// A regular file that is open for reading.
final class ArchiveFile: Sendable {
    /// The size when the file was opened.
    let count: Int
    let url: URL?
    fileprivate let descriptor: Descriptor

    /// Opens the file at a URL, or the target of a link there.
    convenience init(_ url: URL) throws(ArchiveError) {
        let path = try SystemPath(ofFileAt: url)
        let file = try ArchiveError.check(url) {
            try Folder.working.openFile(path, followingSymlinks: true)
        }
        try self.init(file, url)
    }

    /// Duplicates the descriptor, so that the caller's may be closed.
    convenience init(fileDescriptor number: Int32) throws(ArchiveError) {
        let file = try ArchiveError.check(nil) {
            try Descriptor(duplicating: number)
        }
        try self.init(file, nil)
    }

    init(_ file: consuming Descriptor, _ url: URL?) throws(ArchiveError) {
        let number = file.number
        descriptor = file
        self.url = url
        let size = try ArchiveError.check(url) {
            let status = try FileStatus(ofDescriptor: number)
            guard status.kind != .folder else { throw ErrorNumber.isAFolder }
            guard status.kind != .other else {
                throw ArchiveError(.notSeekable, "this is a pipe or a device; use a regular file")
            }
            return status.size
        }
        // So that offsets can be added without overflow.
        count = min(Int(clamping: size), Int.max / 2)
    }

    func bytes(in range: Range<Int>) throws(ArchiveError) -> Data {
        var bytes = Data(count: range.count)
        let result = unsafe bytes.withUnsafeMutableBytes {
            unsafe descriptor.read(into: $0, at: range.lowerBound)
        }
        try check(result, of: range)
        return bytes
    }

    /// Throws the error of a read that did not return all bytes.
    fileprivate func check(
        _ result: Result<Int, ErrorNumber>,
        of range: Range<Int>
    ) throws(ArchiveError) {
        switch result {
        case .success(range.count): return
        case .success(let count):
            let offset = range.lowerBound + count
            throw ArchiveError(.truncated, at: offset, "the file is shorter than before")
                .located(in: url)
        case .failure(let number): throw ArchiveError(number).located(in: url)
        }
    }
}

extension ArchiveFile {
    /// Calls `body` with all contents in chunks; the size of the file must not change meanwhile.
    func forEachChunk(
        _ meter: ProgressMeter? = nil,
        _ body: (Data) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        var queue = InputQueue(self)
        do throws(ArchiveError) {
            while let chunk = try queue.next() {
                try body(chunk)
                try meter?.advance(by: chunk.count)
            }
            // A file may have grown, and one of the system has contents although its size is 0.
            guard (try? bytes(in: count..<count + 1)) != nil else { return }
        } catch {
            guard error.code == .truncated else { throw error }
        }
        throw ArchiveError(.contentsChanged, "the file changed while it was read").located(in: url)
    }
}

extension SystemPath {
    /// Converts the URL of a file on this machine.
    init(ofFileAt url: URL) throws(ArchiveError) {
        guard let path = try? SystemPath(url: url.absoluteString), !path.isRefused else {
            throw ArchiveError(.noSuchFile, "the URL is not that of a file on this machine")
                .located(in: url)
        }
        self = path
    }
}

extension ContiguousBytes {
    /// Calls `body` with a view of the bytes; typed errors do not pass through `withUnsafeBytes`.
    func withView<Result>(
        _ body: (ByteView) throws(ArchiveError) -> Result
    ) throws(ArchiveError) -> Result {
        let result = unsafe withUnsafeBytes { bytes in
            Swift.Result { () throws(ArchiveError) in unsafe try body(ByteView(bytes)) }
        }
        return try result.get()
    }
}
