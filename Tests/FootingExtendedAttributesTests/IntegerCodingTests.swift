import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

final class IntegerCodingTests: XCTestCase {
    func testNumbersAreDecimalDigits() throws {
        let store = try StoredValue(of: self)

        try store.assertWrites(0, as: .decimal, "0")
        try store.assertWrites(42, as: .decimal, "42")
        try store.assertWrites(-17, as: .decimal, "-17")
        try store.assertReads("007".utf8, as: .decimal, 7)
        try store.assertReads("-0".utf8, as: .decimal, 0)
        try store.assertReads((String(repeating: "0", count: 1_000) + "1").utf8, as: .decimal, 1)
    }

    func testAnythingElseIsRefused() throws {
        let store = try StoredValue(of: self)
        let rows = [
            "", "-", "+", "+17", " 17", "17 ", "17\n", "17\0", "\0", "0x11", "1e3", "1.0", "1_000",
            "1,000", "--1", "-+1", "1-", "١٧", "１７", "17a", "−17", "seventeen",
        ]

        try store.assertRefuses(rows, as: .decimal as Coding<Int>)
        try store.assertRefuses(rows, as: .decimal as Coding<UInt8>)
        try store.assertRefuses(["-0", "-1"], as: .decimal as Coding<UInt>)
        try store.assertRefuses([0x31, 0xFF], as: .decimal as Coding<Int>)
    }

    func testEveryWidthHasItsExtremesAndNoMore() throws {
        func assertExtremes<Number: FixedWidthInteger & SendableMetatype>(
            of type: Number.Type,
            below: String,
            above: String
        ) throws {
            let store = try StoredValue(of: self)
            for number in [Number.min, Number.min + 1, 0, 1, Number.max - 1, Number.max] {
                try store.assertWrites(number, as: .decimal, "\(number)")
            }
            for text in [below, above, "\(Number.max)0", above + "0"] {
                try store.assertRefuses(text.utf8, as: .decimal as Coding<Number>)
            }
        }
        try assertExtremes(of: Int8.self, below: "-129", above: "128")
        try assertExtremes(of: UInt8.self, below: "-1", above: "256")
        try assertExtremes(of: Int16.self, below: "-32769", above: "32768")
        try assertExtremes(of: UInt16.self, below: "-1", above: "65536")
        try assertExtremes(of: Int32.self, below: "-2147483649", above: "2147483648")
        try assertExtremes(of: UInt32.self, below: "-1", above: "4294967296")
        try assertExtremes(
            of: Int64.self,
            below: "-9223372036854775809",
            above: "9223372036854775808"
        )
        try assertExtremes(of: UInt64.self, below: "-1", above: "18446744073709551616")
        try assertExtremes(
            of: Int128.self,
            below: "-170141183460469231731687303715884105729",
            above: "170141183460469231731687303715884105728"
        )
        try assertExtremes(
            of: UInt128.self,
            below: "-1",
            above: "340282366920938463463374607431768211456"
        )
    }

    func testBytesComeInTheOrderThatWasAskedFor() throws {
        let store = try StoredValue(of: self)

        try store.assertWrites(0x0102_0304 as UInt32, as: .bigEndian, bytes: [1, 2, 3, 4])
        try store.assertWrites(0x0102_0304 as UInt32, as: .littleEndian, bytes: [4, 3, 2, 1])
        try store.assertWrites(-2 as Int16, as: .bigEndian, bytes: [0xFF, 0xFE])
        try store.assertWrites(-2 as Int16, as: .littleEndian, bytes: [0xFE, 0xFF])
        try store.assertWrites(-1 as Int8, as: .bigEndian, bytes: [0xFF])
        try store.assertWrites(
            -2 as Int128,
            as: .littleEndian,
            bytes: [0xFE] + [UInt8](repeating: 0xFF, count: 15)
        )
    }

    func testOnlyTheExactNumberOfBytesIsRead() throws {
        let store = try StoredValue(of: self)

        for count in 0...17 {
            let bytes = [UInt8](repeating: 1, count: count)
            if count != 4 {
                try store.assertRefuses(bytes, as: .bigEndian as Coding<Int32>)
                try store.assertRefuses(bytes, as: .littleEndian as Coding<UInt32>)
            }
            if count != 16 {
                try store.assertRefuses(bytes, as: .bigEndian as Coding<Int128>)
            }
        }
    }

    func testRandomNumbersOfEveryWidthAreReadBack() throws {
        var numbers = SeededRandom(seed: 1)
        func assertReadBack<Number: FixedWidthInteger & SendableMetatype>(
            _ type: Number.Type
        ) throws {
            let store = try StoredValue(of: self)
            for _ in 0..<rounds(200, underStress: 1_600) {
                // All lengths of numbers are equally likely.
                let shift = Int.random(in: 0..<Number.bitWidth, using: &numbers)
                let number = Number.random(in: Number.min...Number.max, using: &numbers) >> shift
                try store.assertWrites(number, as: .decimal, "\(number)")
                let big = (0..<Number.bitWidth / 8).reversed().map {
                    UInt8(truncatingIfNeeded: number >> (8 * $0))
                }
                try store.assertWrites(number, as: .bigEndian, bytes: big)
                try store.assertWrites(number, as: .littleEndian, bytes: big.reversed())
            }
        }
        try assertReadBack(Int8.self)
        try assertReadBack(UInt8.self)
        try assertReadBack(Int16.self)
        try assertReadBack(UInt16.self)
        try assertReadBack(Int32.self)
        try assertReadBack(UInt32.self)
        try assertReadBack(Int64.self)
        try assertReadBack(UInt64.self)
        try assertReadBack(Int128.self)
        try assertReadBack(UInt128.self)
    }

    func testErrorSaysTheRangeAndNotTheValue() throws {
        let store = try StoredValue(of: self)

        let error = try store.assertRefuses("4711".utf8, as: .decimal as Coding<UInt8>)

        let sentence = try XCTUnwrap(error?.description)
        XCTAssertTrue(sentence.contains("not a decimal number from 0 to 255"), sentence)
        XCTAssertFalse(sentence.contains("4711"), sentence)
    }
}
