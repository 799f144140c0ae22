import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

/// A stored value is read back, with any bytes.
final class RoundTripTests: XCTestCase {
    func testTemporaryFolderGivesBackWhatItTakes() throws {
        try assertGivesBackWhatItTakes(makeFile().extendedAttributes)
    }

    func testVolumeForLargeValuesGivesBackWhatItTakes() throws {
        try assertGivesBackWhatItTakes(makeFileForLargeValues().extendedAttributes)
    }

    func testSpecimensStandBesideEachOther() throws {
        let attributes = try makeFile().extendedAttributes
        try attributes.setSpecimens()
        try assertHasSpecimens(attributes)
    }

    func testRandomNamesStandBesideEachOther() throws {
        let attributes = try makeFileForLargeValues().extendedAttributes
        var random = SeededRandom(seed: 17)
        var values: [ExtendedAttributeName: [UInt8]] = [:]
        for _ in 0..<300 {
            let name = random.name(1...200)
            let value = random.bytes(0...40)
            values[name] = value
            try attributes.set(value, for: name)
        }
        XCTAssertGreaterThan(values.count, 290)
        XCTAssertEqual(try attributes.names(in: .user), values.keys.sorted())
        for (name, value) in values {
            XCTAssertEqual(try attributes.data(for: name).map { Array($0) }, value, "\(name)")
        }
    }

    func testRandomBytesAreANameOrRefusedForTheRightReason() throws {
        let attributes = try makeFile().extendedAttributes
        var random = SeededRandom(seed: 29)
        var counts: [String: Int] = [:]
        for round in 0..<2_000 {
            var bytes = random.bytes(0...300)
            // Every second one has no NUL, and of these, every second one a namespace.
            if round % 2 == 0 { bytes = bytes.map { $0 == 0 ? 1 : $0 } }
            if round % 4 == 0 { bytes = Array("user.".utf8) + bytes }
            let name = ExtendedAttributeName(bytes: bytes)
            let expected: ExtendedAttributeError.Code? =
                if bytes.isEmpty {
                    .invalidName
                } else if bytes.count > 255 {
                    // Either refusal is right for a long name that holds a NUL.
                    bytes.contains(0) ? nil : .nameTooLong
                } else if bytes.contains(0) || bytes == Array("user.".utf8) {
                    .invalidName
                } else if bytes.starts(with: Array("user.".utf8)) {
                    nil
                } else {
                    .unsupported
                }
            var code: ExtendedAttributeError.Code?
            do throws(ExtendedAttributeError) {
                try attributes.set(bytes.prefix(20), for: name)
                let value = try attributes.data(for: name)
                XCTAssertEqual(value.map { Array($0) }, Array(bytes.prefix(20)), "\(name)")
                XCTAssertEqual(try attributes.names(in: .user), [name])
                XCTAssertTrue(try attributes.remove(name), "\(name)")
            } catch {
                code = error.code
            }
            if bytes.count > 255, bytes.contains(0) {
                XCTAssertTrue(code == .nameTooLong || code == .invalidName, "\(name)")
            } else {
                XCTAssertEqual(code, expected, "\(bytes.count) bytes: \(name)")
            }
            counts[code.map { "\($0)" } ?? "stored", default: 0] += 1
        }
        for kind in ["stored", "invalidName", "nameTooLong", "unsupported"] {
            XCTAssertGreaterThan(counts[kind, default: 0], 50, "\(kind) of \(counts)")
        }
        XCTAssertEqual(try attributes.names(in: .user), [])
    }

    func testEverySizeAroundAPageAndTheLimitComesBack() throws {
        let attributes = try makeFileForLargeValues().extendedAttributes
        var random = SeededRandom(seed: 41)
        let all = random.bytes(65_537...65_537)
        let ranges = [0...300, 4_050...4_150, 8_150...8_250, 65_500...65_536]
        for size in ranges.joined() {
            try attributes.set(all.prefix(size), for: "user.value")
            let value = try attributes.data(for: "user.value")
            XCTAssertTrue(value?.elementsEqual(all.prefix(size)) ?? false, "\(size) bytes")
        }
        assertFailure(.valueTooLarge, try attributes.set(all, for: "user.value"))
        XCTAssertEqual(try attributes.data(for: "user.value")?.count, 65_536)
    }
}
