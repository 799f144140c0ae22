import FootingBytes
import FootingFormats
import Foundation

extension DateFormat {
    /// Writes the date in this format, with the fewest digits that read back as the same date, or
    /// rounded to the last digit of a pattern.
    func write(_ date: Date, to output: inout MappingOutput) throws(MappingRefusal) {
        let time = date.timeIntervalSinceReferenceDate
        guard time.isFinite else { throw MappingRefusal(.nonFinite) }
        // The years 0001 to 9999, the same range as in reading.
        guard time >= -63_113_904_000, time < 252_423_993_600 else {
            throw MappingRefusal(.outOfRange)
        }
        switch kind {
        case .epochSeconds, .epochMilliseconds: output.write(number: number(of: date))
        case .epochString, .epochMillisecondsString:
            let number = number(of: date)
            output.write(Int(exactly: number)?.description ?? number.description)
        case .rfc3339, .iso8601:
            guard let moment = Timestamp(secondsSince2001: time) else {
                throw MappingRefusal(MappingIssue.Code.outOfRange)
            }
            output.writeASCII(atMost: Timestamp.longestText) { _ = moment.write(to: &$0) }
        case .date(let clock):
            guard let day = Self.day else { break }
            output.write(try text(of: time, day, clock))
        case .pattern(let pattern, let clock):
            output.write(try text(of: time, pattern, clock))
        case .unusable: throw MappingRefusal(MappingIssue.Code.unusableFormat)
        }
    }

    private static let day = DatePattern("yyyy-MM-dd")

    /// The number with the fewest digits that this format reads as `date`.
    private func number(of date: Date) -> Double {
        let number = date.timeIntervalSince1970 * unitsPerSecond
        func isRead(_ number: Double) -> Bool {
            Date.converted(time: number / unitsPerSecond).value == date
        }
        var scale = 1.0
        // At most nanoseconds, and no digits that are finer than the number itself.
        while scale * unitsPerSecond <= 1e9, number.magnitude * scale < 0x1p53 {
            let rounded = (number * scale).rounded() / scale
            if isRead(rounded) { return rounded }
            scale *= 10
        }
        // Each conversion between the epochs and units may have rounded.
        if isRead(number) { return number }
        return [number.nextDown, number.nextUp].first(where: isRead) ?? number
    }

    /// The local time of a date in a pattern.
    ///
    /// Throws if this format can't read it, because the local time occurs twice or is in the year 0
    /// or 10000.
    private func text(
        of time: Double,
        _ pattern: DatePattern,
        _ clock: LocalClock
    ) throws(MappingRefusal) -> String {
        guard
            let moment = Timestamp(
                secondsSince2001: pattern.hasSecond ? time : time.rounded(.down),
                roundedTo: pattern.unit
            )
        else { throw MappingRefusal(MappingIssue.Code.outOfRange) }
        var offset = clock.time(at: moment.seconds) &- moment.seconds
        if offset != 0 { offset &-= offset % pattern.unitOfOffset }
        var text = pattern.text(
            of: moment.seconds &+ offset,
            moment.nanoseconds,
            offset: offset
        )
        let reading = text.withUTF8 { read(text: unsafe ByteView($0)) }
        if case .refused(let refusal) = reading { throw refusal }
        return text
    }
}

extension MappingOutput {
    /// Writes a whole number without a fraction, since other readers may expect an integer.
    fileprivate mutating func write(number: Double) {
        if let whole = Int(exactly: number) {
            write(whole, digits: whole.description)
        } else {
            write(number, digits: number.description)
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
            let digits = String(number).utf8
            bytes += repeatElement(UInt8(ascii: "0"), count: max(0, count &- digits.count))
            bytes += digits
        }
        for element in elements {
            switch element {
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
            case .offset(let style):
                if style.mayBeZ, offset == 0 {
                    bytes.append(UInt8(ascii: "Z"))
                    continue
                }
                bytes.append(UInt8(ascii: offset < 0 ? "-" : "+"))
                append(abs(offset) / 3_600, digits: 2)
                guard style.hasMinutes else { continue }
                if style.hasColon { bytes.append(UInt8(ascii: ":")) }
                append(abs(offset) / 60 % 60, digits: 2)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
