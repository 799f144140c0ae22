extension String {
    /// Whether the string has only white space.
    package var isBlank: Bool { allSatisfy(\.isWhitespace) }

    /// The string with `%@` in place of formats of the predicate editor, `%[is,is not]@` and
    /// `%1$[is,is not]@`; `nil` without any.
    package var withoutChoices: String? {
        guard utf8.contains(UInt8(ascii: "[")), contains("]@") else { return nil }
        let plain = replacing(/%([0-9]+\$)?\[[^\]%]*\]@/) { "%\($0.output.1 ?? "")@" }
        return plain == self ? nil : plain
    }
}
