import FootingMapping
import Foundation
import TestSupport
import XCTest

/// Date formats compared with Foundation, and patterns with mistakes.
final class DateFormatTests: XCTestCase {
    struct Event {
        var date = Date.distantPast
    }

    private func date(_ text: String, _ form: DateFormat) -> Date? {
        var event = Event()
        let mapping = Mapping<Event> { Field("d", \.date).dates(form) }
        return mapping.apply(["d": text], to: &event).isClean ? event.date : nil
    }

    func testAPatternWithAMistakeIsNotUsableAndDoesNotTrap() {
        let mistakes = [
            "", "'", "yyyy-MM-dd'T", "YYYY-MM-dd", "yyyy-MM-DD", "yy-MM-dd", "yyy-MM-dd",
            "yyyyy-MM-dd",
            "yyyy-MM", "MM-dd", "yyyy-dd", "yyyy-MM-dd hh:mm", "yyyy-MM-dd a", "yyyy-MM-dd HH a",
            "yyyy-MM-dd mm:ss", "yyyy-MM-dd HH HH", "yyyy-MM-dd HH:mm:mm", "yyyy-MM-dd dd",
            "yyyy-MM-MMM-dd", "yyyy-MMMMM-dd", "yyyy-MM-dd EEEEE", "yyyy-MM-dd E EEE",
            "yyyy-MM-dd HHH", "yyyy-MM-dd HH:mm:ss.SSSSSSSSSS", "yyyy-MM-dd HH:mmZZZZ",
            "yyyy-MM-dd HH:mmz", "yyyy-MM-dd HH:mmXXXX", "yyyy-MM-dd HH:mmXx", "yyyy-MM-dd G",
            "yyyy-MM-ddTHH:mm", "yyyy-LL-dd", "yyyy-MM-dd kk:mm", "yMMdd", "My-d", "yyyy-M1d",
            "yyyy-MM-dd Hmm", "yyyy-MM-dd HH:mm:sSSS", "yyyy-MM-d'0'",
        ]
        for pattern in mistakes {
            let form = DateFormat.format(pattern, in: .gmt)
            XCTAssertFalse(form.isUsable, pattern)
            XCTAssertNil(date("2026-11-21", form), pattern)
        }
        let usable = [
            "yyyy-MM-dd", "d.M.y", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "''yyyyMMdd''", "yyyy1MM2d",
        ]
        for pattern in usable {
            XCTAssertTrue(DateFormat.format(pattern, in: .gmt).isUsable, pattern)
        }
        XCTAssertTrue(DateFormat.rfc3339.isUsable)
    }

    func testRandomMomentsAreReadAsFoundationsFormatterWritesThem() throws {
        var random = SeededRandom(seed: 11)
        for zone in ["Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "GMT"] {
            let zone = try XCTUnwrap(TimeZone(identifier: zone))
            for pattern in [
                "EEEE, d MMMM yyyy HH:mm:ss xxx", "yyyyMMddHHmmssSSSZ", "MMM d, y h:mm:ss.SSS a XX",
                "dd/MM/yyyy 'at' HH:mm:ssZZZZZ",
            ] {
                let formatter = DateFormatter()
                formatter.locale = Locale(identifier: "en_US_POSIX")
                formatter.timeZone = zone
                formatter.dateFormat = pattern
                let form = DateFormat.format(pattern, in: .gmt)
                XCTAssertTrue(form.isUsable, pattern)
                for _ in 0..<rounds(50, underStress: 250) {
                    // From 1970 on: earlier offsets had seconds, which no format can write.
                    let seconds = Double(
                        Int.random(in: 0...8_000_000_000, using: &random)
                    )
                    let moment = Date(timeIntervalSince1970: seconds)
                    let text = formatter.string(from: moment)
                    XCTAssertEqual(date(text, form), moment, "\(pattern): \(text)")
                }
            }
        }
    }

    func testLocalTimesAreThoseOfFoundationsCalendar() throws {
        var random = SeededRandom(seed: 12)
        for name in [
            "Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe", "Africa/Casablanca",
        ] {
            let zone = try XCTUnwrap(TimeZone(identifier: name))
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            let form = DateFormat.iso8601(in: zone)
            let day = DateFormat.date(in: zone)
            for _ in 0..<rounds(300, underStress: 1_500) {
                let seconds = Double(Int.random(in: 0...2_000_000_000, using: &random))
                let moment = Date(timeIntervalSince1970: seconds)
                let parts = calendar.dateComponents(
                    [.year, .month, .day, .hour, .minute, .second],
                    from: moment
                )
                func two(_ part: Int?) -> String { String((part ?? 0) + 100).suffix(2) + "" }
                let date = "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
                let time = "T\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
                XCTAssertEqual(
                    self.date(date, day),
                    calendar.startOfDay(for: moment),
                    "\(name) \(date)"
                )
                // A local time that occurs twice has no date, which is rare.
                guard let read = self.date(date + time, form) else {
                    let offsets = [-7_200.0, 7_200].map {
                        zone.secondsFromGMT(for: moment + $0)
                    }
                    XCTAssertNotEqual(offsets[0], offsets[1], "\(name) \(date)\(time)")
                    continue
                }
                XCTAssertEqual(read, moment, "\(name) \(date)\(time)")
            }
        }
    }
}
