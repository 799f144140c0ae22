import FootingFormats
import FootingTexts
import Foundation

extension DateFormat {
    /// Writes the date in this format, truncated to the format's precision.
    func write(_ date: Date, to output: inout MappingOutput) throws(MappingRefusal) {
        let time = date.timeIntervalSinceReferenceDate
        guard time.isFinite else { throw MappingRefusal(.nonFinite) }
        // The years 0001 to 9999, the same range as in reading.
        guard time >= -63_113_904_000, let moment = Timestamp(secondsSince2001: time) else {
            throw MappingRefusal(.outOfRange)
        }
        switch kind {
        case .epochSeconds: output.write(time: date.timeIntervalSince1970)
        case .epochMilliseconds: output.write(time: date.timeIntervalSince1970 * 1_000)
        case .epochString:
            let time = date.timeIntervalSince1970
            output.write(Int(exactly: time)?.description ?? time.description)
        case .rfc3339, .iso8601:
            output.writeASCII(atMost: Timestamp.longestText) { _ = moment.write(to: &$0) }
        case .date(let clock):
            let time = clock.time(at: moment.seconds)
            output.write(try unambiguous(Self.day?.text(of: time, 0, offset: 0)))
        case .pattern(let pattern, let clock):
            let time = clock.time(at: moment.seconds)
            let offset = time &- moment.seconds
            let text = pattern.text(of: time, moment.nanoseconds, offset: offset)
            output.write(try unambiguous(text))
        case .unusable: throw MappingRefusal(MappingIssue.Code.unusableFormat)
        }
    }

    private static let day = DatePattern("yyyy-MM-dd")

    /// The string, if this format can read it: a local time that occurs twice can't be read.
    private func unambiguous(_ text: String?) throws(MappingRefusal) -> String {
        var text = text ?? ""
        let outcome = text.withUTF8 { read(text: unsafe ByteView($0)) }
        guard case .moment = outcome else {
            throw MappingRefusal(MappingIssue.Code.invalidFormat)
        }
        return text
    }
}

extension MappingOutput {
    /// Writes a whole number without a fraction, since other readers may expect an integer.
    fileprivate mutating func write(time: Double) {
        if let whole = Int(exactly: time) {
            write(whole, digits: whole.description)
        } else {
            write(time, digits: time.description)
        }
    }
}

extension DatePattern {
    /// A local time in this pattern.
    fileprivate func text(of time: Int, _ nanoseconds: Int, offset: Int) -> String {
        let secondOfDay = ((time % 86_400) &+ 86_400) % 86_400
        let days = (time &- secondOfDay) / 86_400
        let day = CalendarDay(daysSince1970: days)
        let (hour, minute) = (secondOfDay / 3_600, secondOfDay / 60 % 60)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        func append(_ number: Int, digits count: Int) {
            var divisor = 1
            for _ in 1..<count { divisor &*= 10 }
            while number / divisor > 9 { divisor &*= 10 }
            while divisor > 0 {
                bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / divisor % 10))
                divisor /= 10
            }
        }
        for part in parts {
            switch part {
            case .byte(let byte): bytes.append(byte)
            case .number(let unit, let digits):
                let number =
                    switch unit {
                    case .year: day.year
                    case .month: day.month
                    case .day: day.day
                    case .hour: hour
                    case .hourOfHalf: (hour &+ 11) % 12 &+ 1
                    case .minute: minute
                    case .second: secondOfDay % 60
                    }
                append(number, digits: digits.lowerBound)
            case .monthName(let isShort):
                let name = Self.monthNames[day.month &- 1]
                bytes += isShort ? Array(name.utf8.prefix(3)) : Array(name.utf8)
            case .dayName(let isShort):
                // 1970 began on a Thursday.
                let name = Self.dayNames[((days &+ 4) % 7 &+ 7) % 7]
                bytes += isShort ? Array(name.utf8.prefix(3)) : Array(name.utf8)
            case .halfOfDay: bytes += (hour < 12 ? "AM" : "PM").utf8
            case .fraction(let count):
                append(nanoseconds / Int(powersOfTen[9 &- count]), digits: count)
            case .offset(let form):
                if form.mayBeZ, offset == 0 {
                    bytes.append(UInt8(ascii: "Z"))
                    continue
                }
                bytes.append(UInt8(ascii: offset < 0 ? "-" : "+"))
                append(abs(offset) / 3_600, digits: 2)
                guard form.hasMinutes else { continue }
                if form.hasColon { bytes.append(UInt8(ascii: ":")) }
                append(abs(offset) / 60 % 60, digits: 2)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
