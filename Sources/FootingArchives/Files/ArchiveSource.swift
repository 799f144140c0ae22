import FootingBytes
import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The bytes of an archive, in memory or in a regular file; several threads may read them at once.
final class ArchiveSource: Sendable {
    private enum Content: ~Copyable {
        case memory(Data)
        case file(Descriptor)
    }

    private let content: Content
    /// The number of bytes; of a file, when it was opened.
    let count: Int
    /// The URL for errors.
    let url: URL?

    init(_ data: Data) {
        content = .memory(data)
        (count, url) = (data.count, nil)
    }

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
        let file = try ArchiveError.check(nil) { try Descriptor(duplicating: number) }
        try self.init(file, nil)
    }

    init(_ file: consuming Descriptor, _ url: URL?) throws(ArchiveError) {
        let number = file.number
        content = .file(file)
        self.url = url
        let size = try ArchiveError.check(url) {
            let status = try FileStatus(ofDescriptor: number)
            guard status.kind != .folder else { throw ErrorNumber.isAFolder }
            guard status.kind != .other else {
                throw ArchiveError(.notSeekable, "this is a pipe or a device")
            }
            return status.size
        }
        // So that offsets can be added without overflow.
        count = min(Int(clamping: size), Int.max / 2)
    }

    /// Returns the bytes in `range`; without a copy, if they are in memory.
    ///
    /// - Precondition: The range is within `0..<count`.
    @inline(never)
    func bytes(in range: Range<Int>) throws(ArchiveError) -> Data {
        let bytes = try available(in: range)
        guard bytes.count == range.count else {
            let offset = range.lowerBound + bytes.count
            throw ArchiveError(.truncated, at: offset, "the file is shorter than before")
                .located(in: url)
        }
        return bytes
    }

    /// Returns a copy of the bytes in `range`, to which accesses are faster.
    func array(in range: Range<Int>) throws(ArchiveError) -> [UInt8] {
        var array: [UInt8] = []
        array.reserveCapacity(range.count)
        // By parts, so that all bytes are in memory only once.
        for start in stride(from: range.lowerBound, to: range.upperBound, by: 1 << 20) {
            array += try bytes(in: (start..<range.upperBound).prefix(1 << 20))
        }
        return array
    }

    /// Returns the bytes in `range` that are there.
    private func available(in range: Range<Int>) throws(ArchiveError) -> Data {
        switch content {
        case .memory(let data):
            let range = range.clamped(to: 0..<count)
            return data[data.startIndex + range.lowerBound..<data.startIndex + range.upperBound]
        case .file(let file):
            var bytes = Data(count: range.count)
            var span = bytes.mutableBytes
            let result = unsafe span.withUnsafeMutableBytes {
                unsafe file.read(into: $0, at: range.lowerBound)
            }
            let count = try ArchiveError.check(url) { try result.get() }
            return count < range.count ? bytes.prefix(count) : bytes
        }
    }

    /// Calls `body` with all contents in chunks; the size of the file must not change meanwhile.
    func forEachChunk(
        _ meter: ProgressMeter? = nil,
        _ body: (Data) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        var (offset, isEnd) = (0, false)
        while !isEnd {
            // One byte more than the rest shows whether the file has grown.
            let range = offset..<min(count + 1, offset + StreamDecoder.pieceSize)
            let chunk = try available(in: range)
            isEnd = chunk.count < range.count
            offset += chunk.count
            guard isEnd ? offset == count : offset <= count else {
                let reason = "the file changed while it was read"
                throw ArchiveError(.contentsChanged, reason).located(in: url)
            }
            guard !chunk.isEmpty else { continue }
            try body(chunk)
            try meter?.advance(by: chunk.count)
        }
    }
}

extension SystemPath {
    /// Converts the URL of a file on this machine.
    init(ofFileAt url: URL) throws(ArchiveError) {
        do throws(FileURLProblem) {
            self = try SystemPath(url: url.absoluteString)
        } catch {
            throw ArchiveError(.invalidPath, error.reason).located(in: url)
        }
        guard !isRefused else {
            throw ArchiveError(.invalidPath, "the path is empty or has a NUL").located(in: url)
        }
    }
}
