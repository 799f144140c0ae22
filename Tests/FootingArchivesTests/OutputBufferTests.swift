@testable import FootingArchives
import Foundation
import XCTest

final class OutputBufferTests: XCTestCase {
    func testABacklogKeepsNoBytesThatWereTaken() {
        var buffer = OutputBuffer()
        var (expected, taken) = (Data(), Data())
        for index in 0..<200 {
            // Two more pieces than are taken, at first.
            let chunk = Data(repeating: UInt8(index), count: index < 2 ? 131_072 : 65_536)
            buffer.makeRoom(for: chunk.count)
            chunk.withView { buffer.append($0) }
            expected += chunk
            if let piece = buffer.takePiece() { taken += piece }
            let capacity = buffer.capacity
            XCTAssertLessThan(capacity, 1 << 20)
        }
        while let piece = buffer.takePiece() { taken += piece }
        XCTAssertEqual(taken, expected)
    }

    func testAStreamWhoseReaderTakesOnePieceForEachEntryHoldsTheBytesInOrder() throws {
        let writer = TarWriter()
        let contents = Samples.noise(65_024)
        var stream = Data()
        for index in 0..<50 {
            try writer.add(ArchiveEntry(ArchivePath("\(index)")), contents: contents)
            if let piece = writer.next() { stream += piece }
        }
        try writer.finish()
        stream += writer.drain()
        let whole = TarWriter()
        for index in 0..<50 {
            try whole.add(ArchiveEntry(ArchivePath("\(index)")), contents: contents)
        }
        try whole.finish()
        XCTAssertEqual(stream, whole.drain())
    }
}
