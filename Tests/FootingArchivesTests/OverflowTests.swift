@testable import FootingArchives
import FootingBytes
import Foundation
import XCTest

/// Numbers that pass their largest value in long streams, and codes that would be too long.
final class OverflowTests: XCTestCase {
    func testPositionsPass4GiB() throws {
        let plain = Samples.mixture(400_000)
        for level in [CompressionLevel.fastest, .standard] {
            let compressor = Compressor(.deflate, level: level)
            compressor.finder.origin = .max - 200_000
            compressor.append(plain)
            compressor.finish()
            let packed = compressor.drain()
            XCTAssertTrue(packed == plain.compressed(as: .deflate, level: level), "\(level.value)")
            XCTAssertTrue(try packed.decompressed(as: .deflate) == plain, "\(level.value)")
        }
    }

    func testTheLengthInATrailerIsModulo4GiB() throws {
        let compressor = Compressor(.gzip)
        compressor.appendedCount = 1 << 32 - 3
        compressor.append(Data("12345".utf8))
        compressor.finish()
        let packed = compressor.drain()
        XCTAssertEqual(Array(packed.suffix(4)), [2, 0, 0, 0])
        for (length, isRight) in [(.max - 2, true), (0, false)] as [(UInt32, Bool)] {
            var decoder = StreamDecoder(.gzip, limits: .standard)
            decoder.memberLength = length
            let status = unsafe packed.withUnsafeBytes {
                var position = 0
                return unsafe decoder.decode(ByteView($0), at: &position, base: 0)
            }
            if case .failed(let error) = status {
                XCTAssertFalse(isRight, "\(length)")
                XCTAssertEqual(error.code, .lengthMismatch)
            } else {
                XCTAssertTrue(isRight, "\(length)")
            }
        }
    }

    func testCodesAreCompleteAndAtMostAsLongAsAllowed() {
        for maximumLength in [7, 15] {
            for count in 2...(maximumLength == 7 ? 19 : 40) {
                var (frequency, next): (UInt32, UInt32) = (1, 1)
                var frequencies: [UInt32] = []
                for _ in 0..<count {
                    frequencies.append(frequency)
                    (frequency, next) = (next, frequency + next)
                }
                let code = HuffmanCode(frequencies: frequencies, maximumLength: maximumLength)
                var sum = 0
                for length in code.lengths {
                    XCTAssertTrue(1...maximumLength ~= Int(length), "\(count) symbols")
                    sum += 1 << (15 - Int(length))
                }
                XCTAssertEqual(sum, 1 << 15, "\(count) symbols")
                XCTAssertEqual(code.lengths, code.lengths.sorted(by: >), "\(count) symbols")
            }
        }
    }
}
