/// A token of a Swift file.
struct SourceToken {
    enum Kind: UInt8 {
        case name, literal
        /// A number, a regular expression or a character without a meaning here.
        case other
        /// An operator, whose bytes are the value.
        case symbol
        case open, close
        case comma, colon
        /// An enclosed list of tokens that the parser has read.
        case group
        /// A call that returns a localizer.
        case localizer
    }

    let kind: Kind
    /// The byte of an opening or closing token.
    var byte: UInt8 = 0
    /// Whether white space or the beginning of a line precedes the token.
    var followsSpace = false
    /// Whether the token is the first of its line.
    var isFirst = false
    var line: UInt32 = 0
    /// The hash of a name, the index of a literal, or the bytes of a symbol.
    var value: UInt64 = 0

    func isSymbol(_ text: StaticString) -> Bool { kind == .symbol && value == Self.symbol(text) }

    func isName(_ name: UInt64) -> Bool { kind == .name && value == name }

    @inline(__always)
    private static func symbol(_ text: StaticString) -> UInt64 {
        text.withUTF8Buffer { bytes in
            unsafe bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}

/// The hash of a name or key (FNV-1a), by which names are compared.
///
/// Two names with one hash can only be made on purpose, and cause a wrong finding at most.
struct NameHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    @inline(__always)
    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    static func of(_ text: String) -> UInt64 {
        var hash = NameHash()
        for byte in text.utf8 { hash.add(byte) }
        return hash.value
    }
}
