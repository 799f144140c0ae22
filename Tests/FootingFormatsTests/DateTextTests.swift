import FootingFormats
import Foundation
import TestSupport
import XCTest

final class DateTextTests: XCTestCase {
    func testFormsOfAMomentAreRead() {
        // `date -u -d TEXT +%s` prints the same numbers.
        let cases: [(text: String, seconds: Int, nanoseconds: Int)] = [
            ("1970-01-01T00:00:00Z", 0, 0),
            ("1969-12-31T23:59:59Z", -1, 0),
            ("1969-12-31T23:59:59.25Z", -1, 250_000_000),
            ("2001-01-01T00:00:00Z", 978_307_200, 0),
            ("2026-11-21T21:58:50Z", 1_795_298_330, 0),
            ("2026-11-21t21:58:50z", 1_795_298_330, 0),
            ("2026-11-21 21:58:50Z", 1_795_298_330, 0),
            ("2026-11-21T22:58:50+01:00", 1_795_298_330, 0),
            ("2026-11-21T22:58:50+0100", 1_795_298_330, 0),
            ("2026-11-21T18:28:50-03:30", 1_795_298_330, 0),
            ("2026-11-22T21:57:50+23:59", 1_795_298_330, 0),
            ("2026-11-21T21:58:50-00:00", 1_795_298_330, 0),
            ("2026-11-21T21:58:50.1Z", 1_795_298_330, 100_000_000),
            ("2026-11-21T21:58:50.000000001Z", 1_795_298_330, 1),
            ("2026-11-21T21:58:50.999999999+00:00", 1_795_298_330, 999_999_999),
            ("2026-11-21T21:58:50.000Z", 1_795_298_330, 0),
            ("2026-11-21T21:58:50.1234567Z", 1_795_298_330, 123_456_700),
            ("2000-02-29T12:00:00Z", 951_825_600, 0),
            ("2038-01-19T03:14:08Z", 2_147_483_648, 0),
            ("0000-01-01T00:00:00Z", -62_167_219_200, 0),
            ("0000-02-29T00:00:00Z", -62_162_121_600, 0),
            ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
            ("1582-10-10T00:00:00Z", -12_219_724_800, 0),
            ("9999-12-31T23:59:59Z", 253_402_300_799, 0),
            ("9999-12-31T23:59:59-23:59", 253_402_387_139, 0),
            ("0000-01-01T00:00:00+23:59", -62_167_305_540, 0),
        ]
        for (text, seconds, nanoseconds) in cases {
            guard case .moment(let timestamp)? = read(text) else {
                XCTFail("\(text): \(read(text) as Any)")
                continue
            }
            XCTAssertEqual(timestamp.seconds, seconds, text)
            XCTAssertEqual(timestamp.nanoseconds, nanoseconds, text)
        }
    }

    func testTextSaysNoMoreThanItHolds() {
        let day = read("2026-11-21T00:00:00Z")
        XCTAssertEqual(read("2026-11-21"), day.map { .day($0.timestamp) })
        for time in ["21:58:50", "21:58:50.25", "00:00:00", "23:59:59.999999999"] {
            guard case .moment(let timestamp)? = read("2026-11-21T\(time)Z") else {
                XCTFail(time)
                continue
            }
            for separator in ["T", "t", " "] {
                XCTAssertEqual(read("2026-11-21\(separator)\(time)"), .clockTime(timestamp), time)
            }
        }
    }

    func testTextsThatAreNoDatesAreRefused() {
        let texts = [
            "", "2026", "2026-11", "2026-11-2", "2026-1-21", "26-11-21", "+2026-11-21",
            "-026-11-21", "02026-11-21", "2026-11-21T", "2026-11-21Z", "2026-11-21+01:00",
            "2026-325", "2026-W47-6", "20261121", "20261121T215850Z", "2026/11/21",
            "2026-11-21T21", "2026-11-21T21:58", "2026-11-21T21:58Z", "2026-11-21T21:58:5Z",
            "2026-11-21T215850Z", "2026-11-21_21:58:50Z", "2026-11-21  21:58:50Z",
            "2026-11-21T21:58:50.Z", "2026-11-21T21:58:50.", "2026-11-21T21:58:50,5Z",
            "2026-11-21T21:58:50.1234567890Z", "2026-11-21T21:58:50.1.2Z",
            "2026-11-21T21:58:50.1234567890", "2026-11-21T21:58:50 Z", "2026-11-21T21:58:50ZZ",
            "2026-11-21T21:58:50Z ", " 2026-11-21T21:58:50Z", "2026-11-21T21:58:50Z\n",
            "2026-11-21T21:58:50Z\0", "2026-11-21T21:58:50+", "2026-11-21T21:58:50+01",
            "2026-11-21T21:58:50+01:", "2026-11-21T21:58:50+01:0", "2026-11-21T21:58:50+1:00",
            "2026-11-21T21:58:50+01-00", "2026-11-21T21:58:50*01:00",
            "2026-11-21T21:58:50+01:000", "2026-11-21T21:58:50+24:00",
            "2026-11-21T21:58:50+00:60", "2026-11-21T21:58:50+01:00Z", "2026-11-21T21:58:50UTC",
            "2026-11-21T21:58:50+01:00[Europe/Warsaw]", "2026-11-21T24:00:00Z",
            "2026-11-21T23:60:00Z", "2026-11-21T23:59:60Z", "2016-12-31T23:59:60Z",
            "2026-11-21T-1:00:00Z", "2026-11-21T2\u{661}:58:50Z", "٢٠٢٦-١١-٢١",
            "2026-11-21T21:58:50−01:00", "2026–11–21",
        ]
        for text in texts { XCTAssertNil(read(text), text.debugDescription) }
    }

    func testDaysAreThoseOfTheCalendar() {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        let leapYears: [Int: Bool] = [
            0: true, 1: false, 4: true, 100: false, 400: true, 1900: false, 1999: false,
            2000: true, 2023: false, 2024: true, 2100: false, 2400: true, 9996: true, 9999: false,
        ]
        for (year, isLeap) in leapYears {
            for month in 0...99 {
                let hasLeapDay = isLeap && month == 2
                let length = 1...12 ~= month ? lengths[month - 1] + (hasLeapDay ? 1 : 0) : 0
                for day in 0...99 {
                    let text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
                    let isThere = day > 0 && day <= length
                    XCTAssertEqual(read(text) != nil, isThere, text)
                    XCTAssertEqual(read(text + "T00:00:00Z") != nil, isThere, text)
                }
            }
        }
    }

    func testEveryDayIsOneLaterThanTheOneBefore() {
        // The calendar, counted day by day from its first day.
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var number = -719_528
        for year in 0...9_999 {
            let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
            // All of them only under stress: the others have the same rules.
            let isRead = isUnderStress || year % 100 < 2 || 1_960...2_040 ~= year
            for month in 1...12 {
                let length = month == 2 && isLeap ? 29 : lengths[month - 1]
                guard isRead else {
                    number += length
                    continue
                }
                for day in 1...length {
                    let text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
                    XCTAssertEqual(read(text)?.timestamp.seconds, number * 86_400, text)
                    XCTAssertEqual(written(read(text)?.timestamp), text + "T00:00:00Z")
                    number += 1
                }
            }
        }
        XCTAssertEqual(number, 2_932_897)
    }

    func testEverySecondOfADayIsRead() {
        for second in 0..<86_400 {
            let (hours, minutes) = (padded(second / 3_600, 2), padded(second / 60 % 60, 2))
            let text = "1970-01-01T\(hours):\(minutes):\(padded(second % 60, 2))Z"
            XCTAssertEqual(read(text)?.timestamp.seconds, second, text)
        }
    }

    func testEveryOffsetIsTakenOff() {
        for offset in -1_439...1_439 {
            let sign = offset < 0 ? "-" : "+"
            let (hours, minutes) = (padded(abs(offset) / 60, 2), padded(abs(offset) % 60, 2))
            for text in ["\(sign)\(hours):\(minutes)", "\(sign)\(hours)\(minutes)"] {
                let date = read("1970-01-01T00:00:00.5\(text)")
                XCTAssertEqual(date?.timestamp.seconds, -offset * 60, text)
                XCTAssertEqual(date?.timestamp.nanoseconds, 500_000_000, text)
            }
        }
    }

    func testPrefixIsTakenOnlyWhereItIsAFormItself() {
        let text = "2026-11-21T21:58:50.123456789+01:00"
        for count in 0..<text.count {
            let prefix = String(text.prefix(count))
            switch (read(prefix), count) {
            case (.day, 10), (.clockTime, 19), (.clockTime, 21...29), (nil, _): break
            case (let date, _): XCTFail("\(prefix): \(date as Any)")
            }
            let isForm = count == 10 || count == 19 || 21...29 ~= count
            XCTAssertEqual(read(prefix) != nil, isForm, prefix)
        }
    }

    func testEachByteIsReadOnlyWhereItBelongs() {
        for sample in [
            "2026-12-11T21:08:50.123456789+01:00", "2026-12-11 21:08:50.5Z", "2026-12-11",
        ] {
            for index in 0..<sample.utf8.count {
                for byte in UInt8.min...UInt8.max {
                    var bytes = Array(sample.utf8)
                    bytes[index] = byte
                    let text = String(decoding: bytes, as: UTF8.self)
                    let isDate = withBytes(bytes, DateText.init) != nil
                    // Neither the month nor the day can become one that another month lacks.
                    XCTAssertEqual(isDate, hasForm(text), "byte \(byte) in \(text)")
                }
            }
        }
    }

    func testRandomBytesNeverCrashAndOnlyDatesAreRead() {
        var generator = SeededRandom(seed: 18)
        let alphabet = Array("0123456789-+:.TtZz ".utf8)
        let samples = ["2026-11-21T21:58:50.123456789+01:00", "2026-11-21 21:58:50Z", "2024-02-29"]
        var (accepted, refused) = (0, 0)
        for round in 0..<rounds(20_000, underStress: 400_000) {
            let bytes =
                round % 4 == 0
                ? (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
                : Array(samples[round % 3].utf8).mutated(from: alphabet, using: &generator)
            let text = String(decoding: bytes, as: UTF8.self)
            guard let date = withBytes(bytes, DateText.init) else {
                refused += 1
                // Days from the 29th on are not in every month.
                if let day = Int(text.dropFirst(8).prefix(2)), day <= 28 {
                    XCTAssertFalse(hasForm(text), text)
                }
                continue
            }
            accepted += 1
            XCTAssertTrue(hasForm(text), text)
            guard let back = written(date.timestamp) else { continue }
            XCTAssertEqual(read(back), .moment(date.timestamp), text)
        }
        XCTAssertGreaterThan(accepted, 500)
        XCTAssertGreaterThan(refused, 500)
    }

    /// Whether another reader accepts the string, if all months had 31 days.
    private func hasForm(_ text: String) -> Bool {
        let hour = "([01][0-9]|2[0-3])"
        let date = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
        let time = "[Tt ]\(hour):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?"
        let offset = "[Zz]|[+-]\(hour):?[0-5][0-9]"
        let pattern = "\\A\(date)(\(time)(\(offset))?)?\\z"
        return text.range(of: pattern, options: .regularExpression) != nil
    }
}
