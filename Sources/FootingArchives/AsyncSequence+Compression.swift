#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension AsyncSequence where Self: Sendable, Element: DataProtocol {
    /// Returns the chunks of this sequence compressed, as pieces of 1 to 65,536 bytes.
    ///
    /// The sequence is read only as fast as pieces are requested. Errors of the sequence are thrown
    /// as they are.
    public func compressed(
        as format: CompressedFormat,
        level: CompressionLevel = .standard
    ) -> some AsyncSequence<Data, any Error> & Sendable {
        Pieces(base: self) { Compressor(format, level: level) }
    }

    /// Returns the chunks of this sequence decompressed, as pieces of 1 to 65,536 bytes.
    ///
    /// ```swift
    /// for try await piece in upload.decompressed(as: .gzip, limits: .untrusted) {
    ///     try await file.write(piece)
    /// }
    /// ```
    ///
    /// A piece is returned before the checksum of the stream is known: the data is good only if the
    /// sequence ends without an error. The sequence is read only as fast as pieces are requested.
    /// It throws ``ArchiveError`` if the stream is damaged or exceeds a limit; errors of the base
    /// sequence are thrown as they are.
    ///
    /// The sequence must be `Sendable`. As a parameter, it is
    /// `some AsyncSequence<Data, any Error> & Sendable`.
    public func decompressed(
        as format: CompressedFormat,
        limits: ArchiveOptions.Limits = .standard,
        ignoringTrailingBytes: Bool = false
    ) -> some AsyncSequence<Data, any Error> & Sendable {
        Pieces(base: self) {
            Decompressor(format, limits: limits, ignoringTrailingBytes: ignoringTrailingBytes)
        }
    }
}

/// A compressor or a decompressor.
private protocol Coder {
    func append(_ chunk: some DataProtocol) throws
    func next() throws -> Data?
    func finish() throws
}

extension Compressor: Coder {}
extension Decompressor: Coder {}

/// The pieces that a coder makes of a sequence of chunks.
// Not generic, so that little code depends on the type of the sequence.
private struct Pieces: AsyncSequence, Sendable {
    typealias Next = (isolated (any Actor)?) async throws -> Data?

    let makeNext: @Sendable () -> Next

    init<Base: AsyncSequence & Sendable>(
        base: Base,
        _ makeCoder: @escaping @Sendable () -> any Coder
    ) where Base.Element: DataProtocol {
        makeNext = {
            let coder = makeCoder()
            var (iterator, isFinished) = (base.makeAsyncIterator(), false)
            return { actor in
                while true {
                    if let piece = try coder.next() { return piece }
                    if isFinished { return nil }
                    if let chunk = try await iterator.next(isolation: actor) {
                        try coder.append(chunk)
                    } else {
                        isFinished = true
                        try coder.finish()
                    }
                }
            }
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(next: makeNext()) }

    struct Iterator: AsyncIteratorProtocol {
        let next: Next

        func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
            try await next(actor)
        }
    }
}
