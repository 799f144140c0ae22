extension String {
    /// A full-width or Arabic percent sign in place of the percent sign of a specifier.
    var widePercentSign: Character? {
        zip(self, dropFirst()).first { sign, next in
            "％﹪٪".contains(sign)
                && (next == "@" || next.isASCII && (next.isLetter || next.isNumber))
        }?.0
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
