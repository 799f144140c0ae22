extension FormatRenderer {
    /// The symbols, flags, width and precision of a specifier, within the limits.
    struct Layout {
        var flags: FormatString.Flags
        var width = 0
        var precision: Int?
        var symbols: NumberSymbols

        /// The same layout with the symbols of C.
        var plain: Layout {
            var layout = self
            layout.symbols = .plain
            return layout
        }
    }

    /// Appends a value in the format of a conversion, and returns whether that fits its kind; if
    /// not, the value is converted exactly, or else appended in its natural format.
    mutating func append(_ value: FormatValue.Storage, as conversion: UInt8, _ layout: Layout)
        -> Bool
    {
        switch conversion {
        case UInt8(ascii: "@"):
            appendNaturally(value, layout)
            return true
        case UInt8(ascii: "s"), UInt8(ascii: "S"):
            guard case .text(let text) = value, let precision = layout.precision else {
                appendNaturally(value, layout)
                return true
            }
            appendText(String(text.prefix(precision)), layout)
            return true
        case UInt8(ascii: "c"), UInt8(ascii: "C"):
            return appendCharacter(value, layout)
        case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "o"), UInt8(ascii: "O"):
            return appendBits(value, as: conversion, layout)
        case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "i"):
            return appendInteger(value, layout)
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            // Unsigned conversions ignore the flags for a sign.
            var layout = layout
            (layout.flags.hasPlus, layout.flags.hasBlank) = (false, false)
            return appendInteger(value, layout)
        default:
            return appendFloatingPoint(value, as: conversion, layout)
        }
    }

    /// Appends a string unchanged, an integer like `%d`, a `Double` with its shortest digits, or a
    /// `Decimal` with all its digits.
    @inline(never)
    mutating func appendNaturally(_ value: FormatValue.Storage, _ layout: Layout) {
        switch value {
        case .text(let text):
            appendText(text, layout)
        case .integer(let isNegative, let magnitude):
            appendInteger(magnitude, isNegative: isNegative, layout)
        case .floatingPoint(let number):
            appendShortest(number, layout)
        case .decimal(let text):
            DecimalDigits.withStorage { digits in
                guard digits.read(text) else { return appendNonFinite(.nan, layout) }
                append(digits, fractionDigits: digits.fractionCount, layout)
            }
        }
    }

    private mutating func appendText(_ text: String, _ layout: Layout) {
        let start = output.count
        append(text)
        pad(from: start, zerosAt: nil, layout)
    }

    private mutating func appendCharacter(_ value: FormatValue.Storage, _ layout: Layout) -> Bool {
        guard case .integer(let isNegative, let magnitude) = value else {
            appendNaturally(value, layout)
            return false
        }
        let code = isNegative ? nil : UInt32(exactly: magnitude)
        let scalar = code.flatMap { Unicode.Scalar($0) }
        appendText(String(Character(scalar ?? "\u{FFFD}")), layout)
        return scalar != nil
    }

    private mutating func appendInteger(_ value: FormatValue.Storage, _ layout: Layout) -> Bool {
        if let (isNegative, magnitude) = integer(of: value) {
            appendInteger(magnitude, isNegative: isNegative, layout)
        } else {
            appendNaturally(value, layout)
        }
        if case .integer = value { return true }
        return false
    }

    /// The value as an integer, if it is one with a magnitude of 64 bits.
    private func integer(of value: FormatValue.Storage) -> (isNegative: Bool, magnitude: UInt64)? {
        switch value {
        case .integer(let isNegative, let magnitude):
            return (isNegative, magnitude)
        case .floatingPoint(let number):
            return UInt64(exactly: number.magnitude).map { (number < 0, $0) }
        case .decimal(let text):
            return DecimalDigits.withStorage { digits in
                guard digits.read(text), let magnitude = digits.magnitudeOfInteger else {
                    return nil
                }
                return (digits.isNegative, magnitude)
            }
        case .text:
            return nil
        }
    }

    /// Appends an integer in hexadecimal or octal, a negative one as two's complement of 64 bits.
    private mutating func appendBits(
        _ value: FormatValue.Storage,
        as conversion: UInt8,
        _ layout: Layout
    ) -> Bool {
        guard let (isNegative, magnitude) = integer(of: value),
            !isNegative || magnitude <= 1 << 63
        else {
            appendNaturally(value, layout)
            return false
        }
        let bits = isNegative ? 0 &- magnitude : magnitude
        let isOctal = conversion | 0x20 == UInt8(ascii: "o")
        let digitBits = isOctal ? 3 : 4
        let start = output.count
        // As in C, zero has no digits if the precision is 0.
        let count = max(
            (64 - bits.leadingZeroBitCount + digitBits - 1) / digitBits,
            layout.precision == 0 ? 0 : 1
        )
        let zeros = max(0, (layout.precision ?? 1) - count)
        if layout.flags.isAlternate {
            if !isOctal, bits != 0 {
                output.append(UInt8(ascii: "0"))
                output.append(conversion)
            } else if isOctal, zeros == 0, bits != 0 || count == 0 {
                // The octal prefix is one leading zero, which padding may have added already.
                output.append(UInt8(ascii: "0"))
            }
        }
        let body = output.count
        output.insert(.zero, times: zeros, at: body)
        for position in (0..<count).reversed() {
            let digit = bits >> UInt64(position * digitBits) & (isOctal ? 7 : 15)
            appendDigit(digit, isUpper: conversion == UInt8(ascii: "X"))
        }
        pad(from: start, zerosAt: layout.precision == nil ? body : nil, layout.plain)
        if case .integer = value { return true }
        return false
    }

    /// Pads to the width with spaces, or with zeros at `body` if the flag is set.
    ///
    /// The width counts characters, without bidirectional controls: CLDR puts U+200E before the
    /// minus sign of Hebrew.
    @inline(__always)
    mutating func pad(from start: Int, zerosAt body: Int?, _ layout: Layout) {
        if layout.width > 0 { fill(from: start, zerosAt: body, layout) }
    }

    @inline(never)
    private mutating func fill(from start: Int, zerosAt body: Int?, _ layout: Layout) {
        var missing = layout.width
        for character in output.text(from: start) {
            for scalar in character.unicodeScalars where !scalar.properties.isBidiControl {
                missing -= 1
                break
            }
            if missing == 0 { return }
        }
        let isLeft = layout.flags.isLeft
        if let body, layout.flags.hasZeros, !isLeft {
            output.insert(layout.symbols.zero, times: missing, at: body)
        } else {
            output.insert(.blank, times: missing, at: isLeft ? output.count : start)
        }
    }
}

extension FormatRenderer {
    /// Returns the pieces of the form that a variable's argument selects; `nil` if there is nothing
    /// more to append.
    @inline(never)
    mutating func form(
        _ reference: FormatString.Piece,
        of bytes: Span<UInt8>,
        at argument: Int,
        _ variables: PluralVariables,
        _ language: LanguageContext,
        _ depth: Int
    ) -> Range<Int32>? {
        guard let value = value(at: argument)?.storage else {
            note(.missingArgument(specifier: text(of: reference.source, in: bytes)))
            append(bytes, reference.source)
            return nil
        }
        expansions += 1
        guard depth < Self.maximumDepth, expansions <= Self.maximumExpansions else {
            note(.limitExceeded)
            return nil
        }
        // Variables are accessed in place, which avoids reference counting.
        let index = Int(reference.variable)
        let display = variables.variables[index].display
        var (category, isZero) = (PluralCategory.other, false)
        if case .integer(_, let magnitude) = value, case .integer = display {
            category = language.pluralRules.category(ofMagnitude: magnitude)
            isZero = magnitude == 0
        } else if let operands = operands(of: value, displayedAs: display) {
            category = language.pluralRules.category(for: operands)
            isZero = operands.isZero
        } else {
            note(.mismatchedArgument(specifier: text(of: reference.source, in: bytes)))
        }
        if let form = variables.variables[index].pieces(for: category, isZero: isZero) {
            return form
        }
        renderSource(reference, of: bytes, at: argument, variables, depth)
        return nil
    }

    /// Appends the form of the source's variable, by the rules and with the symbols of its
    /// language.
    @inline(never)
    private mutating func renderSource(
        _ reference: FormatString.Piece,
        of bytes: Span<UInt8>,
        at argument: Int,
        _ variables: PluralVariables,
        _ depth: Int
    ) {
        guard let language = variables.source,
            let index = variables.variables[Int(reference.variable)].source
        else { return }
        var reference = reference
        reference.variable = index
        if let form = form(reference, of: bytes, at: argument, variables, language, depth) {
            let first = variables.variables[Int(index)].firstArgument ?? argument
            render(form, of: variables.text, variables, language, first: first, depth: depth + 1)
        }
    }

    private func operands(
        of value: FormatValue.Storage,
        displayedAs display: PluralVariables.Display
    ) -> PluralOperands? {
        var fractionDigits: Int?
        if case .floatingPoint(let digits) = display { fractionDigits = digits }
        switch value {
        case .integer(_, let magnitude):
            return PluralOperands(magnitude: magnitude, fractionDigits: fractionDigits ?? 0)
        case .floatingPoint(let number):
            guard let fractionDigits else { return PluralOperands(number) }
            return PluralOperands(number, fractionDigits: fractionDigits)
        case .decimal(let text):
            return DecimalDigits.withStorage { digits in
                guard digits.read(text) else { return nil }
                return PluralOperands(&digits, fractionDigits: fractionDigits)
            }
        case .text:
            return nil
        }
    }
}
