import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file that is read from its beginning to its end, and may be a pipe.
final class SequentialFile {
    let url: URL
    private let file: Descriptor
    /// The number of bytes after the current position, or 0 if it is not known.
    private var remaining: Int

    private static let chunkSize = 65_536

    init(_ url: URL) throws(ArchiveError) {
        self.url = url
        do throws(ErrorNumber) {
            file = try Folder.working.openFile(SystemPath(fileAt: url))
            let status = try FileStatus(ofDescriptor: file.number)
            remaining = status.kind == .file ? Int(clamping: status.size) : 0
        } catch {
            throw ArchiveError(error, url: url)
        }
    }

    /// Reads the next chunk, which is empty at the end.
    func read() throws(ArchiveError) -> Data {
        var chunk = Data(count: Self.chunkSize)
        let result = unsafe chunk.withUnsafeMutableBytes { buffer in
            Result<Int, ErrorNumber> { () throws(ErrorNumber) in
                unsafe try file.read(into: buffer)
            }
        }
        let count = try check(result)
        chunk.removeLast(Self.chunkSize - count)
        remaining = max(0, remaining - count)
        return chunk
    }

    /// Moves on without reading, and returns the number of bytes, which is 0 in a pipe.
    func skip(_ count: Int) throws(ArchiveError) -> Int {
        let skipped = min(count, remaining)
        guard skipped > 0 else { return 0 }
        try check(Result { () throws(ErrorNumber) in try file.skip(skipped) })
        remaining -= skipped
        return skipped
    }

    private func check<Value>(_ result: Result<Value, ErrorNumber>) throws(ArchiveError) -> Value {
        switch result {
        case .success(let value): return value
        case .failure(let error): throw ArchiveError(error, url: url)
        }
    }
}

@available(*, unavailable, message: "A file is read by one owner at a time.")
extension SequentialFile: @unchecked Sendable {}

extension SystemPath {
    /// Converts the URL of a file, or throws the error of a file that does not exist.
    init(fileAt url: URL) throws(ErrorNumber) {
        guard let path = try? SystemPath(url: url.absoluteURL.absoluteString), !path.isRefused else {
            throw .noSuchFile
        }
        self = path
    }
}
