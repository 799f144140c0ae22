import FootingMapping
import Foundation

/// The promises of date formats for any pattern, which is the first line, and any string.
///
/// A fuzzer and an ordinary test share this file; `expect` is theirs.
struct DateFormatPromises {
    private struct Slot: Equatable {
        var date: Date?
    }

    private let pattern: String
    private let text: String
    private let seed: Int

    init?(_ bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end <= 200 else { return nil }
        pattern = String(decoding: bytes[..<end], as: UTF8.self)
        text = String(decoding: bytes[(end + 1)...], as: UTF8.self)
        seed = bytes.reduce(0) { $0 &* 31 &+ Int($1) }
    }

    /// Whether the pattern can be used, and the text has its form.
    var isTaken: Bool { Self.read(text, as: .format(pattern, in: .gmt)) != nil }

    func check() {
        let zone = TimeZone(identifier: "America/New_York") ?? .gmt
        let form = DateFormat.format(pattern, in: .gmt)
        let local = DateFormat.format(pattern, in: zone)
        expect(form.isUsable == local.isUsable, "a mistake in one zone only")
        for form in [local, .iso8601(in: zone), .date(in: zone), .rfc3339, .epochString] {
            _ = Self.read(text, as: form)
        }
        let date = Self.read(text, as: form)
        let formats: [DateFormat] = [
            form, local, .rfc3339, .iso8601(in: zone), .date(in: zone), .epochSeconds,
            .epochMilliseconds, .epochString, .epochMillisecondsString,
        ]
        for format in formats {
            for date in [date, randomDate] {
                if let date { Self.checkDrift(date, format, isLocal: format == local) }
            }
        }
        guard form.isUsable, let writer = PatternWriter(pattern) else {
            return expect(!form.isUsable, "usable, though a letter has no meaning")
        }
        let years = -11_676_096_000..<253_370_764_800
        let seconds = years.lowerBound + abs(seed % years.count)
        checkRoundTrip(writer, form, seconds, abs(seed % 1_000_000_000))
        if let date, years ~= Int(date.timeIntervalSince1970) {
            checkRoundTrip(writer, form, Int(date.timeIntervalSince1970.rounded(.down)), 0)
        }
    }

    /// Any date in the years 0001 to 9999.
    private var randomDate: Date? {
        let seconds = -62_135_596_800 + Double(abs(seed % 315_537_897_600))
        return Date(timeIntervalSince1970: seconds + Double(abs(seed / 7 % 1_000_000)) / 1e6)
    }

    /// A date that was read from its own text stays the same.
    private static func checkDrift(_ date: Date, _ format: DateFormat, isLocal: Bool) {
        let mapping = Mapping<Slot> { Field("v", \.date).dates(format) }
        func rewritten(_ date: Date) -> Date? {
            let (json, report) = mapping.json(from: Slot(date: date))
            guard report.isClean else { return nil }
            let read = try? mapping.make(Slot(), json: json)
            expect(read?.report.isClean == true, "written, and refused")
            return read?.value?.date
        }
        // A local time that occurs twice, and a date that is rounded into the year 10000, are not
        // written.
        guard let first = rewritten(date) else { return }
        expect(abs(first.timeIntervalSince(date)) < 2 * 86_400, "written as another day")
        var second = rewritten(first)
        // A pattern with an offset and without the time begins a day before its zone changed.
        if isLocal, second != first, let again = second { second = rewritten(again) ?? again }
        expect(second == first || isLocal && second == second.flatMap(rewritten), "a drifting date")
    }

    /// A string that follows the pattern is read as the date from which it was written.
    private func checkRoundTrip(
        _ writer: PatternWriter,
        _ form: DateFormat,
        _ seconds: Int,
        _ nanoseconds: Int
    ) {
        let (text, expected) = writer.write(seconds, nanoseconds)
        guard let date = Self.read(text, as: form) else {
            return expect(false, "written as the pattern says, and refused")
        }
        expect(abs(date.timeIntervalSince1970 - expected) < 1e-4, "read as another moment")
    }

    private static func read(_ text: String, as form: DateFormat) -> Date? {
        let mapping = Mapping<Slot> { Field("v", \.date).dates(form) }
        var slot = Slot()
        let report = mapping.apply(["v": text], to: &slot)
        guard let date = slot.date else {
            let code = report.issues.first?.code
            expect(report.issueCount == 1, "neither a date nor an issue")
            expect((code == .unusableFormat) == !form.isUsable, "refused for another's mistake")
            return nil
        }
        expect(report.isClean && form.isUsable, "a date, and an issue")
        let years = -62_135_596_800.0..<253_402_300_800
        expect(years ~= date.timeIntervalSince1970, "a date outside the years 0001 to 9999")
        return date
    }
}
