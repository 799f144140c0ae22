import FootingFormats
import TestSupport
import XCTest

final class TimestampTests: XCTestCase {
    func testFractionIsWrittenOnlyAsFarAsItGoes() {
        let cases = [
            ("2026-11-21T21:58:50.000Z", "2026-11-21T21:58:50Z"),
            ("2026-11-21T21:58:50.5Z", "2026-11-21T21:58:50.5Z"),
            ("2026-11-21T21:58:50.120Z", "2026-11-21T21:58:50.12Z"),
            ("2026-11-21T21:58:50.000000001Z", "2026-11-21T21:58:50.000000001Z"),
            ("2026-11-21T21:58:50.100000000Z", "2026-11-21T21:58:50.1Z"),
            ("1969-12-31T23:59:59.999999999Z", "1969-12-31T23:59:59.999999999Z"),
        ]
        for (text, expected) in cases { XCTAssertEqual(written(read(text)?.timestamp), expected) }
    }

    func testTimeIsWrittenInUTC() {
        let cases = [
            ("2026-11-21 21:58:50+01:00", "2026-11-21T20:58:50Z"),
            ("2024-12-31t23:30:00-0100", "2025-01-01T00:30:00Z"),
            ("2024-03-01T00:00:00+00:01", "2024-02-29T23:59:00Z"),
            ("1970-01-01T00:00:00+23:59", "1969-12-31T00:01:00Z"),
            ("0000-01-01T00:00:00-00:01", "0000-01-01T00:01:00Z"),
        ]
        for (text, expected) in cases { XCTAssertEqual(written(read(text)?.timestamp), expected) }
    }

    func testYearOfMoreOrFewerThanFourDigitsIsNotWritten() {
        for text in ["0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59.5-00:01"] {
            XCTAssertNotNil(read(text), text)
            XCTAssertNil(written(read(text)?.timestamp), text)
        }
    }

    func testLongestTextIsAsLongAsSaid() {
        let text = written(read("2026-11-21T21:58:50.123456789+01:00")?.timestamp)
        XCTAssertEqual(text?.utf8.count, Timestamp.longestText)
    }

    func testRandomMomentsComeBackAsTheyWere() {
        var generator = SeededRandom(seed: 33)
        for _ in 0..<rounds(20_000, underStress: 400_000) {
            let day = Int.random(in: -719_528...2_932_896, using: &generator)
            let second = Int.random(in: 0..<86_400, using: &generator)
            let digits = Int.random(in: 0...9, using: &generator)
            var unit = 1_000_000_000
            for _ in 0..<digits { unit /= 10 }
            let nanosecond = Int.random(in: 0..<1_000_000_000, using: &generator) / unit * unit
            let text = text(day, second, nanosecond)
            let timestamp = read(text)?.timestamp
            XCTAssertEqual(timestamp?.seconds, day * 86_400 + second, text)
            XCTAssertEqual(timestamp?.nanoseconds, nanosecond, text)
            XCTAssertEqual(written(timestamp), text)
        }
    }

    func testNumberOfADateIsTheNearest() {
        let cases: [(text: String, time: Double)] = [
            ("2001-01-01T00:00:00Z", 0),
            ("2001-01-01T00:00:00.25Z", 0.25),
            ("2000-12-31T23:59:59.75Z", -0.25),
            ("1970-01-01T00:00:00Z", -978_307_200),
            ("2026-11-21T21:58:50.25Z", 816_991_130.25),
            ("0000-01-01T00:00:00Z", -63_145_526_400),
            ("9999-12-31T23:59:59.5Z", 252_423_993_599.5),
        ]
        for (text, time) in cases {
            XCTAssertEqual(read(text)?.timestamp.secondsSince2001, time, text)
            XCTAssertEqual(Timestamp(secondsSince2001: time), read(text)?.timestamp, text)
        }
    }

    func testNumberOfADateComesBackAsItWas() {
        var generator = SeededRandom(seed: 7)
        // Nearer to 2001, a date is finer than a nanosecond.
        let near = 97.0 * 86_400
        for _ in 0..<rounds(20_000, underStress: 400_000) {
            let time = Double.random(in: near...252_423_993_599, using: &generator)
            for time in [time, -time / 4] where abs(time) >= near {
                XCTAssertEqual(Timestamp(secondsSince2001: time)?.secondsSince2001, time)
            }
        }
        for time in [0.1, -0.1, 1e-9, -1e-9, 4e-10, -4e-10, .leastNonzeroMagnitude, 86_399.7] {
            let timestamp = Timestamp(secondsSince2001: time)
            XCTAssertEqual(timestamp?.secondsSince2001 ?? .nan, time, accuracy: 1e-9)
            XCTAssertTrue(0..<1_000_000_000 ~= timestamp?.nanoseconds ?? -1, "\(time)")
        }
    }

    func testADateHasTheFewestDigitsThatAreReadAsTheSameNumber() throws {
        var generator = SeededRandom(seed: 8)
        var units = [1]
        for _ in 0..<9 { units.append(units[units.count - 1] * 10) }
        for _ in 0..<rounds(5_000, underStress: 100_000) {
            let day = Int.random(in: -719_528...2_932_896, using: &generator)
            let second = Int.random(in: 0..<86_400, using: &generator)
            let unit = try XCTUnwrap(units.randomElement(using: &generator))
            let nanosecond = Int.random(in: 0..<1_000_000_000, using: &generator) / unit * unit
            let first = try XCTUnwrap(read(text(day, second, nanosecond))?.timestamp)
            let time = first.secondsSince2001
            let timestamp = try XCTUnwrap(Timestamp(secondsSince2001: time))
            XCTAssertEqual(timestamp.secondsSince2001, time, text(day, second, nanosecond))
            // Each string that is a digit shorter is another number.
            guard let shorter = units.last(where: { timestamp.nanoseconds.isMultiple(of: $0) })
            else { return XCTFail() }
            guard shorter < 1_000_000_000 else { continue }
            let unitOfShorter = shorter * 10
            for step in 0...1 {
                let other = (timestamp.nanoseconds / unitOfShorter + step) * unitOfShorter
                guard other < 1_000_000_000 else { continue }
                let shortened = try XCTUnwrap(read(text(day, second, other))?.timestamp)
                XCTAssertNotEqual(shortened.secondsSince2001, time)
            }
        }
    }

    func testNumberThatIsNoneOrTooFarIsRefused() {
        let refused: [Double] = [
            .nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude, 1e300, -1e300,
            252_423_993_600, (252_423_993_600.0 as Double).nextDown.rounded(.up),
            (-63_145_526_400.0 as Double).nextDown, 9.3e18, -9.3e18,
        ]
        for time in refused { XCTAssertNil(Timestamp(secondsSince2001: time), "\(time)") }
        // The last moments.
        XCTAssertNotNil(Timestamp(secondsSince2001: (252_423_993_600.0 as Double).nextDown))
        XCTAssertNotNil(Timestamp(secondsSince2001: -63_145_526_400))
    }

    /// The text of a moment, found by stepping through years and months.
    private func text(_ day: Int, _ second: Int, _ nanosecond: Int) -> String {
        func isLeap(_ year: Int) -> Bool { year % 4 == 0 && year % 100 != 0 || year % 400 == 0 }
        var rest = day + 719_528
        // Whole cycles of 400 years, each with 97 leap days, then year by year.
        var year = rest / 146_097 * 400
        rest %= 146_097
        while rest >= (isLeap(year) ? 366 : 365) {
            rest -= isLeap(year) ? 366 : 365
            year += 1
        }
        var month = 1
        for length in [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
            guard rest >= length else { break }
            rest -= length
            month += 1
        }
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(rest + 1, 2))"
        let (hour, minute) = (padded(second / 3_600, 2), padded(second / 60 % 60, 2))
        var fraction = nanosecond == 0 ? "" : ".\(padded(nanosecond, 9))"
        while nanosecond > 0, fraction.last == "0" { fraction.removeLast() }
        return "\(date)T\(hour):\(minute):\(padded(second % 60, 2))\(fraction)Z"
    }
}
