extension Archives {
    /// The progress of a call that unpacks or packs an archive, or compresses or decompresses a
    /// file.
    ///
    /// The handler of the call runs on the thread that does the work, at most once for each 64 KiB,
    /// and can cancel the call:
    ///
    /// ```swift
    /// let report = try Archives.unpack(url, to: folder) { progress in
    ///     print(progress.bytes, "of", progress.totalBytes ?? 0)
    ///     if progress.bytes > 1 << 30 { progress.isCancelled = true }
    /// }
    /// ```
    public struct Progress: Hashable, Sendable {
        /// The number of bytes so far: of the archive, or of the files to be packed, compressed or
        /// decompressed.
        ///
        /// A file of a compressed tar archive is read twice, and counts twice.
        public internal(set) var bytes = 0
        /// The number of bytes in the end, or `nil` if a folder is packed.
        public internal(set) var totalBytes: Int?
        /// Whether the call ends with ``ArchiveError/Code/cancelled``; set it in the handler.
        public var isCancelled = false
    }
}

/// Reports the progress of a call, and cancels it by its handler or with its task.
final class ProgressMeter {
    var progress = Archives.Progress()
    private var bytes = 0
    /// The number of bytes that were read before.
    var base = 0
    private let handler: ((inout Archives.Progress) -> Void)?

    init(_ handler: ((inout Archives.Progress) -> Void)?, of totalBytes: Int? = nil) {
        self.handler = handler
        progress.totalBytes = totalBytes
    }

    /// Notes more bytes, or the number of bytes so far; throws if the call is cancelled.
    func advance(by count: Int) throws(ArchiveError) { try advance(to: bytes - base + count) }

    func advance(to bytes: Int) throws(ArchiveError) {
        let bytes = base + bytes
        self.bytes = bytes
        let isEnd = bytes == progress.totalBytes && bytes > progress.bytes
        if isEnd || bytes - progress.bytes >= StreamDecoder.pieceSize {
            progress.bytes = bytes
            handler?(&progress)
        }
        guard !progress.isCancelled, !Task.isCancelled else {
            throw ArchiveError(.cancelled, "the call was cancelled")
        }
    }
}
