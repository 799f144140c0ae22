extension FormatRenderer {
    /// Flags, width and precision of one specifier, within their limits.
    struct Layout {
        var flags: FormatString.Flags
        var width = 0
        var precision: Int?
        var symbols: NumberSymbols

        /// The same for what no language writes in its own way.
        var plain: Layout {
            var layout = self
            layout.symbols = .plain
            return layout
        }
    }

    /// Appends a value as a conversion asks for it, or, when that is not for values of its kind,
    /// naturally; the answer is whether it is.
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
            appendText(text.prefix(precision), layout)
            return true
        case UInt8(ascii: "c"), UInt8(ascii: "C"):
            return appendCharacter(value, layout)
        case UInt8(ascii: "x"): return appendBits(value, radix: 16, prefix: "0x", layout)
        case UInt8(ascii: "X"): return appendBits(value, radix: 16, prefix: "0X", layout)
        case UInt8(ascii: "o"), UInt8(ascii: "O"):
            return appendBits(value, radix: 8, prefix: "0", layout)
        case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "i"), UInt8(ascii: "u"),
            UInt8(ascii: "U"):
            return appendInteger(value, layout)
        default:
            return appendFloatingPoint(value, as: conversion, layout)
        }
    }

    /// Appends text as it is, an integer as by `%d`, another number with its shortest digits.
    private mutating func appendNaturally(_ value: FormatValue.Storage, _ layout: Layout) {
        switch value {
        case .text(let text):
            appendText(text[...], layout)
        case .integer(let isNegative, let magnitude):
            appendInteger(magnitude, isNegative: isNegative, layout)
        case .floatingPoint(let number):
            appendShortest(number, layout)
        }
    }

    private mutating func appendText(_ text: Substring, _ layout: Layout) {
        let start = output.count
        // What is beyond the limit would be cut off anyway.
        output.append(contentsOf: text.utf8.prefix(Self.maximumOutput + 1))
        guard layout.width > 0 else { return }
        pad(from: start, to: layout.width, length: text.prefix(layout.width).count, layout.flags)
    }

    private mutating func appendCharacter(_ value: FormatValue.Storage, _ layout: Layout) -> Bool {
        guard case .integer(let isNegative, let magnitude) = value else {
            appendNaturally(value, layout)
            return false
        }
        let code = isNegative ? nil : UInt32(exactly: magnitude)
        let scalar = code.flatMap { Unicode.Scalar($0) }
        appendText(String(Character(scalar ?? "\u{FFFD}"))[...], layout)
        return scalar != nil
    }

    private mutating func appendInteger(_ value: FormatValue.Storage, _ layout: Layout) -> Bool {
        switch value {
        case .integer(let isNegative, let magnitude):
            appendInteger(magnitude, isNegative: isNegative, layout)
            return true
        case .floatingPoint(let number):
            if let magnitude = UInt64(exactly: number.magnitude) {
                appendInteger(magnitude, isNegative: number < 0, layout)
            } else {
                appendShortest(number, layout)
            }
            return false
        case .text:
            appendNaturally(value, layout)
            return false
        }
    }

    /// Appends an integer's bits; a negative one stands in 64 bits of two's complement.
    private mutating func appendBits(
        _ value: FormatValue.Storage,
        radix: Int,
        prefix: StaticString,
        _ layout: Layout
    ) -> Bool {
        let bits: UInt64
        switch value {
        case .integer(let isNegative, let magnitude):
            bits = isNegative ? 0 &- magnitude : magnitude
        case .floatingPoint(let number) where Int64(exactly: number) != nil:
            bits = UInt64(bitPattern: Int64(number))
        case .floatingPoint, .text:
            appendNaturally(value, layout)
            return false
        }
        let start = output.count
        if layout.flags.contains(.alternate), bits != 0 {
            output.append(contentsOf: prefix.description.utf8)
        }
        let body = output.count
        let digits = String(bits, radix: radix, uppercase: prefix.description == "0X")
        let missing = max(0, (layout.precision ?? 1) - digits.utf8.count)
        output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: missing))
        if !(layout.precision == 0 && bits == 0) { output.append(contentsOf: digits.utf8) }
        padNumber(from: start, zerosAt: layout.precision == nil ? body : nil, layout.plain)
        if case .floatingPoint = value { return false }
        return true
    }

    /// Fills up to the width with blanks, or with zeros at `zerosAt` if the flag asks for them.
    mutating func padNumber(from start: Int, zerosAt body: Int?, _ layout: Layout) {
        guard layout.width > 0 else { return }
        let length = output[start...].lazy.filter { $0 & 0xC0 != 0x80 }.count
        if let body, layout.flags.contains(.zero), !layout.flags.contains(.left) {
            let missing = max(0, layout.width - length)
            output.insert(contentsOf: layout.symbols.zeros(missing), at: body)
        } else {
            pad(from: start, to: layout.width, length: length, layout.flags)
        }
    }

    private mutating func pad(
        from start: Int,
        to width: Int,
        length: Int,
        _ flags: FormatString.Flags
    ) {
        let blanks = repeatElement(UInt8(ascii: " "), count: max(0, width - length))
        output.insert(contentsOf: blanks, at: flags.contains(.left) ? output.count : start)
    }
}
