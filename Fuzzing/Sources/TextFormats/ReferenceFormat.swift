/// A format, read slowly: what the manual pages of `printf` say, and nothing that isn't there.
struct ReferenceFormat {
    enum Part {
        case text([UInt8])
        case value(Specifier)
        case variable(name: String, argument: Argument, source: [UInt8])
    }

    /// An argument by its number, from 1, or the next one after others, from 0.
    enum Argument {
        case number(Int)
        case next(Int)
    }

    enum Amount {
        case fixed(Int)
        case argument(Argument)
    }

    struct Specifier {
        var argument: Argument
        var flags: Set<UInt8> = []
        var width: Amount?
        var precision: Amount?
        var conversion: UInt8
        var source: [UInt8]
    }

    private(set) var parts: [Part] = []
    private(set) var hasStray = false

    private var rest: ArraySlice<UInt8>
    private var taken = 0

    init(_ text: String, variables: Set<String>) {
        rest = Array(text.utf8)[...]
        var literal: [UInt8] = []
        while let byte = rest.first {
            if byte == UInt8(ascii: "%"), !rest.starts(with: "%%".utf8) {
                let (start, before) = (rest, taken)
                rest.removeFirst()
                if let part = read() {
                    let source = Array(start.prefix(start.count - rest.count))
                    switch part {
                    case .variable(let name, _, _) where !variables.contains(name):
                        literal += source
                    case .variable(let name, let argument, _):
                        parts += [.text(literal)]
                        parts += [.variable(name: name, argument: argument, source: source)]
                        literal = []
                    case .value(var specifier):
                        specifier.source = source
                        parts += [.text(literal), .value(specifier)]
                        literal = []
                    case .text: break
                    }
                    continue
                }
                (rest, taken) = (start, before)
                hasStray = true
            }
            literal.append(byte)
            rest = rest.dropFirst(rest.starts(with: "%%".utf8) ? 2 : 1)
        }
        parts.append(.text(literal))
    }

    /// Reads what follows a percent sign.
    private mutating func read() -> Part? {
        let number = readNumber(before: UInt8(ascii: "$"))
        if let name = readName() {
            return .variable(name: name, argument: argument(number), source: [])
        }
        let flags = rest.prefix { "-+ 0#'".utf8.contains($0) }
        rest = rest.dropFirst(flags.count)
        let width = readAmount()
        var precision: Amount?
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            precision = readAmount() ?? .fixed(0)
        }
        rest = rest.drop { "hlLqjzt".utf8.contains($0) }
        guard let conversion = rest.popFirst(), "dDiuUxXoOfFeEgGaA@cCsS".utf8.contains(conversion)
        else { return nil }
        return .value(
            Specifier(
                argument: argument(number),
                flags: Set(flags),
                width: width,
                precision: precision,
                conversion: conversion,
                source: []
            )
        )
    }

    private mutating func argument(_ number: Int?) -> Argument {
        if let number { return .number(number) }
        taken += 1
        return .next(taken - 1)
    }

    private mutating func readName() -> String? {
        guard rest.starts(with: "#@".utf8) else { return nil }
        let name = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "@") }
        guard 1...255 ~= name.count, name.endIndex < rest.endIndex else { return nil }
        rest = rest[(name.endIndex + 1)...]
        return String(decoding: name, as: UTF8.self)
    }

    private mutating func readAmount() -> Amount? {
        if rest.first == UInt8(ascii: "*") {
            rest.removeFirst()
            return .argument(argument(readNumber(before: UInt8(ascii: "$"))))
        }
        return readNumber(before: nil).map { .fixed($0) }
    }

    /// Reads digits and `mark` behind them; before a mark zero is no number.
    private mutating func readNumber(before mark: UInt8?) -> Int? {
        let digits = rest.prefix { 0x30...0x39 ~= $0 }
        guard !digits.isEmpty else { return nil }
        let end = rest.dropFirst(digits.count)
        let value = digits.reduce(0) { min($0 * 10 + Int($1) - 0x30, 1_000_000) }
        if let mark {
            guard end.first == mark, value > 0 else { return nil }
        }
        rest = mark == nil ? end : end.dropFirst()
        return value
    }
}
