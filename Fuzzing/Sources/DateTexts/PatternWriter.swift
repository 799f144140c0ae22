import Foundation

/// Writes moments as a date pattern says, with every number as long as it can be.
struct PatternWriter {
    private enum Part {
        case literal(String)
        case letters(Unicode.Scalar, Int)
    }

    private var parts: [Part] = []

    /// Fails if an apostrophe is open.
    init?(_ pattern: String) {
        var rest = Array(pattern.unicodeScalars)[...]
        while let scalar = rest.first {
            if scalar == "'" {
                guard let text = Self.quoted(from: &rest) else { return nil }
                parts.append(.literal(text))
            } else if "a"..."z" ~= scalar || "A"..."Z" ~= scalar {
                let count = rest.prefix { $0 == scalar }.count
                parts.append(.letters(scalar, count))
                rest = rest.dropFirst(count)
            } else {
                parts.append(.literal(String(scalar)))
                rest = rest.dropFirst()
            }
        }
    }

    private static func quoted(from rest: inout ArraySlice<Unicode.Scalar>) -> String? {
        rest = rest.dropFirst()
        if rest.first == "'" {
            rest = rest.dropFirst()
            return "'"
        }
        var text = ""
        while let scalar = rest.popFirst() {
            if scalar == "'", rest.popFirst(if: "'") == nil { return text }
            text.unicodeScalars.append(scalar)
        }
        return nil
    }

    /// The text, and the moment that is left of the given one in it.
    func write(_ seconds: Int, _ nanoseconds: Int) -> (text: String, moment: Double) {
        let offset = has("ZXx") ? 3_600 : 0
        let clock = seconds + offset
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let units: Set<Calendar.Component> = [
            .year, .month, .day, .weekday, .hour, .minute, .second,
        ]
        let time = calendar.dateComponents(units, from: Date(timeIntervalSince1970: Double(clock)))
        let (hour, minute, second) = (time.hour ?? 0, time.minute ?? 0, time.second ?? 0)

        var kept = clock - hour * 3_600 - minute * 60 - second
        if has("Hh") { kept += hour * 3_600 }
        if has("m") { kept += minute * 60 }
        if has("s") { kept += second }
        var moment = Double(kept - offset)

        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal):
                text += literal
            case .letters("y", _): text += Self.digits(time.year ?? 0, 4)
            case .letters("M", 3): text += Self.months[(time.month ?? 1) - 1].prefix(3)
            case .letters("M", 4): text += Self.months[(time.month ?? 1) - 1]
            case .letters("M", _): text += Self.digits(time.month ?? 0, 2)
            case .letters("d", _): text += Self.digits(time.day ?? 0, 2)
            case .letters("E", 4): text += Self.days[(time.weekday ?? 1) - 1]
            case .letters("E", _): text += Self.days[(time.weekday ?? 1) - 1].prefix(3)
            case .letters("H", _): text += Self.digits(hour, 2)
            case .letters("h", _): text += Self.digits((hour + 11) % 12 + 1, 2)
            case .letters("a", _): text += hour < 12 ? "AM" : "PM"
            case .letters("m", _): text += Self.digits(minute, 2)
            case .letters("s", _): text += Self.digits(second, 2)
            case .letters("S", let count):
                let fraction = String(Self.digits(nanoseconds, 9).prefix(count))
                text += fraction
                moment += Double("0." + fraction) ?? 0
            case .letters("Z", 5), .letters("X", 3), .letters("x", 3): text += "+01:00"
            case .letters("X", 1), .letters("x", 1): text += "+01"
            case .letters: text += "+0100"
            }
        }
        return (text, moment)
    }

    private func has(_ letters: String) -> Bool {
        parts.contains { part in
            if case .letters(let letter, _) = part {
                letters.unicodeScalars.contains(letter)
            } else {
                false
            }
        }
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
    private static let days = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
}

extension ArraySlice<Unicode.Scalar> {
    fileprivate mutating func popFirst(if wanted: Unicode.Scalar) -> Unicode.Scalar? {
        first == wanted ? popFirst() : nil
    }
}
