import FootingMapping
import Foundation
import TestSupport
import XCTest

/// Checks that a date that is written and read again and again stays the same.
final class DateDriftTests: XCTestCase {
    private struct Day: Equatable {
        var times: [Date] = []

        /// Each time, written and read once.
        func rewritten(_ mapping: Mapping<Day>) throws -> (day: Day, json: Data) {
            let (json, report) = mapping.json(from: self)
            XCTAssertEqual(report.issues, [])
            let (read, readReport) = try mapping.make(Day(), json: json)
            XCTAssertEqual(readReport.issues, [])
            return (try XCTUnwrap(read), json)
        }
    }

    /// Days in UTC.
    private static let days = [
        "1900-01-01", "1969-12-31", "1970-01-01", "1990-06-15", "2001-01-01", "2025-11-25",
        "2100-07-04",
    ]

    /// Times of one day that are whole multiples of `unit`, in seconds.
    private func times(_ number: Int, of day: String, unit: Double) throws -> [Date] {
        let midnight = try Date("\(day)T00:00:00Z", strategy: .iso8601).timeIntervalSince1970
        var generator = SeededRandom(seed: UInt64(bitPattern: Int64(midnight)))
        let count = max(1, Int((86_400 / unit).rounded()))
        return (0..<number).map { _ in
            let tick = Double(Int.random(in: 0..<count, using: &generator))
            // Divided where possible: a decimal such as 0.001 is not exact.
            let second = unit < 1 ? tick / (1 / unit).rounded() : tick * unit
            return Date(timeIntervalSince1970: midnight + second)
        }
    }

    /// Writes and reads times of each day ten times, and counts those that change after the first
    /// writing.
    private func assertNoDrift(
        _ title: String,
        _ format: DateFormat?,
        unit: Double,
        timeCount: Int = rounds(250, underStress: 1_000),
        line: UInt = #line
    ) throws {
        let mapping = Mapping<Day> {
            if let format { Field("t", \.times).dates(format) } else { Field("t", \.times) }
        }
        for day in Self.days {
            let original = Day(times: try times(timeCount, of: day, unit: unit))
            var (day, json) = try original.rewritten(mapping)
            let name = "\(title), \(original.times[0])"
            for (time, read) in zip(original.times, day.times) {
                let change = abs(read.timeIntervalSince(time))
                guard change > max(unit / 2, 2e-6) else { continue }
                return XCTFail("\(name): \(time) becomes \(read)", line: line)
            }
            for round in 2...10 {
                let next = try day.rewritten(mapping)
                let drift = zip(next.day.times, day.times).count { $0 != $1 }
                XCTAssertEqual(drift, 0, "\(name), round \(round)", line: line)
                guard drift == 0 else { return }
                // The first text is the shortest only if the format is as fine as the times.
                if round > 2 { XCTAssertEqual(next.json, json, name, line: line) }
                if next.json == json { break }  // Each further round is the same as this one.
                (day, json) = next
            }
        }
    }

    func testDatesInStandardFormatsDoNotDrift() throws {
        let zone = try XCTUnwrap(TimeZone(identifier: "America/New_York"))
        for unit in [0.001, 1e-6] {
            try assertNoDrift("none", nil, unit: unit)
            try assertNoDrift("rfc3339", .rfc3339, unit: unit)
            try assertNoDrift("iso8601", .iso8601(in: zone), unit: unit)
            try assertNoDrift("epochSeconds", .epochSeconds, unit: unit)
            try assertNoDrift("epochMilliseconds", .epochMilliseconds, unit: unit)
            try assertNoDrift("epochString", .epochString, unit: unit)
        }
        try assertNoDrift("date", .date(in: .gmt), unit: 86_400)
    }

    func testDatesInPatternsDoNotDrift() throws {
        for (pattern, unit) in [
            ("yyyy-MM-dd HH:mm:ss.S", 0.1), ("yyyy-MM-dd HH:mm:ss.SS", 0.01),
            ("yyyy-MM-dd'T'HH:mm:ss.SSS", 0.001), ("yyyyMMddHHmmssSSSX", 0.001),
            ("d MMM y h:mm:ss.SSSS a", 0.000_1), ("yyyy-MM-dd HH:mm:ss.SSSSS", 0.000_01),
            ("yyyy-MM-dd HH:mm:ss.SSSSSS", 1e-6), ("yyyy-MM-dd HH:mm:ss.SSSSSSS", 1e-6),
            ("yyyy-MM-dd HH:mm:ss.SSSSSSSSS", 1e-6), ("EEEE, d MMMM yyyy HH:mm:ss xxx", 1),
            ("yyyy-MM-dd HH:mm Z", 60), ("yyyy-MM-dd HH", 3_600), ("dd.MM.yyyy", 86_400),
        ] {
            try assertNoDrift(pattern, .format(pattern, in: .gmt), unit: unit)
        }
    }

    /// Until about 1900, offsets had seconds, and some still have minutes.
    func testDatesInPatternsDoNotDriftIfAnOffsetIsWrittenInPart() throws {
        for zone in ["Europe/Paris", "Asia/Kolkata", "Africa/Monrovia", "Asia/Kathmandu"] {
            let zone = try XCTUnwrap(TimeZone(identifier: zone))
            for offset in ["x", "X", "xx", "XXX", "ZZZZZ", "Z"] {
                let pattern = "yyyy-MM-dd HH:mm:ss.SSS" + offset
                try assertNoDrift(
                    "\(pattern) \(zone)",
                    .format(pattern, in: zone),
                    unit: 0.001,
                    timeCount: rounds(40, underStress: 1_000)
                )
            }
        }
    }

    func testTimesInAStringAreWrittenAsTheyWereRead() throws {
        let mapping = Mapping<Day> { Field("t", \.times) }
        for day in Self.days {
            let texts = (0..<1_000).map { millisecond in
                let fraction = String(1_000 + millisecond).dropFirst()
                let digits = String(fraction.reversed().drop { $0 == "0" }.reversed())
                return "\(day)T08:30:59\(digits.isEmpty ? "" : ".\(digits)")Z"
            }
            let json = Data(#"{"t":["\#(texts.joined(separator: #"",""#))"]}"#.utf8)
            let read = try XCTUnwrap(try mapping.make(Day(), json: json).value)
            XCTAssertEqual(mapping.json(from: read).data, json, day)
        }
    }

    func testMillisecondsThatANumberOrStringHadAreWrittenAsTheyWereRead() throws {
        for (format, mark) in [
            (DateFormat.epochMilliseconds, ""), (.epochMillisecondsString, "\""),
            (.epochSeconds, ""), (.epochString, "\""),
        ] {
            let isWhole = format == .epochMilliseconds || format == .epochMillisecondsString
            let mapping = Mapping<Day> { Field("t", \.times).dates(format) }
            for day in Self.days {
                let midnight = try Date("\(day)T00:00:00Z", strategy: .iso8601)
                let second = Int(midnight.timeIntervalSince1970) + 3_600
                guard second > 0 || isWhole else { continue }
                let numbers = (0..<1_000).map { tick -> String in
                    let milliseconds = second * 1_000 + tick
                    if isWhole { return "\(mark)\(milliseconds)\(mark)" }
                    let fraction = String(1_000 + tick).dropFirst()
                    let digits = String(fraction.reversed().drop { $0 == "0" }.reversed())
                    return "\(mark)\(second)\(digits.isEmpty ? "" : ".\(digits)")\(mark)"
                }
                let json = Data(#"{"t":[\#(numbers.joined(separator: ","))]}"#.utf8)
                let read = try XCTUnwrap(try mapping.make(Day(), json: json).value)
                XCTAssertEqual(mapping.json(from: read).data, json, "\(format) \(day)")
            }
        }
    }

    func testAPatternRoundsToItsLastDigitOfASecond() {
        func text(_ time: Double, _ pattern: String, hours: Int = 0) -> String {
            let zone = TimeZone(secondsFromGMT: hours * 3_600) ?? .gmt
            let mapping = Mapping<Day> { Field("t", \.times).dates(.format(pattern, in: zone)) }
            let day = Day(times: [Date(timeIntervalSince1970: time)])
            let list = mapping.dictionary(from: day).dictionary["t"] as? [String]
            return list?.first ?? "none"
        }
        XCTAssertEqual(text(86_399.98, "yyyy-MM-dd HH:mm:ss.S"), "1970-01-02 00:00:00.0")
        XCTAssertEqual(text(86_399.94, "yyyy-MM-dd HH:mm:ss.S"), "1970-01-01 23:59:59.9")
        XCTAssertEqual(text(86_399.6, "yyyy-MM-dd HH:mm:ss"), "1970-01-02 00:00:00")
        XCTAssertEqual(text(-0.000_4, "yyyy-MM-dd HH:mm:ss.SSS"), "1970-01-01 00:00:00.000")
        // A minute, an hour or a day is the one in which the date lies.
        XCTAssertEqual(text(86_399.98, "yyyy-MM-dd HH:mm"), "1970-01-01 23:59")
        XCTAssertEqual(text(86_399.98, "yyyy-MM-dd"), "1970-01-01")
        XCTAssertEqual(text(-0.02, "yyyy-MM-dd"), "1969-12-31")
        // The day would be in the year 0 or 10000.
        XCTAssertEqual(text(-62_135_596_800, "yyyy-MM-dd"), "0001-01-01")
        XCTAssertEqual(text(-62_135_596_800, "yyyy-MM-dd", hours: -5), "none")
        XCTAssertEqual(text(253_402_300_799, "yyyy-MM-dd", hours: 1), "none")
        XCTAssertEqual(text(253_402_300_799.6, "yyyy-MM-dd HH:mm:ss"), "none")
    }
}
