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

    /// A variable that a format can name.
    struct Variable: Equatable, Sendable {
        /// Its place among the variables of the entry.
        var index: Int
        /// The index of the argument that it takes, wherever it is named; `nil` for the next one.
        var argument: Int?
    }

    /// Creates a format that is one variable and nothing else.
    ///
    /// The text is what is shown when the argument that chooses the form isn't there.
    init(choosing variable: Int, by argument: Int, text: String) {
        bytes = Array(text.utf8)
        let reference = VariableReference(
            argument: .at(argument),
            variable: variable,
            source: 0..<bytes.count
        )
        pieces = [.variable(reference)]
    }

    /// The first specifier of a number.
    var firstNumber: Specifier? {
        for case .value(let specifier) in pieces where specifier.display != nil {
            return specifier
        }
        return nil
    }

    /// Reads a format that can name the given variables.
    ///
    /// Nothing is refused: what is no specifier is literal text.
    ///
    /// `own` is what `%arg` means, in a form of a variable of a catalog.
    init(_ text: String, variables: [String: Variable] = [:], own: Specifier? = nil) {
        bytes = Array(text.utf8)
        var parser = FormatParser(bytes: bytes, variables: variables, own: own)
        parser.parse()
        pieces = parser.pieces
        hasStrayPercent = parser.hasStrayPercent
        undefinedVariables = parser.undefinedVariables
    }
}

extension FormatString.Specifier {
    /// How it displays a number, as far as that decides about plural forms; `nil` if it doesn't.
    var display: PluralVariable.Display? {
        if "dDiuUxXoO".utf8.contains(conversion) { return .integer }
        guard "fFeEgGaA".utf8.contains(conversion) else { return nil }
        guard case .fixed(let digits) = precision else {
            return .floatingPoint(fractionDigits: nil)
        }
        return .floatingPoint(fractionDigits: min(digits, FormatRenderer.maximumPrecision))
    }
}
