import FootingBytes

extension FormatRenderer {
    /// Appends an integer with the language's digits, grouped unless there is a precision, or a
    /// width with the zero flag.
    mutating func appendInteger(_ magnitude: UInt64, isNegative: Bool, _ layout: Layout) {
        let start = output.count
        appendSign(isNegative: isNegative, layout)
        let body = output.count
        if let precision = layout.precision {
            let zeros = precision - magnitude.decimalDigitCount
            output.insert(layout.symbols.zero, times: zeros, at: body)
            let isBlank = precision == 0 && magnitude == 0
            if !isBlank { appendDigits(of: magnitude, isGrouped: false, layout.symbols) }
        } else {
            let isPadded = layout.flags.hasZeros && layout.width > 0
            appendDigits(of: magnitude, isGrouped: !isPadded, layout.symbols)
        }
        pad(from: start, zerosAt: layout.precision == nil ? body : nil, layout)
    }

    mutating func appendDigits(
        of magnitude: UInt64,
        isGrouped: Bool,
        _ symbols: NumberSymbols
    ) {
        let count = magnitude.decimalDigitCount
        var separators = isGrouped ? symbols.separators(in: count) : 0
        let length = count &* symbols.zero.count &+ separators &* symbols.group.count
        unsafe output.append(length) { memory in
            var end = length
            var rest = magnitude
            var untilSeparator = symbols.primaryGroup
            for _ in 0..<count {
                if separators > 0, untilSeparator == 0 {
                    unsafe symbols.group.write(to: memory, before: end)
                    end &-= symbols.group.count
                    separators &-= 1
                    untilSeparator = symbols.secondaryGroup
                }
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                let symbol = symbols.zero.digit(UInt8(truncatingIfNeeded: digit))
                unsafe symbol.write(to: memory, before: end)
                end &-= symbols.zero.count
                untilSeparator &-= 1
                rest = quotient
            }
        }
    }

    mutating func appendShortest(_ number: Double, _ layout: Layout) {
        guard number.isFinite else { return appendNonFinite(number, layout) }
        DecimalDigits.withStorage { digits in
            digits.read(shortest: number)
            // Outside this range, an exponent is easier to read than zeros.
            if (-6...21).contains(digits.pointPosition) {
                append(digits, fractionDigits: digits.fractionCount, layout)
            } else {
                let letter = UInt8(ascii: "e")
                append(digits, fractionDigits: digits.count - 1, exponent: letter, layout)
            }
        }
    }

    mutating func appendFloatingPoint(
        _ value: FormatValue.Storage,
        as conversion: UInt8,
        _ layout: Layout
    ) -> Bool {
        let isHexadecimal = conversion | 0x20 == UInt8(ascii: "a")
        return DecimalDigits.withStorage { digits in
            switch value {
            case .text:
                appendNaturally(value, layout)
                return false
            case .decimal(let text):
                guard digits.read(text) else {
                    appendNonFinite(.nan, layout)
                    return true
                }
                guard !isHexadecimal else {
                    // A decimal number has no binary representation.
                    appendNaturally(value, layout)
                    return false
                }
            case .integer(let isNegative, let magnitude):
                guard !isHexadecimal else {
                    let number = Double(magnitude)
                    appendHexadecimal(isNegative ? -number : number, as: conversion, layout)
                    return true
                }
                digits.read(magnitude, isNegative: isNegative)
            case .floatingPoint(let number):
                guard number.isFinite else {
                    appendNonFinite(number, layout)
                    return true
                }
                guard !isHexadecimal else {
                    appendHexadecimal(number, as: conversion, layout)
                    return true
                }
                // All exact digits are computed, up to 767, however few are shown.
                charge(abs(Int(number.exponentBitPattern) - 1023) / 8)
                digits.read(exactly: number)
            }
            round(&digits, as: conversion, layout)
            return true
        }
    }

    /// Rounds the digits for `%e`, `%f` or `%g`, and appends them.
    private mutating func round(
        _ digits: inout DecimalDigits,
        as conversion: UInt8,
        _ layout: Layout
    ) {
        let precision = layout.precision ?? 6
        switch conversion | 0x20 {
        case UInt8(ascii: "e"):
            digits.round(keeping: precision + 1)
            append(digits, fractionDigits: precision, exponent: conversion, layout)
        case UInt8(ascii: "g"):
            // Like `%e` or `%f`, by the rule of C, without trailing zeros unless alternate.
            let precision = max(1, precision)
            digits.round(keeping: precision)
            let exponent = digits.exponent
            let isScientific = exponent < -4 || exponent >= precision
            let kept = layout.flags.isAlternate ? precision : digits.count
            append(
                digits,
                fractionDigits: max(0, kept - 1 - (isScientific ? 0 : exponent)),
                exponent: isScientific ? conversion - 2 : nil,
                layout
            )
        default:
            digits.round(toFractionDigits: precision)
            append(digits, fractionDigits: precision, layout)
        }
    }

    /// Appends rounded digits; with a `letter` for the exponent, one digit precedes the decimal
    /// separator: d.ddde+xx.
    @inline(never)
    mutating func append(
        _ digits: borrowing DecimalDigits,
        fractionDigits: Int,
        exponent letter: UInt8? = nil,
        _ layout: Layout
    ) {
        let start = output.count
        appendSign(isNegative: digits.isNegative, layout)
        let body = output.count
        let isPadded = layout.flags.hasZeros && layout.width > 0
        let point = letter == nil ? digits.pointPosition : 1
        let count = max(1, point)
        for remaining in (0..<count).reversed() {
            output.append(layout.symbols.zero.digit(digits.digit(at: point - 1 - remaining)))
            if !isPadded, layout.symbols.separates(remaining: remaining, of: count) {
                output.append(layout.symbols.group)
            }
        }
        if fractionDigits > 0 || layout.flags.isAlternate {
            output.append(layout.symbols.decimal)
        }
        for position in point..<(point + fractionDigits) {
            output.append(layout.symbols.zero.digit(digits.digit(at: position)))
        }
        if let letter { appendExponent(digits.exponent, letter, layout.symbols, atLeast: 2) }
        pad(from: start, zerosAt: body, layout)
    }

    private mutating func appendExponent(
        _ exponent: Int,
        _ letter: UInt8,
        _ symbols: NumberSymbols,
        atLeast count: Int
    ) {
        output.append(letter)
        output.append(exponent < 0 ? symbols.minus : symbols.plus)
        if exponent.magnitude < 10, count > 1 { output.append(symbols.zero) }
        appendDigits(of: UInt64(exponent.magnitude), isGrouped: false, symbols)
    }

    /// Appends a number like `%a`: 0x1.8p+1, the same in every language.
    private mutating func appendHexadecimal(
        _ number: Double,
        as conversion: UInt8,
        _ layout: Layout
    ) {
        let layout = layout.plain
        let isUpper = conversion & 0x20 == 0
        var significand = number.significandBitPattern
        var exponent = 0
        if number != 0 {
            let isNormal = number.exponentBitPattern != 0
            exponent = isNormal ? Int(number.exponentBitPattern) - 1023 : -1022
            if isNormal { significand |= 1 << 52 }
        }
        if let precision = layout.precision, precision < 13 {
            let dropped = UInt64(52 - 4 * precision)
            let half: UInt64 = 1 << (dropped - 1)
            let rest = significand & ((1 << dropped) - 1)
            significand -= rest
            if rest > half || rest == half && significand >> dropped % 2 == 1 {
                significand += 1 << dropped
            }
        }
        // Four bits per digit, without trailing zeros.
        let fraction = significand << 12
        let count = layout.precision ?? (67 - fraction.trailingZeroBitCount) / 4

        let start = output.count
        appendSign(isNegative: number.sign == .minus, layout)
        output.append(isUpper ? "0X" : "0x")
        let body = output.count
        appendDigits(of: significand >> 52, isGrouped: false, layout.symbols)
        if count > 0 || layout.flags.isAlternate { output.append(UInt8(ascii: ".")) }
        for position in 0..<count {
            appendDigit((fraction << UInt64(4 * position)) >> 60, isUpper: isUpper)
        }
        let letter = isUpper ? UInt8(ascii: "P") : UInt8(ascii: "p")
        appendExponent(exponent, letter, layout.symbols, atLeast: 1)
        pad(from: start, zerosAt: body, layout)
    }

    mutating func appendDigit(_ digit: UInt64, isUpper: Bool) {
        output.append(hexadecimalDigit(UInt8(truncatingIfNeeded: digit), isUpper: isUpper))
    }

    mutating func appendNonFinite(_ number: Double, _ layout: Layout) {
        let start = output.count
        appendSign(isNegative: number.sign == .minus && !number.isNaN, layout)
        output.append(number.isNaN ? "NaN" : "∞")
        pad(from: start, zerosAt: nil, layout)
    }

    private mutating func appendSign(isNegative: Bool, _ layout: Layout) {
        if isNegative {
            output.append(layout.symbols.minus)
        } else if layout.flags.hasPlus {
            output.append(layout.symbols.plus)
        } else if layout.flags.hasBlank {
            output.append(.blank)
        }
    }
}
