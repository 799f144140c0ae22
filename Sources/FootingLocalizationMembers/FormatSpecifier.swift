/// A specifier for a value, or for a variable of the entry, by the variable's index.
package struct FormatSpecifier {
    package let source: String
    package let conversion: UInt8
    package var variable: Int?
    /// The index of the argument; unnumbered specifiers count from the first argument.
    package var argument: Int
    package let isNumbered: Bool
    /// The kinds of values that the specifier accepts; for a variable, those of its numbers.
    package var kinds: FormatShape.Kinds

    /// Whether this is a variable or `%arg`, which is valid only in the forms of its variable.
    package var isVariable: Bool { variable != nil || source == "%arg" }

    /// The name of the argument, which only catalogs know.
    package var name: String? {
        guard let start = source.utf8.firstIndex(of: UInt8(ascii: "(")) else { return nil }
        return String(source[start...].dropFirst().prefix { $0 != ")" })
    }

    /// Whether the specifier has a name.
    package var isNamed: Bool { name != nil }

    /// The specifier with a position and without a name; `nil` if its width or precision is an
    /// argument.
    package var numberedSource: String? {
        guard !source.utf8.contains(UInt8(ascii: "*")) else { return nil }
        let end = isNamed ? source.firstIndex(of: ")") : source.firstIndex(of: "$")
        let rest = end.map { source[source.index(after: $0)...] } ?? source.dropFirst()
        return "%\(argument + 1)$\(rest)"
    }

    /// The width, if the specifier consists only of a width and a conversion, as in `%2@`.
    package var plainWidth: Int? {
        let digits = source.utf8.dropFirst().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard let first = digits.first, first != UInt8(ascii: "0"),
            source.utf8.count - digits.count - lengthModifier.utf8.count == 2
        else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// A specifier with the same meaning that Foundation on Linux supports, or `nil` if it supports
    /// this one.
    ///
    /// A `Double` is passed for `f`, which `L`, `ll` and `q` make a `long double`.
    package var supportedSource: String? {
        let (length, letter) = (lengthModifier, Unicode.Scalar(conversion))
        let end: String
        switch letter {
        case "D", "O", "U": end = "l" + String(letter).lowercased()
        case "@", "C", "s", "S": return nil
        case _ where Self.shortLengths.contains(length): return nil
        case "d", "i", "o", "u", "x", "X", "c":
            if ["L", "ll", "q"].contains(length) { return nil }
            end = "ll" + String(letter)
        default: end = String(letter)
        }
        return source.dropLast(length.utf8.count + 1) + end
    }

    // Each specifier of a table is asked for it, so it is found by bytes.
    private var lengthModifier: String {
        let end = source.utf8.indices.last ?? source.startIndex
        var start = end
        while start > source.startIndex {
            let previous = source.utf8.index(before: start)
            guard "hlLqjzt".utf8.contains(source.utf8[previous]) else { break }
            start = previous
        }
        return String(source[start..<end])
    }

    private static let shortLengths = ["", "h", "hh", "l", "j", "z", "t"]

    /// Whether this is probably a percent sign in a sentence, with the characters that follow.
    ///
    /// The flags of `% o` and `%-a` have no effect. `100%ig` follows a number and continues as a
    /// word; if the string takes no arguments, one of these two conditions suffices, and so does
    /// `%50`.
    package func isProse(after literal: String, before next: String, takesNothing: Bool) -> Bool {
        guard !isNumbered, conversion != UInt8(ascii: "@") else { return false }
        let flags = source.utf8.dropFirst().prefix { "-+ 0#'".utf8.contains($0) }
        let end = source.utf8.dropFirst(1 + flags.count).first ?? conversion
        if flags.contains(UInt8(ascii: " ")) { return true }
        if flags.contains(UInt8(ascii: "-")), end == conversion { return true }
        if flags.contains(UInt8(ascii: "'")), !"dDiuUfFgG".utf8.contains(conversion) { return true }
        let isAfterNumber = literal.last { !$0.isWhitespace }?.isNumber == true
        if takesNothing, UInt8(ascii: "1")...UInt8(ascii: "9") ~= end,
            !flags.contains(UInt8(ascii: "0"))
        {
            return true
        }
        // Chinese and similar characters can directly follow a specifier.
        let isInWord = next.unicodeScalars.first.map {
            $0.value < 0x250 && $0.properties.isAlphabetic
        }
        return takesNothing ? isAfterNumber || isInWord == true : isAfterNumber && isInWord == true
    }
}
