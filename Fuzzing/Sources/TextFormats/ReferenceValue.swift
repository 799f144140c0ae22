@testable import FootingLocalization
import Foundation

/// One value of a format, which is compared with what the system's library makes of it.
struct ReferenceValue {
    let argument: FormatValue
    let flags: String
    let width: Int
    let precision: Int?
    let conversion: String

    func fill(
        in language: LanguageContext,
        isolatesTexts: Bool,
        isChecked: Bool
    ) -> [UInt8] {
        let output = filled(argument, in: language, isolatesTexts)
        guard isChecked else { return output }
        if case .text(let text) = argument.storage {
            // Whatever the conversion, a text is shown as a text.
            let isCut = "sS".contains(conversion)
            var shown = String(text.prefix(isCut ? precision ?? .max : .max))
            if isolatesTexts { shown = ReferenceIsolation.isolated(shown) }
            expect(output == padded(Array(shown.utf8)), "a text that is shown as another")
        } else {
            checkNumber(output, in: language, isolatesTexts)
        }
        return output
    }

    /// The output for a format with one value; `width` replaces the value's own.
    private func filled(
        _ value: FormatValue,
        as conversion: String? = nil,
        width: Int? = nil,
        in language: LanguageContext,
        _ isolatesTexts: Bool = false
    ) -> [UInt8] {
        let width = width ?? self.width
        let format =
            "%" + flags + (width > 0 ? "\(width)" : "") + (precision.map { ".\($0)" } ?? "")
            + (conversion ?? self.conversion)
        return FilledFormat(
            LocalizedFormat(FormatString(format)),
            [value],
            in: language,
            isolatesTexts: isolatesTexts
        ).output
    }

    /// Blanks up to the width, for which only what is seen counts.
    private func padded(_ text: [UInt8]) -> [UInt8] {
        let blanks = Array(repeating: UInt8(ascii: " "), count: max(0, width - seen(text)))
        return flags.contains("-") ? text + blanks : blanks + text
    }

    /// The number of visible characters: marks of direction are invisible.
    private func seen(_ text: [UInt8]) -> Int {
        let marks: Set<Unicode.Scalar> = ["\u{61C}", "\u{200E}", "\u{200F}"]
        return String(decoding: text, as: UTF8.self).count { character in
            !character.unicodeScalars.allSatisfy {
                marks.contains($0) || 0x202A...0x202E ~= $0.value || 0x2066...0x2069 ~= $0.value
            }
        }
    }

    private func checkNumber(
        _ output: [UInt8],
        in language: LanguageContext,
        _ isolatesTexts: Bool
    ) {
        if width > 0 {
            // To the left there are no zeros, whatever the flags say.
            if flags.contains("0"), !flags.contains("-") {
                expect(seen(output) >= width, "narrower than its width")
            } else {
                let alone = filled(argument, width: 0, in: language, isolatesTexts)
                expect(output == padded(alone), "padded to another width")
            }
        }
        let plain = filled(.verbatim(argument), in: language, isolatesTexts)
        if let expected = systemText {
            expect(plain.elementsEqual(expected.utf8), "other than C's \(expected)")
        }
        if argument.isVerbatim { return expect(output == plain, "verbatim in two ways") }
        // Of an integer a precision is a number of digits, which nothing groups.
        var isGrouped = precision == nil || "fFeEgG".contains(conversion)
        switch argument.storage {
        case .floatingPoint(let number):
            guard number.isFinite else { return }
            let isInteger = "diu".contains(conversion) && UInt64(exactly: number.magnitude) != nil
            if !isInteger { isGrouped = true }
        case .decimal(let number):
            checkDecimal(number, plain, in: language)
            guard number != "NaN" else { return }
            let isInteger = ReferenceDecimal(number).magnitudeOfInteger != nil
            if !(isInteger && "diu".contains(conversion)) { isGrouped = true }
        case .integer, .text: break
        }
        guard width == 0, "diufFeEgG@".contains(conversion) else { return }
        expect(
            output == localized(plain, isGrouped: isGrouped, language.symbols),
            "\(String(decoding: output, as: UTF8.self)) for \(String(decoding: plain, as: UTF8.self))"
        )
    }

    /// All digits of a `Decimal` count, and its integers are as others.
    private func checkDecimal(_ number: String, _ plain: [UInt8], in language: LanguageContext) {
        guard number != "NaN" else {
            let sign = flags.contains("+") ? "+" : flags.contains(" ") ? " " : ""
            guard "fFeEgG@".contains(conversion) else { return }
            return expect(plain == padded(Array((sign + "NaN").utf8)), "no “NaN”")
        }
        let decimal = ReferenceDecimal(number)
        let isPlain = flags.allSatisfy { $0 == "-" || $0 == "'" }
        let isNegative = number.hasPrefix("-")
        switch conversion {
        case "f" where isPlain, "F" where isPlain:
            let expected = decimal.rounded(toFractionDigits: precision ?? 6)
            expect(plain == padded(Array(expected.utf8)), "\(expected) rounded in another way")
        case "@" where isPlain:
            expect(plain == padded(Array(number.utf8)), "digits lost of \(number)")
        case "e", "E", "g", "G":
            // Where a number of binary digits has this value, it has the same digits.
            guard let double = Double(number), isExactly(number, double) else { return }
            let same = filled(.verbatim(double), in: language)
            expect(plain == same, "another \(number) than a Double's")
        case "d", "D", "i", "u", "U", "x", "X", "o", "O":
            let isBits = "xXoO".contains(conversion)
            let magnitude = decimal.magnitudeOfInteger.flatMap {
                isBits && isNegative && $0 > 1 << 63 ? nil : $0
            }
            guard let magnitude else {
                // An unsigned conversion shows no sign, whatever its argument.
                guard conversion != "u", conversion != "U" else { return }
                let same = filled(.verbatim(argument), as: "@", in: language)
                return expect(plain == same, "\(number), though it is no such integer")
            }
            let integer = FormatValue(.integer(isNegative: isNegative, magnitude: magnitude))
            let same = filled(.verbatim(integer), in: language)
            expect(plain == same, "another \(number) than an integer's")
        default:
            break
        }
    }

    /// Whether a number of binary digits has this very value: none has more than 1074 of them.
    private func isExactly(_ number: String, _ double: Double) -> Bool {
        let digits = number.split(separator: ".")
        let fraction = digits.count > 1 ? digits[1] : ""
        let zeros = String(repeating: "0", count: 1074 - fraction.count)
        return String(format: "%.1074f", double) == "\(digits[0]).\(fraction)\(zeros)"
    }

    /// The output of `printf` for the number, if the conversion is for numbers of its kind.
    private var systemText: String? {
        let start =
            "%" + flags.replacing("'", with: "") + (width > 0 ? "\(width)" : "")
            + (precision.map { ".\($0)" } ?? "")
        switch argument.storage {
        case .integer(let isNegative, let magnitude):
            let bits = isNegative ? 0 &- magnitude : magnitude
            let isSigned = isNegative ? magnitude <= 1 << 63 : magnitude < 1 << 63
            let names = ["D": "d", "U": "u", "O": "o"]
            let conversion = names[conversion] ?? conversion
            if "di".contains(conversion), isSigned {
                return String(format: start + "l" + conversion, Int(truncatingIfNeeded: bits))
            }
            let isBits = "xXo".contains(conversion) && (!isNegative || isSigned)
            guard isBits || conversion == "u" && !isNegative else { return nil }
            // Of what has no sign C doesn't show one, nor do we of the bits of a negative number.
            return String(format: start + "l" + conversion, UInt(truncatingIfNeeded: bits))
        case .floatingPoint(let number):
            guard "fFeEgGaA".contains(conversion), number.isFinite else { return nil }
            return String(format: start + conversion, number)
        case .decimal, .text:
            return nil
        }
    }

    /// A number in the symbols of a language, groups set from the right.
    private func localized(
        _ plain: [UInt8],
        isGrouped: Bool,
        _ symbols: NumberSymbols
    ) -> [UInt8] {
        let digits = plain.drop { !(0x30...0x39 ~= $0) }
        let integer = Array(digits.prefix { 0x30...0x39 ~= $0 })
        let isLong = integer.count >= symbols.primaryGroup + symbols.minimumGroupingDigits
        var groups: [[UInt8]] = []
        var rest = integer[...]
        if isGrouped, symbols.primaryGroup > 0, isLong {
            var size = symbols.primaryGroup
            while rest.count > size {
                groups.insert(Array(rest.suffix(size)), at: 0)
                rest = rest.dropLast(size)
                size = symbols.secondaryGroup
            }
        }
        groups.insert(Array(rest), at: 0)
        return symbol(plain.prefix(plain.count - digits.count), symbols)
            + groups.map { symbol($0[...], symbols) }.joined(separator: bytes(symbols.group))
            + symbol(digits.dropFirst(integer.count), symbols)
    }

    private func symbol(_ plain: ArraySlice<UInt8>, _ symbols: NumberSymbols) -> [UInt8] {
        let zero = String(decoding: bytes(symbols.zero), as: UTF8.self).unicodeScalars.first ?? "0"
        return plain.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "-"): return bytes(symbols.minus)
            case UInt8(ascii: "+"): return bytes(symbols.plus)
            case UInt8(ascii: "."): return bytes(symbols.decimal)
            case 0x30...0x39:
                let digit = Unicode.Scalar(zero.value + UInt32(byte) - 0x30) ?? zero
                return Array(String(Character(digit)).utf8)
            default: return [byte]
            }
        }
    }

    private func bytes(_ symbol: NumberSymbols.Symbol) -> [UInt8] {
        (0..<symbol.count).map { UInt8(truncatingIfNeeded: symbol.word >> UInt64(8 * $0)) }
    }
}
