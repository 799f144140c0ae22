extension String {
    /// Whether there is nothing to be seen in it.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }

    /// A percent sign of full width, or of Arabic, that stands where one of a specifier should.
    var widePercentSign: Character? {
        zip(self, dropFirst()).first { sign, next in
            "％﹪٪".contains(sign)
                && (next == "@" || next.isASCII && (next.isLetter || next.isNumber))
        }?.0
    }

    /// Whether there is something to translate: a letter outside of specifiers.
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
