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
                throw ArchiveError(.notSeekable, "this is a pipe or a device; use a regular file")
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
        switch content {
        case .memory(let data):
            return data[data.startIndex + range.lowerBound..<data.startIndex + range.upperBound]
        case .file: break
        }
        var bytes = Data(count: range.count)
        var span = bytes.mutableBytes
        let result = unsafe span.withUnsafeMutableBytes { unsafe read(range, into: $0) }
        try check(result, of: range)
        return bytes
    }

    /// Returns a copy of the bytes in `range`, to which accesses are faster.
    func array(in range: Range<Int>) throws(ArchiveError) -> [UInt8] {
        var result = Result<Int, ErrorNumber>.success(0)
        let array = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { memory, count in
            unsafe result = read(range, into: UnsafeMutableRawBufferPointer(memory))
            count = (try? result.get()) ?? 0
        }
        try check(result, of: range)
        return array
    }

    /// Returns the number in four bytes, in little endian; `nil` if there are fewer.
    func word(in range: Range<Int>) throws(ArchiveError) -> Int? {
        let bytes = try array(in: range)
        return bytes.count < 4 ? nil : bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Copies bytes, fewer at the end, and returns their number.
    private func read(
        _ range: Range<Int>,
        into memory: UnsafeMutableRawBufferPointer
    ) -> Result<Int, ErrorNumber> {
        switch content {
        case .memory(let data):
            let (start, range) = (data.startIndex, range.clamped(to: 0..<count))
            let bytes = start + range.lowerBound..<start + range.upperBound
            return .success(unsafe data.copyBytes(to: memory, from: bytes))
        case .file(let file): return unsafe file.read(into: memory, at: range.lowerBound)
        }
    }

    /// Throws the error of a read that did not return all bytes.
    private func check(
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

extension ArchiveSource {
    /// Calls `body` with all contents in chunks; the size of the file must not change meanwhile.
    func forEachChunk(
        _ meter: ProgressMeter? = nil,
        _ body: (Data) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        var (offset, isEnd) = (0, false)
        while !isEnd {
            // One byte more than the rest shows whether the file has grown.
            let range = offset..<min(count + 1, offset + StreamDecoder.pieceSize)
            var chunk = Data(count: range.count)
            var span = chunk.mutableBytes
            let result = unsafe span.withUnsafeMutableBytes { unsafe read(range, into: $0) }
            let size = try ArchiveError.check(url) { try result.get() }
            isEnd = size < chunk.count
            offset += size
            guard isEnd ? offset == count : offset <= count else {
                let reason = "the file changed while it was read"
                throw ArchiveError(.contentsChanged, reason).located(in: url)
            }
            guard size > 0 else { continue }
            chunk.count = size
            try body(chunk)
            try meter?.advance(by: size)
        }
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
