import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

final class DateCodingTests: XCTestCase {
    func testDatesAreWrittenInUTCWithNoMoreDigitsThanNeeded() throws {
        let store = try StoredValue(of: self)
        let rows: [(TimeInterval, String)] = [
            (0, "2001-01-01T00:00:00Z"),
            (816_991_130, "2026-11-21T21:58:50Z"),
            (-1, "2000-12-31T23:59:59Z"),
            (0.5, "2001-01-01T00:00:00.5Z"),
            (-0.25, "2000-12-31T23:59:59.75Z"),
            (0.000_000_001, "2001-01-01T00:00:00.000000001Z"),
            (0.120_000_000, "2001-01-01T00:00:00.12Z"),
            (-978_307_200, "1970-01-01T00:00:00Z"),
            (-31_622_400, "2000-01-01T00:00:00Z"),
            (-26_524_800, "2000-02-29T00:00:00Z"),
            (-63_145_526_400, "0000-01-01T00:00:00Z"),
            (-63_113_904_000, "0001-01-01T00:00:00Z"),
            (252_423_993_599, "9999-12-31T23:59:59Z"),
            (63_113_904_000, "4001-01-01T00:00:00Z"),
        ]

        for (time, text) in rows {
            try store.assertWrites(Date(timeIntervalSinceReferenceDate: time), as: .iso8601, text)
        }
        XCTAssertEqual(Date.distantFuture.timeIntervalSinceReferenceDate, 63_113_904_000)
        XCTAssertEqual(Date.distantPast.timeIntervalSinceReferenceDate, -63_114_076_800)
    }

    func testEveryFormOfRFC3339IsRead() throws {
        let store = try StoredValue(of: self)
        let moment = Date(timeIntervalSinceReferenceDate: 816_991_130)
        for text in [
            "2026-11-21T21:58:50Z", "2026-11-21t21:58:50z", "2026-11-21 21:58:50Z",
            "2026-11-21T21:58:50+00:00", "2026-11-21T21:58:50-00:00", "2026-11-21T21:58:50+0000",
            "2026-11-21T22:58:50+01:00", "2026-11-22T11:58:50+1400", "2026-11-21T15:28:50-06:30",
            "2026-11-22 21:57:50+23:59", "2026-11-20T21:59:50-2359", "2026-11-21T21:58:50.0Z",
            "2026-11-21T21:58:50.000000000Z", "2026-11-21T22:58:50.000+01:00",
        ] {
            try store.assertReads(text.utf8, as: .iso8601, moment)
        }
        let half = moment.addingTimeInterval(0.5)
        for text in ["2026-11-21T21:58:50.5Z", "2026-11-21T21:58:50.500000000+0000"] {
            try store.assertReads(text.utf8, as: .iso8601, half)
        }
        // Beyond the years that can be written, by its offset alone.
        try store.assertReads(
            "9999-12-31T23:59:59-00:01".utf8,
            as: .iso8601,
            Date(timeIntervalSinceReferenceDate: 252_423_993_599 + 60)
        )
    }

    func testAnythingElseIsRefused() throws {
        let store = try StoredValue(of: self)

        try store.assertRefuses(
            [
                "", "2026", "2026-11-21", "2026-11-21T21:58Z", "2026-11-21T21:58:50",
                "2026-11-21T21:58:50 Z", " 2026-11-21T21:58:50Z", "2026-11-21T21:58:50Z ",
                "2026-11-21T21:58:50Z\0", "2026-11-21T21:58:50ZZ", "2026-11-21_21:58:50Z",
                "20261123T215850Z", "2026-327T21:58:50Z", "26-11-23T21:58:50Z1",
                "+2026-11-21T21:58:50Z", "-026-11-23T21:58:50Z", "12026-11-21T21:58:50Z",
                "2026/11/23T21:58:50Z", "2026-11-21T21.58.50Z", "2026-11-21T21:58:50,5Z",
                "2026-11-21T21:58:50.Z", "2026-11-21T21:58:50.1234567890Z",
                "2026-11-21T21:58:50.5", "2026-11-21T21:58:50.+01:00", "2026-11-21T21:58:50. 5Z",
                "2026-11-21T21:58:50+01", "2026-11-21T21:58:50+1:00", "2026-11-21T21:58:50+01:0",
                "2026-11-21T21:58:50+01:000", "2026-11-21T21:58:50+24:00",
                "2026-11-21T21:58:50+01:60", "2026-11-21T21:58:50+01;00",
                "2026-11-21T21:58:50 01:00", "2026-11-21T21:58:50+01:00Z",
                "2026-11-21T24:00:00Z", "2026-11-21T21:60:00Z", "2016-12-31T23:59:60Z",
                "2026-00-23T21:58:50Z", "2026-13-23T21:58:50Z", "2026-11-00T21:58:50Z",
                "2026-11-31T21:58:50Z", "2026-02-29T21:58:50Z", "1900-02-29T00:00:00Z",
                "2100-02-29T00:00:00Z", "2024-02-30T00:00:00Z", "2026-06-31T00:00:00Z",
                "٢٠٢٦-11-23T21:58:50Z", "tomorrow at noon, okay",
            ],
            as: .iso8601
        )
        try store.assertReads(
            "2000-02-29T00:00:00Z".utf8,
            as: .iso8601,
            Date(timeIntervalSinceReferenceDate: -26_524_800)
        )
    }

    func testDatesThatHaveNoYearOfFourDigitsCantBeWritten() throws {
        let store = try StoredValue(of: self)
        let rows: [TimeInterval] = [
            .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e19,
            252_423_993_600, (252_423_993_600).nextUp, (-63_145_526_400).nextDown, -1e300,
        ]

        for time in rows {
            try store.assertCantWrite(Date(timeIntervalSinceReferenceDate: time), as: .iso8601)
        }
        _ = try store.bytes(
            of: Date(timeIntervalSinceReferenceDate: (252_423_993_600).nextDown),
            as: .iso8601
        )
        try store.assertCantWrite(Date.distantPast.addingTimeInterval(-4e10), as: .iso8601)
    }

    func testRandomDatesAreReadBackExactly() throws {
        let store = try StoredValue(of: self)
        let key = ExtendedAttributeKey<Date>(StoredValue.name)
        var numbers = SeededRandom(seed: 1)

        func readBack(_ time: TimeInterval) throws -> TimeInterval? {
            let date = Date(timeIntervalSinceReferenceDate: time)
            try store.attributes.set(date, for: key)
            return try store.attributes.value(for: key)?.timeIntervalSinceReferenceDate
        }
        for _ in 0..<rounds(5_000, underStress: 40_000) {
            let distance = exp2(Double.random(in: 23...37.8, using: &numbers))
            let far = Bool.random(using: &numbers) || distance > 6e10 ? distance : -distance
            XCTAssertEqual(try readBack(far), far)
            // Nearer than 97 days, dates are finer than a nanosecond.
            let near = Double.random(in: -8_388_608...8_388_608, using: &numbers)
            XCTAssertEqual(try XCTUnwrap(readBack(near)), near, accuracy: 1e-9)
        }
        for time in [
            -0.0, -.leastNonzeroMagnitude, 5e-10, 0.999_999_999_9, -1e-17, 8_388_608.nextDown,
        ] {
            XCTAssertEqual(try XCTUnwrap(readBack(time)), time, accuracy: 1e-9)
        }
    }

    func testFoundationReadsWhatIsWritten() throws {
        let store = try StoredValue(of: self)
        var numbers = SeededRandom(seed: 2)

        for _ in 0..<200 {
            let second = Double(Int.random(in: 0..<4_000_000_000, using: &numbers))
            let date = Date(timeIntervalSinceReferenceDate: second)
            let bytes = try XCTUnwrap(store.bytes(of: date, as: .iso8601))
            let text = String(decoding: bytes, as: UTF8.self)
            XCTAssertEqual(try Date(text, strategy: .iso8601), date, text)
        }
    }
}

final class UUIDCodingTests: XCTestCase {
    func testUUIDsAreTheir36Characters() throws {
        let store = try StoredValue(of: self)
        let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        let uuid = try XCTUnwrap(UUID(uuidString: text))

        try store.assertWrites(uuid, as: .uuidString, text)
        try store.assertReads(text.lowercased().utf8, as: .uuidString, uuid)
        try store.assertReads("e621E1f8-c36C-495a-93FC-0c247A3e6E5f".utf8, as: .uuidString, uuid)
        for _ in 0..<200 {
            let uuid = UUID()
            try store.assertWrites(uuid, as: .uuidString, uuid.uuidString)
        }
    }

    func testAnythingElseIsRefused() throws {
        let store = try StoredValue(of: self)

        try store.assertRefuses(
            [
                "", "E621E1F8C36C495A93FC0C247A3E6E5F", "{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}",
                "E621E1F8-C36C-495A-93FC-0C247A3E6E5", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F0",
                "E621E1F8-C36C-495A-93FC-0C247A3E6E5F\0", "E621E1F8-C36C-495A-93FC-0C247A3E6E5\0",
                "E621E1F8-C36C-495A-93FC-0C247A3E6E5G", "E621E1F8-C36C-495A-93FC_0C247A3E6E5F",
                "E621E1F-8C36C-495A-93FC-0C247A3E6E5F", "urn:uuid:E621E1F8-C36C-495A-93FC-0C2",
                "E621E1F8-C36C-495A-93FC-0C247A3E6E5 ", "------------------------------------",
                "E621E1F8-C36C-495A-93FC-0C247A3E6é", "ÀE21E1F8-C36C-495A-93FC-0C247A3E6E5F",
            ],
            as: .uuidString
        )
    }
}
