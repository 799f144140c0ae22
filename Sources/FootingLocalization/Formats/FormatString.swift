/// A format, read once: the literal text and the specifiers of it, in order.
///
/// The pieces are small, hold no references and name ranges of one array of bytes, so that going
/// through them counts no references.
struct FormatString: Sendable {
    /// `%[n$][flags][width][.precision][length]conversion`, `%[n$]#@name@`, or the text between.
    struct Piece: Sendable {
        enum Kind: Sendable {
            case literal, value, variable
            /// A percent sign that begins no specifier stands somewhere, and is shown as it is.
            case strayPercent
        }

        var kind = Kind.value
        /// Where it is written, which is what is shown of literal text, and when there is no
        /// argument.
        var source: Range<Int32>
        var argument = Argument.at(0)
        var flags = Flags()
        var conversion: UInt8 = 0
        var width: Amount?
        var precision: Amount?
        /// The index of the variable in its entry.
        var variable: Int32 = 0

        /// Whether it says nothing about how the value is laid out.
        @inline(__always)
        var isPlain: Bool { !flags.isAny && width == nil && precision == nil }
    }

    /// The text as it was written.
    var bytes: [UInt8] = []
    var pieces: [Piece] = []

    /// Which argument a specifier takes.
    enum Argument: Sendable {
        /// The argument so many places after the first one of the format.
        case next(Int32)
        /// The argument with this index, from 0, whatever stands before.
        case at(Int32)
    }

    /// A width or a precision.
    enum Amount: Sendable {
        case fixed(Int32)
        case argument(Argument)
    }

    struct Flags: Sendable {
        /// Whether blanks follow the value instead of preceding it.
        var isLeft = false
        var hasPlus = false
        /// Whether a blank stands for the plus sign.
        var hasBlank = false
        /// Whether zeros fill up to the width.
        var hasZeros = false
        /// Whether the form is the one that C calls alternate: `0x`, a leading zero, a decimal sign.
        var isAlternate = false

        @inline(__always)
        var isAny: Bool { isLeft || hasPlus || hasBlank || hasZeros || isAlternate }
    }

    /// Creates a format without text.
    init() {}

    /// Creates a format of pieces that name ranges of its bytes.
    init(bytes: [UInt8], pieces: [Piece]) {
        self.bytes = bytes
        self.pieces = pieces
    }

    /// Creates a format that is one variable and nothing else.
    ///
    /// The text is what is shown when the argument that chooses the form isn't there.
    init(choosing variable: Int, by argument: Int32, text: String) {
        bytes = Array(text.utf8)
        let source = 0..<Int32(clamping: bytes.count)
        let index = Int32(clamping: variable)
        pieces = [
            Piece(kind: .variable, source: source, argument: .at(argument), variable: index)
        ]
    }

    /// Reads a format that can name the variables of a compiler.
    init(_ text: String, compiler: FormatCompiler? = nil, own: Piece? = nil) {
        _ = append(text, compiler: compiler, own: own)
    }

    /// Reads a format that can name the variables of a compiler, puts it behind what is there, and
    /// answers which pieces are its own.
    ///
    /// Nothing is refused: what is no specifier is literal text.
    ///
    /// `own` is what `%arg` means, in a form of a variable of a catalog.
    mutating func append(
        _ text: String,
        compiler: FormatCompiler? = nil,
        own: Piece? = nil
    ) -> Range<Int32> {
        let start = Int32(clamping: pieces.count)
        var parser = FormatParser(self, compiler: compiler, own: own)
        // Now the parser alone has the arrays, and can add to them.
        self = FormatString()
        parser.parse(text)
        self = parser.format
        return start..<Int32(clamping: pieces.count)
    }

    /// Makes room for forms, most of which are one specifier between literals.
    mutating func reserve(for forms: PluralForms<String>) {
        var (byteCount, pieceCount) = (bytes.count, pieces.count)
        for category in PluralCategory.allCases {
            guard let form = forms[category] else { continue }
            byteCount += form.utf8.count
            pieceCount += 3
        }
        bytes.reserveCapacity(byteCount)
        pieces.reserveCapacity(pieceCount)
    }

    /// The first specifier of a number.
    var firstNumber: Piece? { pieces.first { $0.display != nil } }
}

extension FormatString.Piece {
    /// How it displays a number, as far as that decides about plural forms; `nil` if it doesn't.
    var display: PluralVariables.Display? {
        guard kind == .value else { return nil }
        if "dDiuUxXoO".utf8.contains(conversion) { return .integer }
        guard "fFeEgGaA".utf8.contains(conversion) else { return nil }
        guard case .fixed(let digits) = precision else {
            return .floatingPoint(fractionDigits: nil)
        }
        return .floatingPoint(fractionDigits: min(Int(digits), FormatRenderer.maximumPrecision))
    }
}
