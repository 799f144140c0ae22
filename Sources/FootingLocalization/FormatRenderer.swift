/// Fills a format with arguments, and has an answer for every format and every list of them.
struct FormatRenderer {
    /// Something in a format that didn't go as its author meant it.
    enum Deviation: Hashable, Sendable {
        case missingArgument(specifier: String)
        case mismatchedArgument(specifier: String)
        case strayPercent
        case limitExceeded
    }

    private let arguments: [any FormatArgument]
    private let language: LanguageContext
    private let variables: [PluralVariable]
    private var expansions = 0
    private var work = 0

    var output: [UInt8] = []
    private(set) var deviations: [Deviation] = []

    static let maximumDepth = 8
    static let maximumExpansions = 1000
    /// In bytes; as many pieces are the most that one call looks at.
    static let maximumOutput = 1 << 20
    static let maximumWidth: UInt = 1000
    static let maximumPrecision = 100

    /// Counts what takes more time than its piece and its text show.
    mutating func charge(_ amount: Int) { work += amount }

    init(arguments: [any FormatArgument], language: LanguageContext, variables: [PluralVariable]) {
        self.arguments = arguments
        self.language = language
        self.variables = variables
        output.reserveCapacity(128)
    }

    /// Appends a format.
    ///
    /// - Parameters:
    ///   - format: The format; in a form of a plural variable it can name other variables.
    ///   - first: The index of the argument that the first unnumbered specifier takes.
    ///   - depth: How many variables this is inside of.
    mutating func render(_ format: FormatString, first: Int = 0, depth: Int = 0) {
        if format.hasStrayPercent { note(.strayPercent) }
        for piece in format.pieces {
            work += 1
            guard work <= Self.maximumOutput, output.count < Self.maximumOutput else {
                note(.limitExceeded)
                return
            }
            switch piece {
            case .literal(let range):
                append(format.bytes[range])
            case .value(let specifier):
                render(specifier, of: format, first: first)
            case .variable(let reference):
                render(reference, of: format, first: first, depth: depth)
            }
        }
    }

    private mutating func render(
        _ specifier: FormatString.Specifier,
        of format: FormatString,
        first: Int
    ) {
        let index = index(of: specifier.argument, first: first)
        let source = format.bytes[specifier.source]
        guard arguments.indices.contains(index) else {
            note(.missingArgument(specifier: text(of: source)))
            append(source)
            return
        }
        let value = arguments[index].formatValue
        let symbols = value.isVerbatim ? .plain : language.symbols
        var layout = Layout(flags: specifier.flags, symbols: symbols)
        if let width = amount(specifier.width, source, first: first) {
            if width < 0 { layout.flags.insert(.left) }
            layout.width = Int(clamping: min(width.magnitude, Self.maximumWidth))
            if width.magnitude > Self.maximumWidth { note(.limitExceeded) }
        }
        if let precision = amount(specifier.precision, source, first: first), precision >= 0 {
            layout.precision = min(precision, Self.maximumPrecision)
            if precision > Self.maximumPrecision { note(.limitExceeded) }
        }
        if !append(value.storage, as: specifier.conversion, layout) {
            note(.mismatchedArgument(specifier: text(of: source)))
        }
        truncateToLimit()
    }

    private mutating func render(
        _ reference: FormatString.VariableReference,
        of format: FormatString,
        first: Int,
        depth: Int
    ) {
        let index = index(of: reference.argument, first: first)
        let source = format.bytes[reference.source]
        guard arguments.indices.contains(index) else {
            note(.missingArgument(specifier: text(of: source)))
            append(source)
            return
        }
        expansions += 1
        guard depth < Self.maximumDepth, expansions <= Self.maximumExpansions else {
            note(.limitExceeded)
            return
        }
        let variable = variables[reference.variable]
        let operands = operands(
            of: arguments[index].formatValue.storage,
            displayedAs: variable.display
        )
        if operands == nil {
            note(.mismatchedArgument(specifier: text(of: source)))
        }
        if let form = variable.form(for: operands, in: language.pluralRules) {
            render(form, first: variable.firstArgument ?? index, depth: depth + 1)
        }
    }

    /// The operands of an argument, or `nil` if it is no finite number.
    private func operands(
        of value: FormatValue.Storage,
        displayedAs display: PluralVariable.Display
    ) -> PluralOperands? {
        switch (value, display) {
        case (.integer(_, let magnitude), .integer),
            (.integer(_, let magnitude), .floatingPoint(fractionDigits: nil)):
            return PluralOperands(magnitude)
        case (.integer(_, let magnitude), .floatingPoint(let digits?)):
            return PluralOperands(DecimalDigits(magnitude), fractionDigits: digits)
        case (.floatingPoint(let number), .floatingPoint(let digits?)) where number.isFinite:
            return PluralOperands(DecimalDigits(exactly: number), fractionDigits: digits)
        case (.floatingPoint(let number), _) where number.isFinite:
            return PluralOperands(DecimalDigits(shortest: number))
        case (.floatingPoint, _), (.text, _):
            return nil
        }
    }

    private func index(of argument: FormatString.Argument, first: Int) -> Int {
        switch argument {
        case .next(let offset): first + offset
        case .at(let index): index
        }
    }

    /// The width or precision that a specifier gives, or that an argument gives for it.
    private mutating func amount(
        _ amount: FormatString.Amount?,
        _ source: ArraySlice<UInt8>,
        first: Int
    ) -> Int? {
        switch amount {
        case nil:
            return nil
        case .fixed(let value):
            return value
        case .argument(let argument):
            let index = index(of: argument, first: first)
            guard arguments.indices.contains(index) else {
                note(.missingArgument(specifier: text(of: source)))
                return nil
            }
            let storage = arguments[index].formatValue.storage
            guard case .integer(let isNegative, let magnitude) = storage else {
                note(.mismatchedArgument(specifier: text(of: source)))
                return nil
            }
            let value = Int(clamping: magnitude)
            return isNegative ? -value : value
        }
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        output.append(contentsOf: bytes.prefix(Self.maximumOutput + 1 - output.count))
        truncateToLimit()
    }

    /// Cuts the output at its limit, and not inside of a scalar.
    @inline(__always)
    private mutating func truncateToLimit() {
        if output.count > Self.maximumOutput { truncate() }
    }

    private mutating func truncate() {
        var end = Self.maximumOutput
        while end > 0, output[end] & 0xC0 == 0x80 { end -= 1 }
        output.removeSubrange(end...)
        note(.limitExceeded)
    }

    /// The text of a specifier for a deviation, at most 256 bytes of it.
    private func text(of source: ArraySlice<UInt8>) -> String {
        String(decoding: source.prefix(256), as: UTF8.self)
    }

    private mutating func note(_ deviation: Deviation) {
        if !deviations.contains(deviation), deviations.count < 100 { deviations.append(deviation) }
    }
}
