import FootingBytes
import FootingFormats

/// The components of a date and time that a pattern reads from a string.
struct DateReading {
    var year = 1
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    var nanoseconds = 0
    /// The seconds by which the local time is ahead of UTC, if the string contains an offset.
    var offset: Int?
    fileprivate var weekday: Int?
    fileprivate var isAfternoon = false

    /// The local time, as the seconds since 1970 of the same time in UTC, or `nil` if the date does
    /// not exist or has another weekday.
    var clockTime: Int? {
        guard let date = CalendarDay(year: year, month: month, day: day) else { return nil }
        let days = date.daysSince1970
        // 1970 began on a Thursday, the fourth day after Sunday.
        if let weekday, (days &+ 4 &- weekday) % 7 != 0 { return nil }
        return days &* 86_400 &+ hour &* 3_600 &+ minute &* 60 &+ second
    }
}

extension DatePattern {
    /// Reads the whole of `text`, or returns `nil` if it does not match the pattern.
    func reading(of text: ByteView) -> DateReading? {
        var reading = DateReading()
        var cursor = Cursor(bytes: text)
        for element in elements {
            guard cursor.read(element, into: &reading) else { return nil }
        }
        guard cursor.isAtEnd else { return nil }
        if reading.isAfternoon { reading.hour &+= 12 }
        return reading
    }

    static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
    static let dayNames = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
}

/// A position in a string, which reading advances.
private struct Cursor {
    let bytes: ByteView
    var index = 0

    var isAtEnd: Bool { index == bytes.count }

    mutating func read(_ element: DatePattern.Element, into reading: inout DateReading) -> Bool {
        switch element {
        case .byte(let byte):
            return consume(byte)
        case .number(let unit, let digits):
            guard let number = number(digits) else { return false }
            return reading.set(unit, to: number)
        case .monthName(let isShort):
            guard let index = name(in: DatePattern.monthNames, isShort) else { return false }
            reading.month = index &+ 1
            return true
        case .dayName(let isShort):
            reading.weekday = name(in: DatePattern.dayNames, isShort)
            return reading.weekday != nil
        case .halfOfDay:
            guard let half = name(in: ["AM", "PM"], false) else { return false }
            reading.isAfternoon = half == 1
            return true
        case .fraction(let digits):
            guard let number = number(digits...digits) else { return false }
            reading.nanoseconds = (digits..<9).reduce(number) { value, _ in value &* 10 }
            return true
        case .offset(let style):
            reading.offset = offset(style)
            return reading.offset != nil
        }
    }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard bytes.has(index), bytes[index] == byte else { return false }
        index &+= 1
        return true
    }

    /// Reads as many digits as there are, within the bounds: at most nine.
    private mutating func number(_ digits: ClosedRange<Int>) -> Int? {
        let start = index
        var value = 0
        while index &- start < digits.upperBound, bytes.has(index), isDigit(bytes[index]) {
            value = value &* 10 &+ Int(bytes[index] &- UInt8(ascii: "0"))
            index &+= 1
        }
        return index &- start >= digits.lowerBound ? value : nil
    }

    /// Reads one of `names`, or of their first three letters, in any case.
    private mutating func name(in names: [String], _ isShort: Bool) -> Int? {
        for (position, name) in names.enumerated() {
            let letters = name.utf8.prefix(isShort ? 3 : .max)
            guard bytes.has(index &+ letters.count &- 1) else { continue }
            let isEqual = zip(index..., letters).allSatisfy { bytes[$0] | 0x20 == $1 | 0x20 }
            guard isEqual else { continue }
            index &+= letters.count
            return position
        }
        return nil
    }

    private mutating func offset(_ style: DatePattern.Offset) -> Int? {
        if style.mayBeZ, consume(UInt8(ascii: "Z")) { return 0 }
        let isAhead = consume(UInt8(ascii: "+"))
        guard isAhead || consume(UInt8(ascii: "-")), let hours = number(2...2), hours < 24 else {
            return nil
        }
        var minutes = 0
        if style.hasMinutes {
            guard !style.hasColon || consume(UInt8(ascii: ":")), let number = number(2...2),
                number < 60
            else { return nil }
            minutes = number
        }
        let offset = hours &* 3_600 &+ minutes &* 60
        return isAhead ? offset : -offset
    }
}

extension DateReading {
    /// Sets a component, and returns whether a time of day can have this value.
    fileprivate mutating func set(_ unit: DatePattern.Unit, to number: Int) -> Bool {
        switch unit {
        case .year:
            year = number
        case .month:
            month = number
        case .day:
            day = number
        case .hour:
            hour = number
            return number < 24
        case .hourOfHalf:
            hour = number % 12
            return 1...12 ~= number
        case .minute:
            minute = number
            return number < 60
        case .second:
            second = number
            return number < 60
        }
        return true
    }
}
