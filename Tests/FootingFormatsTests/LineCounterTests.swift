import FootingBytes
import TestSupport
import XCTest

final class LineCounterTests: XCTestCase {
    func testEmptyLinesAreCountedHoweverManyThereAre() {
        for ending: [UInt8] in [[0x0A], [0x0D], [0x0D, 0x0A]] {
            for count in Array(0...70) + [239, 240, 241, 255, 256, 257, 1_000, 10_000] {
                let bytes = [[UInt8]](repeating: ending, count: count).flatMap(\.self)
                var counter = LineCounter()
                let line = unsafe bytes.withUnsafeBufferPointer {
                    counter.line(at: bytes.count, in: unsafe ByteView($0))
                }
                XCTAssertEqual(line, count + 1, "\(ending)")
            }
        }
    }

    func testLinesAreThoseOfACountByteForByte() {
        var generator = SeededRandom(seed: 5)
        for round in 0..<rounds(500, underStress: 10_000) {
            let alphabet: [UInt8] = [0x0A, 0x0D, 0x0A, 0x0D, 0x61, 0x0B, 0x8A, 0x8D]
            // Some have more bytes than are counted at a time.
            let most = round % 10 == 0 ? 800 : 60
            let bytes = (0..<Int.random(in: 0...most, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? 0
            }
            var offsets = (0..<6).map { _ in Int.random(in: 0...bytes.count, using: &generator) }
            offsets.sort()
            var counter = LineCounter()
            for offset in offsets {
                // A return before a line feed ends no line by itself.
                let expected = bytes[..<offset].indices.filter {
                    bytes[$0] == 0x0A
                        || bytes[$0] == 0x0D && !($0 + 1 < bytes.count && bytes[$0 + 1] == 0x0A)
                }
                let line = unsafe bytes.withUnsafeBufferPointer {
                    counter.line(at: offset, in: unsafe ByteView($0))
                }
                XCTAssertEqual(line, expected.count + 1, "\(bytes) \(offsets) \(offset)")
            }
        }
    }
}
