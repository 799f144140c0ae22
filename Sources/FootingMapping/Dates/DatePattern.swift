import FootingBytes

/// A parsed date pattern.
struct DatePattern: Hashable, Sendable {
    enum Unit: Hashable, Sendable {
        case year, month, day, hour, hourOfHalf, minute, second
    }

    /// A part of a date and time; a pattern has at most one element for each.
    fileprivate enum Part {
        case year, month, day, weekday, hour, half, minute, second, fraction, offset
    }

    /// The format of an offset from UTC.
    struct Offset: Hashable, Sendable {
        var hasMinutes = true
        var hasColon = false
        var mayBeZ = false
    }

    enum Element: Hashable, Sendable {
        case byte(UInt8)
        case number(Unit, digits: ClosedRange<Int>)
        case monthName(isShort: Bool)
        case dayName(isShort: Bool)
        case halfOfDay
        case fraction(digits: Int)
        case offset(Offset)
    }

    private(set) var elements: [Element] = []
    private(set) var hasSecond = false
    /// The nanoseconds that the last digit of a second counts.
    private(set) var unit = 1_000_000_000
    /// The seconds by which offsets in this pattern differ at least.
    private(set) var unitOfOffset = 1

    /// Parses `pattern`, or returns `nil` if it has an unknown letter, an unclosed apostrophe, a
    /// repeated element, a digit directly after a number of variable width, or no year, month and
    /// day.
    init?(_ pattern: String) {
        var rest = Substring(pattern).unicodeScalars
        while let scalar = rest.first {
            switch scalar {
            case "'":
                guard let text = Self.quoted(from: &rest) else { return nil }
                elements += text.utf8.map { .byte($0) }
            case "a"..."z", "A"..."Z":
                let letters = rest.prefix { $0 == scalar }
                rest = rest[letters.endIndex...]
                guard let element = Self.element(scalar, count: letters.count) else { return nil }
                elements.append(element)
            default:
                elements += String(scalar).utf8.map { .byte($0) }
                rest = rest.dropFirst()
            }
        }
        guard isWhole, !isAmbiguous else { return nil }
        for element in elements {
            switch element {
            case .number(.second, _): hasSecond = true
            case .fraction(let digits): (hasSecond, unit) = (true, Int(powersOfTen[9 &- digits]))
            case .offset(let style): unitOfOffset = style.hasMinutes ? 60 : 3_600
            default: break
            }
        }
    }

    /// Reads the literal text between two apostrophes; two in a row stand for one, inside and
    /// outside.
    private static func quoted(from rest: inout Substring.UnicodeScalarView) -> String? {
        var text = ""
        rest = rest.dropFirst()
        if rest.first == "'" {
            rest = rest.dropFirst()
            return "'"
        }
        while let scalar = rest.first {
            rest = rest.dropFirst()
            if scalar == "'" {
                guard rest.first == "'" else { return text }
                rest = rest.dropFirst()
            }
            text.unicodeScalars.append(scalar)
        }
        return nil
    }

    private static func element(_ letter: Unicode.Scalar, count: Int) -> Element? {
        switch (letter, count) {
        case ("y", 1): .number(.year, digits: 1...4)
        case ("y", 4): .number(.year, digits: 4...4)
        case ("M", 1...2): .number(.month, digits: count...2)
        case ("M", 3...4): .monthName(isShort: count == 3)
        case ("d", 1...2): .number(.day, digits: count...2)
        case ("E", 1...4): .dayName(isShort: count < 4)
        case ("H", 1...2): .number(.hour, digits: count...2)
        case ("h", 1...2): .number(.hourOfHalf, digits: count...2)
        case ("a", 1...3): .halfOfDay
        case ("m", 1...2): .number(.minute, digits: count...2)
        case ("s", 1...2): .number(.second, digits: count...2)
        case ("S", 1...9): .fraction(digits: count)
        case ("Z", 1...3): .offset(Offset())
        case ("Z", 5): .offset(Offset(hasColon: true, mayBeZ: true))
        case ("X", 1...3), ("x", 1...3):
            .offset(Offset(hasMinutes: count > 1, hasColon: count == 3, mayBeZ: letter == "X"))
        default: nil
        }
    }

    var hasHour: Bool { elements.contains { $0.part == .hour } }

    private var isWhole: Bool {
        let all = elements.compactMap(\.part)
        let parts = Set(all)
        return parts.count == all.count && parts.isSuperset(of: [.year, .month, .day])
            && parts.contains(.half) == elements.contains { $0.isNumber(.hourOfHalf) }
            && (hasHour || parts.isDisjoint(with: [.minute, .second]))
    }

    /// Whether a digit can follow a number of variable width, whose end would then be unknown.
    private var isAmbiguous: Bool {
        zip(elements, elements.dropFirst()).contains { $0.hasVariableWidth && $1.canBeginWithDigit }
    }
}

extension DatePattern.Element {
    fileprivate func isNumber(_ wanted: DatePattern.Unit) -> Bool {
        if case .number(wanted, _) = self { true } else { false }
    }

    fileprivate var hasVariableWidth: Bool {
        if case .number(_, let digits) = self { digits.count > 1 } else { false }
    }

    fileprivate var canBeginWithDigit: Bool {
        switch self {
        case .byte(let byte): isDigit(byte)
        case .number, .fraction: true
        case .monthName, .dayName, .halfOfDay, .offset: false
        }
    }

    /// The part of a date and time that the element is, or `nil` for a byte.
    fileprivate var part: DatePattern.Part? {
        switch self {
        case .byte: nil
        case .number(.year, _): .year
        case .number(.month, _), .monthName: .month
        case .number(.day, _): .day
        case .dayName: .weekday
        case .number(.hour, _), .number(.hourOfHalf, _): .hour
        case .halfOfDay: .half
        case .number(.minute, _): .minute
        case .number(.second, _): .second
        case .fraction: .fraction
        case .offset: .offset
        }
    }
}
