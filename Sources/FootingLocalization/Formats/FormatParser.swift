import FootingBytes

/// A parser of formats, which never fails: anything that is not a specifier is a literal.
struct FormatParser: ~Copyable {
    /// The format passed to `init`, with the new pieces appended.
    private(set) var format: FormatString
    /// The compiler that resolves variables; `nil` if the string has none.
    let compiler: FormatCompiler?
    /// The specifier that `%arg` denotes; `nil` if it has no meaning here.
    let own: FormatString.Piece?
    /// The names of the entry whose source is read; other parsers ask the compiler.
    private let names: ArgumentNames?

    private(set) var namesUnknownVariable = false
    /// The string that is parsed, valid during ``parse(_:)``.
    private var bytes = ByteView.empty
    /// The offset of the string in the bytes of the format.
    private var offset = 0
    private var hasStrayPercent = false
    private var literalStart = 0
    private var unnumbered: Int32 = 0

    init(
        _ format: FormatString = FormatString(),
        compiler: FormatCompiler? = nil,
        own: FormatString.Piece? = nil,
        names: ArgumentNames? = nil
    ) {
        self.format = format
        self.compiler = compiler
        self.own = own
        self.names = names
    }

    mutating func parse(_ text: String) {
        var text = text
        text.withUTF8 {
            bytes = unsafe ByteView($0)
            parse()
            bytes = .empty
        }
    }

    private mutating func parse() {
        offset = format.bytes.count
        unsafe bytes.withBytes { unsafe format.bytes.append(contentsOf: $0) }
        // Most formats are one specifier between literals.
        if format.pieces.isEmpty { format.pieces.reserveCapacity(3) }
        var position = 0
        literalStart = 0
        while true {
            position = bytes.index(of: UInt8(ascii: "%"), from: position)
            guard position < bytes.count else { break }
            if byte(at: position + 1) == UInt8(ascii: "%") {
                finishLiteral(at: position + 1)
                position += 2
                literalStart = position
                continue
            }
            let unnumberedBefore = unnumbered
            if let (piece, end) = parseSpecifier(at: position) {
                if let piece {
                    finishLiteral(at: position)
                    format.pieces.append(piece)
                    literalStart = end
                }
                position = end
            } else {
                unnumbered = unnumberedBefore
                hasStrayPercent = true
                position += 1
            }
        }
        finishLiteral(at: bytes.count)
        if hasStrayPercent {
            format.pieces.append(FormatString.Piece(kind: .strayPercent, source: 0..<0))
        }
    }

    private mutating func finishLiteral(at end: Int) {
        guard end > literalStart else { return }
        format.pieces.append(FormatString.Piece(kind: .literal, source: range(literalStart, end)))
    }

    /// A range of bytes, which is never clamped: a format is no longer than its file.
    private func range(_ start: Int, _ end: Int) -> Range<Int32> {
        Int32(clamping: offset + start)..<Int32(clamping: offset + end)
    }

    /// Parses a specifier, or returns `nil`; a specifier without a piece becomes a literal.
    private mutating func parseSpecifier(at start: Int) -> (FormatString.Piece?, end: Int)? {
        if let argument = parseOwnArgument(at: start) { return argument }
        var position = start + 1
        let number = parsePosition(&position)
        let name = parseName(&position)
        if name == nil,
            let reference = parseVariable(start: start, number: number, at: position)
        {
            return reference
        }
        let flags = parseFlags(&position)
        let width = parseAmount(&position)
        var precision: FormatString.Amount?
        if byte(at: position) == UInt8(ascii: ".") {
            position += 1
            precision = parseAmount(&position) ?? .fixed(0)
        }
        while let byte = byte(at: position), Self.lengths.contains(byte) { position += 1 }
        // After a name, a space begins the next word: “100 %(net) of it”.
        guard let conversion = byte(at: position), Self.conversions.contains(conversion),
            name == nil || !flags.hasBlank
        else { return nil }
        position += 1
        let specifier = FormatString.Piece(
            source: range(start, position),
            argument: name.map { argument(named: $0, number) } ?? argument(number),
            flags: flags,
            conversion: conversion,
            width: width,
            precision: precision
        )
        return (specifier, position)
    }

    /// Parses `%arg`, the variable's own argument, which counts as unnumbered argument 0.
    private mutating func parseOwnArgument(at start: Int) -> (FormatString.Piece?, end: Int)? {
        guard var specifier = own, bytes.has("%arg", at: start) else { return nil }
        unnumbered = max(unnumbered, 1)
        specifier.argument = .next(0)
        specifier.source = range(start, start + 4)
        return (specifier, start + 4)
    }

    private mutating func parseVariable(
        start: Int,
        number: Int32?,
        at position: Int
    ) -> (FormatString.Piece?, end: Int)? {
        guard byte(at: position) == UInt8(ascii: "#"), byte(at: position + 1) == UInt8(ascii: "@")
        else { return nil }
        let nameStart = position + 2
        var nameEnd = nameStart
        while let byte = byte(at: nameEnd), byte != UInt8(ascii: "@"), nameEnd - nameStart < 255 {
            nameEnd += 1
        }
        guard nameEnd > nameStart, byte(at: nameEnd) == UInt8(ascii: "@") else { return nil }
        let name = bytes.slice(from: nameStart, count: nameEnd - nameStart).text
        let end = nameEnd + 1
        let argument = argument(number)
        guard let variable = compiler?.variable(named: name) else {
            namesUnknownVariable = true
            return (nil, end)
        }
        let reference = FormatString.Piece(
            kind: .variable,
            source: range(start, end),
            argument: variable.argument.map { .at($0) } ?? argument,
            variable: variable.index
        )
        return (reference, end)
    }

    private mutating func argument(_ number: Int32?) -> FormatString.Argument {
        if let number { return .at(number - 1) }
        defer { unnumbered &+= 1 }
        return .next(unnumbered)
    }

    private mutating func argument(named name: String, _ number: Int32?) -> FormatString.Argument {
        // The unnumbered specifiers of a variable's form count from the variable's argument.
        let next = own == nil ? unnumbered : nil
        let names = names ?? compiler?.argumentNames
        let index = names?.index(of: name, position: number, next: next) ?? 0
        if own == nil, number == nil { unnumbered = max(unnumbered, index &+ 1) }
        return .at(index)
    }

    /// Parses `(name)` in a catalog; otherwise leaves `position` unchanged.
    private func parseName(_ position: inout Int) -> String? {
        guard byte(at: position) == UInt8(ascii: "("),
            names != nil || compiler?.knowsNames == true
        else { return nil }
        let start = position + 1
        var end = start
        while let byte = byte(at: end), byte != UInt8(ascii: ")"), byte != UInt8(ascii: "%"),
            end - start < 255
        {
            end += 1
        }
        guard end > start, byte(at: end) == UInt8(ascii: ")") else { return nil }
        position = end + 1
        return bytes.slice(from: start, count: end - start).text
    }

    /// Parses `n$` with n of at least 1; otherwise leaves `position` unchanged.
    private func parsePosition(_ position: inout Int) -> Int32? {
        var end = position
        guard let number = parseNumber(&end), number > 0, byte(at: end) == UInt8(ascii: "$") else {
            return nil
        }
        position = end + 1
        return number
    }

    private mutating func parseAmount(_ position: inout Int) -> FormatString.Amount? {
        guard byte(at: position) == UInt8(ascii: "*") else {
            return parseNumber(&position).map { .fixed($0) }
        }
        position += 1
        let number = parsePosition(&position)
        return .argument(argument(number))
    }

    /// Parses digits; a number above a million becomes a million.
    private func parseNumber(_ position: inout Int) -> Int32? {
        var number: Int32?
        while let byte = byte(at: position), byte &- UInt8(ascii: "0") < 10 {
            number = min((number ?? 0) * 10 + Int32(byte &- UInt8(ascii: "0")), 1_000_000)
            position += 1
        }
        return number
    }

    private func parseFlags(_ position: inout Int) -> FormatString.Flags {
        var flags = FormatString.Flags()
        while true {
            switch byte(at: position) {
            case UInt8(ascii: "-"): flags.isLeft = true
            case UInt8(ascii: "+"): flags.hasPlus = true
            case UInt8(ascii: " "): flags.hasBlank = true
            case UInt8(ascii: "0"): flags.hasZeros = true
            case UInt8(ascii: "#"): flags.isAlternate = true
            case UInt8(ascii: "'"): break  // Asks for grouping, which the language decides.
            default: return flags
            }
            position += 1
        }
    }

    private func byte(at position: Int) -> UInt8? {
        bytes.has(position) ? bytes[position] : nil
    }

    private static let lengths = Array("hlLqjzt".utf8)
    private static let conversions = Array("dDiuUxXoOfFeEgGaA@cCsS".utf8)
}
