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
