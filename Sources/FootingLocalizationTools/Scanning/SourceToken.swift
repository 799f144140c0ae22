import FootingLocalizationMembers

/// A token of a Swift file.
struct SourceToken {
    enum Kind: UInt8 {
        /// A name or keyword; the value is its hash.
        case name
        /// A string; the value is its index among the literals of the file.
        case literal
        /// A number, a regular expression, or a closing token without a counterpart.
        case operand
        /// An operator or another sign; the value is its bytes.
        case symbol
        /// `!` or `?` directly after an operand.
        case postfix
        /// The value is the index of the closing token, or 0 without one.
        case open
        /// The value is the index of the opening token.
        case close
    }

    var kind = Kind.symbol
    /// The opening byte of an opening or closing token; a backslash for an interpolation.
    var byte: UInt8 = 0
    /// Whether the token is the first of its line.
    var isFirst = false
    var line: UInt32 = 0
    var value: UInt64 = 0

    /// The names after which an expression begins.
    private static let keywords: Set<UInt64> = Set(
        """
        await case catch consume copy do else for guard if in is as return repeat switch throw \
        throws try where while yield each any some let var inout
        """.split(separator: " ").map { String($0).keyHash }
    )

    /// Whether an operand ends with the token.
    var endsOperand: Bool {
        switch kind {
        case .name: !Self.keywords.contains(value)
        case .literal, .operand, .postfix, .close: true
        case .symbol, .open: false
        }
    }

    func isName(_ name: UInt64) -> Bool { kind == .name && value == name }

    func isSymbol(_ sign: Unicode.Scalar) -> Bool { kind == .symbol && value == sign.value }

    /// Whether this is `??`.
    var isCoalescing: Bool { kind == .symbol && value == 0x3F3F }

    func isOpen(_ sign: Unicode.Scalar) -> Bool { kind == .open && byte == UInt8(ascii: sign) }

    func isClose(_ sign: Unicode.Scalar) -> Bool { kind == .close && byte == UInt8(ascii: sign) }
}
