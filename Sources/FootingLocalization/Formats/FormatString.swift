/// A parsed format, whose pieces contain only ranges of one array of bytes, so that iterating over
/// them costs no reference counting.
struct FormatString: Sendable {
    /// `%[n$][(name)][flags][width][.precision][length]conversion`, `%[n$]#@name@`, or a literal.
    struct Piece: Sendable {
        enum Kind: Sendable {
            case literal, value, variable
            /// Marks a format with a percent sign that begins no specifier, and is shown as it is.
            case strayPercent
        }

        var kind = Kind.value
        /// The source, which is shown for a literal and for a missing argument.
        var source: Range<Int32>
        var argument = Argument.at(0)
        var flags = Flags()
        var conversion: UInt8 = 0
        var width: Amount?
        var precision: Amount?
        /// The index of the variable in its entry.
        var variable: Int32 = 0

        @inline(__always)
        var isPlain: Bool { !flags.isAny && width == nil && precision == nil }
    }

    var bytes: [UInt8] = []
    var pieces: [Piece] = []

    enum Argument: Sendable {
        /// Unnumbered: an offset from the first argument of the format or form.
        case next(Int32)
        /// Numbered: an index, from 0.
        case at(Int32)
    }

    /// A width or a precision.
    enum Amount: Sendable {
        case fixed(Int32)
        case argument(Argument)
    }

    struct Flags: Sendable {
        var isLeft = false
        var hasPlus = false
        /// Whether a space replaces the plus sign.
        var hasBlank = false
        var hasZeros = false
        /// Whether to use C's alternate format: `0x`, a leading zero, a decimal separator.
        var isAlternate = false

        @inline(__always)
        var isAny: Bool { isLeft || hasPlus || hasBlank || hasZeros || isAlternate }
    }
}

extension FormatString {
    /// Creates a format that consists of one variable; `text` is shown if the argument that selects
    /// the form is missing.
    init(choosing variable: Int, by argument: Int32, text: String) {
        bytes = Array(text.utf8)
        let source = 0..<Int32(clamping: bytes.count)
        let index = Int32(clamping: variable)
        pieces = [
            Piece(kind: .variable, source: source, argument: .at(argument), variable: index)
        ]
    }

    init(
        _ text: String,
        compiler: FormatCompiler? = nil,
        own: Piece? = nil,
        names: ArgumentNames? = nil
    ) {
        _ = append(text, compiler: compiler, own: own, names: names)
    }

    /// Appends the pieces of `text`, in which `%arg` denotes `own`, and returns their range.
    mutating func append(
        _ text: String,
        compiler: FormatCompiler? = nil,
        own: Piece? = nil,
        names: ArgumentNames? = nil
    ) -> Range<Int32> {
        let start = Int32(clamping: pieces.count)
        var parser = FormatParser(self, compiler: compiler, own: own, names: names)
        // The parser now holds the only references to the arrays, so appending doesn't copy them.
        self = FormatString()
        parser.parse(text)
        self = parser.format
        return start..<Int32(clamping: pieces.count)
    }

    /// Makes room for forms, assuming one specifier between two literals in each.
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

    var firstNumber: Piece? { firstNumber(in: 0..<Int32(clamping: pieces.count)) }

    @inline(never)
    func firstNumber(in form: Range<Int32>) -> Piece? {
        pieces[Int(form.lowerBound)..<Int(form.upperBound)].first { $0.display != nil }
    }
}

extension FormatString.Piece {
    /// How the specifier displays a number, as far as plural rules depend on it, or `nil`.
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

extension FormatString.Piece {
    /// Parses a value type such as `d`, `lu`, `%ld` or `0.2f` (empty means `d`), or returns `nil`
    /// if it is not one of a number.
    init?(valueType type: String) {
        let text = type.isEmpty ? "%d" : type.hasPrefix("%") ? type : "%" + type
        let format = FormatString(text)
        guard format.pieces.count == 1, let specifier = format.firstNumber else { return nil }
        self = specifier
    }
}
