import FootingFormats
import Foundation
import TestSupport
import XCTest

final class UUIDTextTests: XCTestCase {
    private let sample = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"

    func testRandomUUIDsComeBackAsTheyWere() {
        var generator = SeededRandom(seed: 9)
        for _ in 0..<rounds(3_000, underStress: 200_000) {
            let uuid = random(using: &generator)
            let text = written(uuid)
            XCTAssertEqual(text, uuid.uuidString)
            for text in [text, text.lowercased(), mixed(text)] {
                XCTAssertEqual(read(text), uuid, text)
            }
        }
    }

    func testBytesStandInTheOrderOfTheText() {
        let bytes = withBytes("00010203-0405-0607-0809-0a0b0c0d0e0f", UUIDText.bytes)
        let uuid = bytes.map { UUID(uuid: $0) }
        XCTAssertEqual(uuid?.uuidString, "00010203-0405-0607-0809-0A0B0C0D0E0F")
        XCTAssertEqual(bytes?.0, 0)
        XCTAssertEqual(bytes?.15, 15)
    }

    func testEachByteIsReadOnlyWhereItBelongs() {
        for index in 0..<UUIDText.length {
            for byte in UInt8.min...UInt8.max {
                var bytes = Array(sample.utf8)
                let isHyphen = bytes[index] == UInt8(ascii: "-")
                bytes[index] = byte
                let digits = Array("0123456789abcdefABCDEF".utf8)
                let isRight = isHyphen ? byte == UInt8(ascii: "-") : digits.contains(byte)
                XCTAssertEqual(
                    withBytes(bytes, UUIDText.bytes) != nil,
                    isRight,
                    "byte \(byte) at \(index)"
                )
            }
        }
    }

    func testOnlyTheFormOf36CharactersIsRead() {
        let texts = [
            "", "{\(sample)}", "urn:uuid:\(sample)", " \(sample)", "\(sample) ", "\(sample)0",
            sample.replacingOccurrences(of: "-", with: ""), "E621E1F8C-36C-495A-93FC-0C247A3E6E5F",
            "\(sample.dropLast(2))é", "E621E1F8-C36C-495A-93FC-0C247A3E6E5\0",
        ]
        for text in texts { XCTAssertNil(read(text), text.debugDescription) }
        for count in 0..<sample.count {
            XCTAssertNil(read(String(sample.prefix(count))), "\(count)")
        }
    }

    func testMutatedTextIsReadOnlyIfItIsAUUID() {
        var generator = SeededRandom(seed: 10)
        let digits = Array("0123456789abcdefABCDEF".utf8)
        var (accepted, refused) = (0, 0)
        for _ in 0..<rounds(10_000, underStress: 200_000) {
            let bytes = Array(sample.utf8).mutated(
                from: Array("0189afAF-gG/:@`".utf8),
                using: &generator
            )
            let text = String(decoding: bytes, as: UTF8.self)
            let isUUID =
                bytes.count == 36
                && bytes.indices.allSatisfy {
                    [8, 13, 18, 23].contains($0) ? bytes[$0] == 0x2D : digits.contains(bytes[$0])
                }
            XCTAssertEqual(read(text), isUUID ? UUID(uuidString: text) : nil, text)
            accepted += isUUID ? 1 : 0
            refused += isUUID ? 0 : 1
        }
        XCTAssertGreaterThan(accepted, 100)
        XCTAssertGreaterThan(refused, 100)
    }

    func testHyphenIsNoDigit() {
        // Foundation on Linux reads this one as E621FAF8-….
        XCTAssertNil(read("E621-6F8-C36C-495A-93FC-0C247A3E6E5F"))
    }

    private func read(_ text: String) -> UUID? {
        withBytes(text, UUIDText.bytes).map { UUID(uuid: $0) }
    }

    private func written(_ uuid: UUID) -> String {
        let bytes = [UInt8](capacity: UUIDText.length) { UUIDText.write(uuid.uuid, to: &$0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func random(using generator: inout SeededRandom) -> UUID {
        var bytes: UUIDText.Bytes = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &bytes) { buffer in
            for index in buffer.indices {
                unsafe buffer[index] =
                    generator.next() & 1 == 0 ? 0 : UInt8.random(in: 0...255, using: &generator)
            }
        }
        return UUID(uuid: bytes)
    }

    /// Every second letter in lower case.
    private func mixed(_ text: String) -> String {
        String(
            text.enumerated().map {
                $0.offset % 2 == 0 ? Character($0.element.lowercased()) : $0.element
            }
        )
    }
}
