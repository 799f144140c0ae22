import FootingArchives
import Foundation
import TestSupport
import XCTest

final class CompressedSequenceTests: XCTestCase {
    private static let sample = Samples.mixture(200_000)
    private let plain = sample

    /// The chunks as an asynchronous sequence, which throws at its end if `error` is not `nil`.
    private func stream(_ data: Data, error: (any Error)? = nil) -> AsyncThrowingStream<
        Data, any Error
    > {
        let start = Counter()
        return AsyncThrowingStream {
            let chunk = data.dropFirst(start.add(10_000) - 10_000).prefix(10_000)
            if chunk.isEmpty, let error { throw error }
            return chunk.isEmpty ? nil : chunk
        }
    }

    private func all(_ pieces: some AsyncSequence<Data, any Error>) async throws -> Data {
        var all = Data()
        for try await piece in pieces {
            XCTAssertTrue(1...65_536 ~= piece.count)
            all += piece
        }
        return all
    }

    func testASequenceIsCompressedAndDecompressed() async throws {
        for format in CompressedFormat.all {
            let packed = try await all(stream(plain).compressed(as: format, level: .fastest))
            XCTAssertTrue(packed == plain.compressed(as: format, level: .fastest), "\(format)")
            let again = try await all(stream(packed).decompressed(as: format, limits: .untrusted))
            XCTAssertTrue(again == plain, "\(format)")
        }
    }

    func testASequenceOfArraysIsCompressed() async throws {
        let chunks = AsyncStream<ArraySlice<UInt8>> { continuation in
            for chunk in [[1, 2, 3], [], [4]] as [[UInt8]] { continuation.yield(chunk[...]) }
            continuation.finish()
        }
        let packed = try await all(chunks.compressed(as: .zlib))
        XCTAssertEqual(try packed.decompressed(as: .zlib), Data([1, 2, 3, 4]))
    }

    func testADamagedStreamThrowsAfterItsLastPiece() async throws {
        let packed = plain.compressed(as: .gzip)
        let pieces = stream(packed.dropLast(4)).decompressed(as: .gzip)
        var count = 0
        do {
            for try await piece in pieces { count += piece.count }
            XCTFail("no error")
        } catch {
            XCTAssertEqual((error as? ArchiveError)?.code, .truncated)
            XCTAssertEqual(count, plain.count)
        }
    }

    func testTrailingBytesAreIgnoredOnRequest() async throws {
        let packed = plain.compressed(as: .gzip) + Data("tail".utf8)
        let pieces = stream(packed).decompressed(as: .gzip, ignoringTrailingBytes: true)
        let again = try await all(pieces)
        XCTAssertTrue(again == plain)
    }

    func testErrorsOfTheSequenceAreThrownAsTheyAre() async throws {
        let pieces = stream(plain, error: Refusal(code: 3)).compressed(as: .gzip)
        do {
            _ = try await all(pieces)
            XCTFail("no error")
        } catch {
            XCTAssertEqual(error as? Refusal, Refusal(code: 3))
        }
    }

    func testASequenceIsReadAsFastAsPiecesAreRequested() async throws {
        let requests = Counter()
        let chunk = Samples.noise(65_536)
        let base = AsyncStream<Data> {
            requests.add(1)
            return chunk
        }
        var pieces = base.compressed(as: .deflate, level: .uncompressed).makeAsyncIterator()
        for _ in 0..<10 { _ = try await pieces.next(isolation: nil) }
        XCTAssertLessThan(requests.value, 15)
    }

    func testEachIteratorBeginsAStreamOfItsOwn() async throws {
        struct Chunks: AsyncSequence, AsyncIteratorProtocol {
            var rest = [Data("one ".utf8), Data("two".utf8)]
            func makeAsyncIterator() -> Self { self }
            mutating func next() async -> Data? { rest.isEmpty ? nil : rest.removeFirst() }
        }
        let pieces = Chunks().compressed(as: .gzip)
        let first = try await all(pieces)
        let second = try await all(pieces)
        XCTAssertEqual(first, second)
        XCTAssertEqual(try first.decompressed(as: .gzip), Data("one two".utf8))
    }
}
