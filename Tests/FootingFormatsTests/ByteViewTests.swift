import FootingBytes
import XCTest

final class ByteViewTests: XCTestCase {
    func testIndexIsThereOnlyWithinTheBytes() {
        withBytes("abc") { bytes in
            let indices = [.min, -1, 0, 2, 3, .max]
            XCTAssertEqual(indices.filter(bytes.has), [0, 2])
            XCTAssertEqual([bytes[0], bytes[2]], [0x61, 0x63])
        }
        withBytes([UInt8]()) { XCTAssertFalse($0.has(0)) }
    }

    func testEightBytesAreReadFromAnyOffsetTheFirstLowest() {
        withBytes(1...12) { bytes in
            let indices = [.min, -1, 0, 4, 5, 11, .max]
            XCTAssertEqual(indices.filter(bytes.hasEight), [0, 4])
            XCTAssertEqual(bytes.eightBytes(at: 0), 0x0807_0605_0403_0201)
            XCTAssertEqual(bytes.eightBytes(at: 3), 0x0B0A_0908_0706_0504)
        }
    }

    func testSliceIsAViewOfItsOwn() {
        withBytes("Zürich") { bytes in
            let slice = bytes.slice(from: 1, count: 2)
            XCTAssertEqual(slice.text, "ü")
            XCTAssertFalse(slice.has(2))
            XCTAssertEqual(bytes.slice(from: 7, count: 0).text, "")
        }
    }

    func testTextRepairsWhatIsNoUTF8() {
        withBytes([0x61, 0xFF]) { XCTAssertEqual($0.text, "a\u{FFFD}") }
    }

    func testValidTextOfEachLengthIsTheSameString() {
        // Each with up to nine bytes of wider characters at the end.
        for count in 0...40 {
            for end in ["", "é", "éé", "中", "😀", "中中é", "😀é中"] {
                let string = String(repeating: "a", count: count) + end
                withBytes(string) { bytes in
                    XCTAssertEqual(bytes.validText, string)
                    XCTAssertEqual(Array(bytes.validText.utf8), Array(string.utf8))
                    XCTAssertEqual(bytes.validText.hashValue, string.hashValue)
                    XCTAssertEqual(bytes.validText + "b", string + "b")
                }
            }
        }
    }

    func testBytesThatJSONEscapesAreFoundAtEachPosition() {
        for count in 0...20 {
            for position in 0...count {
                for byte: UInt8 in [0x00, 0x0A, 0x1F, 0x22, 0x5C] {
                    var text = [UInt8](repeating: 0x61, count: count)
                    text.insert(byte, at: position)
                    withBytes(text) { bytes in
                        XCTAssertEqual(bytes.indexOfEscaped(from: 0), position)
                        XCTAssertEqual(bytes.indexOfEscaped(from: position + 1), count + 1)
                    }
                }
            }
            let text = [UInt8](repeating: 0xC3, count: count)
            withBytes(text) { XCTAssertEqual($0.indexOfEscaped(from: 0), count) }
        }
    }

    func testDigitsEndAtAnyOtherByte() {
        for count in 0...20 {
            let digits = (0..<count).map { 0x30 + UInt8($0 % 10) }
            withBytes(digits) { XCTAssertEqual($0.indexAfterDigits(from: 0), count) }
            for byte in UInt8.min...UInt8.max where !isDigit(byte) {
                withBytes(digits + [byte] + digits) { bytes in
                    XCTAssertEqual(bytes.indexAfterDigits(from: 0), count, "\(byte)")
                    XCTAssertEqual(bytes.indexAfterDigits(from: count + 1), 2 * count + 1)
                }
            }
        }
    }

    func testHexadecimalDigitsAreReadInEitherCase() {
        let digits = Array("0123456789abcdef".utf8)
        for byte in UInt8.min...UInt8.max {
            let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
            let expected = digits.firstIndex(of: lower).map { UInt8($0) }
            XCTAssertEqual(hexadecimalValue(byte), expected, "\(byte)")
            XCTAssertEqual(isDigit(byte), expected.map { $0 < 10 } ?? false, "\(byte)")
        }
    }
}
