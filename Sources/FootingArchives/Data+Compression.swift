#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Data {
    /// Returns the data compressed.
    ///
    /// ```swift
    /// let packed = data.compressed(as: .gzip)
    /// ```
    ///
    /// - Complexity: O(*n*) in the size of the data.
    public func compressed(
        as format: CompressedFormat,
        level: CompressionLevel = .standard
    ) -> Data {
        let compressor = Compressor(format, level: level)
        compressor.append(self)
        compressor.finish()
        return compressor.drain()
    }

    /// Returns the data decompressed, after all checksums were checked.
    ///
    /// ```swift
    /// let plain = try packed.decompressed(as: .gzip, limits: .untrusted)
    /// ```
    ///
    /// - Parameters:
    ///   - format: The format of the data.
    ///   - limits: The limits of the result: its size, and its ratio to the data.
    ///   - ignoringTrailingBytes: Whether bytes after the stream are ignored, rather than an error.
    ///     Zeros after gzip are always ignored, but bytes that begin as gzip does, with 1F 8B, are
    ///     always read as another member.
    /// - Returns: The contents of the stream; of gzip, those of all members.
    /// - Throws: ``ArchiveError`` if the data is damaged, or exceeds a limit.
    /// - Complexity: O(*n*) in the size of the data and the result.
    public func decompressed(
        as format: CompressedFormat,
        limits: ArchiveOptions.Limits = .standard,
        ignoringTrailingBytes: Bool = false
    ) throws(ArchiveError) -> Data {
        let decompressor = Decompressor(
            format,
            limits: limits,
            ignoringTrailingBytes: ignoringTrailingBytes
        )
        try decompressor.append(self)
        try decompressor.finish()
        return try decompressor.drain()
    }
}
