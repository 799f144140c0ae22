extension String {
    /// Whether the string has only white space.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }

    /// A full-width or Arabic percent sign in place of the percent sign of a specifier.
    var widePercentSign: Character? {
        zip(self, dropFirst()).first { sign, next in
            "％﹪٪".contains(sign)
                && (next == "@" || next.isASCII && (next.isLetter || next.isNumber))
        }?.0
    }

    /// The string with `%@` in place of formats of the predicate editor, `%[is,is not]@` and
    /// `%1$[is,is not]@`; `nil` without any.
    var withoutChoices: String? {
        guard utf8.contains(UInt8(ascii: "[")), contains("]@") else { return nil }
        let plain = replacing(/%([0-9]+\$)?\[[^\]%]*\]@/) { "%\($0.output.1 ?? "")@" }
        return plain == self ? nil : plain
    }

    /// Whether the string has anything to translate: a letter outside specifiers.
    var hasWords: Bool {
        var isInSpecifier = false
        for character in self {
            if isInSpecifier {
                isInSpecifier = !character.isLetter && character != "@" && character != "%"
            } else if character == "%" {
                isInSpecifier = true
            } else if character.isLetter {
                return true
            }
        }
        return false
    }
}
