#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Unpacks a tar archive into a folder while the archive arrives.
///
/// ```swift
/// let unpacker = try TarUnpacker(to: folder, as: .gzip, options: .untrusted)
/// for try await chunk in upload { try unpacker.append(chunk) }
/// let report = try unpacker.finish()
/// ```
///
/// The call `unpack` of ``Archives`` describes what is created. The calls write files, so they
/// block. An unpacker has one owner, which may move it to another task between two calls. If it is
/// dropped before ``finish()``, the incomplete file is removed. Complete ones stay, in new folders
/// that only their owner may open.
public final class TarUnpacker {
    private let reader: TarReader
    private let unpacker: Unpacker

    /// Creates an unpacker of an archive that is compressed in a format or not at all.
    ///
    /// `renaming` returns the path of an entry in the folder, or `nil` to leave the entry out.
    ///
    /// - Throws: ``ArchiveError`` if the folder can't be created or written.
    public convenience init(
        to folder: URL,
        as format: CompressedFormat? = nil,
        options: ArchiveOptions = .standard,
        renaming: ((ArchiveEntry) -> ArchivePath?)? = nil
    ) throws(ArchiveError) {
        let unpacker = Unpacker(to: folder, options, renaming)
        try unpacker.prepare()
        self.init(TarReader(as: format, options: options), unpacker)
    }

    init(_ reader: TarReader, _ unpacker: Unpacker) {
        self.reader = reader
        self.unpacker = unpacker
    }

    /// Appends a chunk of the archive, and creates the files that are complete.
    ///
    /// - Precondition: ``finish()`` was not called.
    /// - Throws: ``ArchiveError`` if the archive is damaged or exceeds a limit, or if the system
    ///   refuses an operation. The error has the report so far. Every later call throws it again.
    public func append(_ chunk: some DataProtocol) throws(ArchiveError) {
        let chunk = chunk.collected()
        try unpacker.run(nil) {
            try reader.append(chunk)
            try unpackItems()
        }
    }

    /// Notes that nothing follows, and creates the links.
    ///
    /// - Returns: The report of everything that was created and left out.
    /// - Throws: ``ArchiveError`` as ``append(_:)`` does, or if the archive is not complete.
    public func finish() throws(ArchiveError) -> ArchiveReport { try finish(nil) }

    func finish(_ meter: ProgressMeter?) throws(ArchiveError) -> ArchiveReport {
        try unpacker.run(nil) {
            reader.isFinished = true
            reader.meter = meter
            try unpackItems()
            try unpacker.finish()
        }
    }

    /// Unpacks the items that are there.
    private func unpackItems() throws {
        while let item = try nextItem() {
            switch item {
            case .entry(let entry):
                guard let path = try unpacker.judge(entry), try unpacker.begin(entry, at: path)
                else {
                    reader.skipContents()
                    continue
                }
            case .contents(let piece): try unpacker.write(piece)
            }
            while let count = try reader.nextHole() { try unpacker.leaveHole(count) }
            if !reader.hasContents { try unpacker.endFile() }
        }
    }

    /// Reads an item; issues of reading are in one report with those of unpacking.
    private func nextItem() throws -> TarReader.Item? {
        // Swapped, since the first issue after a copy would copy all of them.
        swap(&reader.report, &unpacker.report)
        defer { swap(&reader.report, &unpacker.report) }
        return try reader.next()
    }
}

@available(*, unavailable, message: "An unpacker has one owner at a time.")
extension TarUnpacker: @unchecked Sendable {}
