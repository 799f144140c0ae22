/// A renderer of formats, which yields a string for any format and any arguments.
// Safe because `init` requires that the arguments and the memory of the output outlive the
// renderer, and each index is checked against the number of arguments.
@safe
struct FormatRenderer: ~Copyable {
    enum Deviation: Hashable {
        case missingArgument(specifier: String)
        case mismatchedArgument(specifier: String)
        case strayPercent
        case limitExceeded
    }

    private let arguments: UnsafePointer<any FormatArgument>?
    private let argumentCount: Int
    private let isolatesTexts: Bool
    var expansions = 0
    private var work = 0

    var output: FormatOutput
    private(set) var deviations: [Deviation] = []

    static let maximumDepth = 8
    static let maximumExpansions = 1000
    /// In bytes; also the limit for the number of pieces that one call renders.
    static let maximumOutput = 1 << 20
    static let maximumWidth: UInt = 1000
    static let maximumPrecision = 100

    /// Adds to the work, for steps that cost more than their piece and output suggest.
    mutating func charge(_ amount: Int) { work &+= amount }

    /// Creates a renderer, which `arguments` and `memory` must outlive; `isolatesTexts` puts string
    /// arguments in bidirectional isolates.
    init(
        arguments: UnsafeBufferPointer<any FormatArgument>,
        isolatesTexts: Bool,
        memory: UnsafeMutableBufferPointer<UInt8>
    ) {
        unsafe self.arguments = arguments.baseAddress
        argumentCount = arguments.count
        self.isolatesTexts = isolatesTexts
        output = unsafe FormatOutput(in: memory)
    }

    /// Appends a format; variables and language are passed on rather than stored, which avoids
    /// reference counting.
    mutating func render(_ format: LocalizedFormat, in language: LanguageContext) {
        let pieces = 0..<Int32(clamping: format.format.pieces.count)
        render(pieces, of: format.format, format.variables, language, first: 0, depth: 0)
    }

    /// Appends pieces of a format or of its plural forms; `first` is the argument of the first
    /// unnumbered specifier, and `depth` the number of variables around the pieces.
    mutating func render(
        _ pieces: Range<Int32>,
        of text: borrowing FormatString,
        _ variables: PluralVariables,
        _ language: LanguageContext,
        first: Int,
        depth: Int
    ) {
        let (all, bytes) = (text.pieces.span, text.bytes.span)
        for index in Int(pieces.lowerBound)..<Int(pieces.upperBound) {
            work &+= 1
            guard work <= Self.maximumOutput else {
                note(.limitExceeded)
                return
            }
            switch all[index].kind {
            case .literal:
                append(bytes, all[index].source)
            case .value:
                render(all[index], of: bytes, language, first: first)
            case .variable:
                let piece = all[index]
                guard Int(piece.variable) < variables.variables.count else { continue }
                let argument = self.index(of: piece.argument, first: first)
                guard let form = form(piece, of: bytes, at: argument, variables, language, depth)
                else { continue }
                render(
                    form,
                    of: variables.text,
                    variables,
                    language,
                    first: variables.variables[Int(piece.variable)].firstArgument ?? argument,
                    depth: depth + 1
                )
            case .strayPercent:
                note(.strayPercent)
            }
        }
    }

    private mutating func render(
        _ specifier: FormatString.Piece,
        of bytes: Span<UInt8>,
        _ language: LanguageContext,
        first: Int
    ) {
        let source = specifier.source
        let index = index(of: specifier.argument, first: first)
        guard let value = value(at: index) else {
            note(.missingArgument(specifier: text(of: source, in: bytes)))
            append(bytes, source)
            return
        }
        if specifier.isPlain, !value.isVerbatim,
            appendPlainly(value.storage, specifier.conversion, language)
        {
            return truncateToLimit()
        }
        var layout = Layout(
            flags: specifier.flags,
            symbols: value.isVerbatim ? .plain : language.symbols
        )
        if let amount = specifier.width,
            let width = self.amount(amount, source, of: bytes, first: first)
        {
            if width < 0 { layout.flags.isLeft = true }
            layout.width = Int(clamping: min(width.magnitude, Self.maximumWidth))
            if width.magnitude > Self.maximumWidth { note(.limitExceeded) }
        }
        // A left-aligned value is padded with spaces, and so keeps its groups.
        if layout.flags.isLeft { layout.flags.hasZeros = false }
        if let amount = specifier.precision,
            let precision = self.amount(amount, source, of: bytes, first: first), precision >= 0
        {
            layout.precision = min(precision, Self.maximumPrecision)
            if precision > Self.maximumPrecision { note(.limitExceeded) }
        }
        if !append(value.storage, as: specifier.conversion, layout) {
            note(.mismatchedArgument(specifier: text(of: source, in: bytes)))
        }
        truncateToLimit()
    }

    /// A fast path for the most frequent values and specifiers, with the same result as
    /// ``append(_:as:_:)`` in half the time.
    @inline(__always)
    private mutating func appendPlainly(
        _ value: FormatValue.Storage,
        _ conversion: UInt8,
        _ language: LanguageContext
    ) -> Bool {
        switch value {
        case .text(let text) where conversion == UInt8(ascii: "@"):
            append(text)
        case .integer(let isNegative, let magnitude)
        where conversion == UInt8(ascii: "d") || conversion == UInt8(ascii: "@"):
            if isNegative { output.append(language.symbols.minus) }
            appendDigits(of: magnitude, isGrouped: true, language.symbols)
        default:
            return false
        }
        return true
    }

    /// Appends a string argument, up to the byte beyond the limit that causes truncation.
    @inline(__always)
    mutating func append(_ text: String) {
        if isolatesTexts { return appendIsolated(text) }
        unsafe text.withUTF8Bytes { unsafe output.append($0, limit: Self.maximumOutput + 1) }
    }

    private mutating func appendIsolated(_ text: String) {
        unsafe text.withUTF8Bytes {
            // Omitted marks cost time but add no output.
            charge(unsafe output.appendIsolated($0, limit: Self.maximumOutput + 1))
        }
    }

    @inline(__always)
    private func index(of argument: FormatString.Argument, first: Int) -> Int {
        switch argument {
        case .next(let offset): first &+ Int(offset)
        case .at(let index): Int(index)
        }
    }

    @inline(__always)
    func value(at index: Int) -> FormatValue? {
        guard index < argumentCount, let first = unsafe arguments else { return nil }
        return unsafe first[index].formatValue
    }

    private mutating func amount(
        _ amount: FormatString.Amount,
        _ source: Range<Int32>,
        of bytes: Span<UInt8>,
        first: Int
    ) -> Int? {
        switch amount {
        case .fixed(let value):
            return Int(value)
        case .argument(let argument):
            guard let storage = value(at: index(of: argument, first: first))?.storage else {
                note(.missingArgument(specifier: text(of: source, in: bytes)))
                return nil
            }
            guard case .integer(let isNegative, let magnitude) = storage else {
                note(.mismatchedArgument(specifier: text(of: source, in: bytes)))
                return nil
            }
            let value = Int(clamping: magnitude)
            return isNegative ? -value : value
        }
    }

    @inline(__always)
    mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int32>) {
        let limit = Self.maximumOutput &+ 1 &- output.count
        let piece = bytes.extracting(Int(range.lowerBound)..<Int(range.upperBound))
        unsafe piece.withUnsafeBufferPointer {
            unsafe output.append($0, limit: limit)
        }
        truncateToLimit()
    }

    @inline(__always)
    private mutating func truncateToLimit() {
        if output.count > Self.maximumOutput { truncate() }
    }

    @inline(never)
    private mutating func truncate() {
        if isolatesTexts {
            output.truncateClosingIsolates(to: Self.maximumOutput)
        } else {
            output.truncate(to: Self.maximumOutput)
        }
        // Ends rendering, so that nothing is appended after the cut.
        work = Self.maximumOutput
        note(.limitExceeded)
    }

    func text(of range: Range<Int32>, in bytes: Span<UInt8>) -> String {
        let source = bytes.extracting(Int(range.lowerBound)..<Int(range.upperBound))
        return unsafe source.extracting(first: 256).withUnsafeBufferPointer {
            unsafe String(decoding: $0, as: UTF8.self)
        }
    }

    mutating func note(_ deviation: Deviation) {
        if !deviations.contains(deviation), deviations.count < 100 { deviations.append(deviation) }
    }
}
