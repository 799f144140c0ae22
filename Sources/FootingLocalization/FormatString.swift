/// A format, read once: the literal text and the specifiers of it, in order.
///
/// The pieces name ranges of one array of bytes, so that going through them counts no references.
struct FormatString: Equatable, Sendable {
    enum Piece: Equatable, Sendable {
        case literal(Range<Int>)
        case value(Specifier)
        case variable(VariableReference)
    }

    /// The text as it was written.
    let bytes: [UInt8]
    private(set) var pieces: [Piece] = []
    /// Whether a percent sign stands in it that begins no specifier, and is shown as it is.
    private(set) var hasStrayPercent = false
    /// The names of variables that the table doesn't define, whose text is shown as it is.
    private(set) var undefinedVariables: [String] = []

    /// Which argument a specifier takes.
    enum Argument: Equatable, Sendable {
        /// The argument so many places after the first one of the format.
        case next(Int)
        /// The argument with this index, from 0, whatever stands before.
        case at(Int)
    }

    /// A width or a precision.
    enum Amount: Equatable, Sendable {
        case fixed(Int)
        case argument(Argument)
    }

    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8
        static let left = Flags(rawValue: 1)
        static let plus = Flags(rawValue: 2)
        static let space = Flags(rawValue: 4)
        static let zero = Flags(rawValue: 8)
        static let alternate = Flags(rawValue: 16)
    }

    /// `%[n$][flags][width][.precision][length]conversion`.
    struct Specifier: Equatable, Sendable {
        var argument: Argument
        var flags: Flags = []
        var width: Amount?
        var precision: Amount?
        var conversion: UInt8
        /// Where its own text is, which is shown when there is no argument.
        var source: Range<Int>
    }

    /// `%[n$]#@name@`.
    struct VariableReference: Equatable, Sendable {
        var argument: Argument
        /// The index of the variable in its entry.
        var variable: Int
        var source: Range<Int>
    }

    /// Reads a format whose variables have the given indices.
    ///
    /// Nothing is refused: what is no specifier is literal text.
    init(_ text: String, variables: [String: Int] = [:]) {
        bytes = Array(text.utf8)
        var parser = FormatParser(bytes: bytes, variables: variables)
        parser.parse()
        pieces = parser.pieces
        hasStrayPercent = parser.hasStrayPercent
        undefinedVariables = parser.undefinedVariables
    }
}
