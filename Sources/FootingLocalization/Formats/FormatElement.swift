/// An element of an entry: each string, followed by its pieces, and then by its variables with
/// their forms.
package enum FormatElement: Sendable {
    /// A string begins; the width is `nil` if the entry has no width rules.
    case string(String, width: Int?)
    /// A variable begins. Its forms count their arguments from `firstArgument`, or from the
    /// argument that selected the form; `source` is the index of the source's variable, whose forms
    /// replace missing ones.
    case variable(name: String, hasFraction: Bool, firstArgument: Int?, source: Int?)
    /// A form of the variable begins.
    case form(PluralCategory)
    case literal(String)
    /// A specifier for a value, or for a variable of the entry, by the variable's index. Unnumbered
    /// arguments count from the first argument.
    case specifier(
        String,
        conversion: UInt8,
        variable: Int?,
        argument: Int,
        isNumbered: Bool
    )
    /// The string or form contains a percent sign that begins no specifier.
    case strayPercent
}

extension LocalizedFormat {
    func visit(includingSource includesSource: Bool, _ visitor: (FormatElement) -> Void) {
        format.visit(0..<Int32(clamping: format.pieces.count), visitor)
        for index in 0..<(includesSource ? variables.variables.count : variables.ownCount) {
            let variable = variables.variables[index]
            var hasFraction = false
            if case .floatingPoint = variable.display { hasFraction = true }
            visitor(
                .variable(
                    name: variable.name,
                    hasFraction: hasFraction,
                    firstArgument: variable.firstArgument,
                    source: variable.source.map { Int($0) }
                )
            )
            for category in PluralCategory.allCases {
                guard let pieces = variable.forms[category] else { continue }
                visitor(.form(category))
                variables.text.visit(pieces, visitor)
            }
        }
    }
}

extension FormatString {
    func visit(_ range: Range<Int32>, _ visitor: (FormatElement) -> Void) {
        for index in Int(range.lowerBound)..<Int(range.upperBound) {
            let piece = pieces[index]
            let source = Int(piece.source.lowerBound)..<Int(piece.source.upperBound)
            let text = String(decoding: bytes[source], as: UTF8.self)
            func visit(_ argument: Argument, conversion: UInt8, _ variable: Int? = nil) {
                let (index, isNumbered) =
                    switch argument {
                    case .next(let offset): (offset, false)
                    case .at(let index): (index, true)
                    }
                visitor(
                    .specifier(
                        text,
                        conversion: conversion,
                        variable: variable,
                        argument: Int(index),
                        isNumbered: isNumbered
                    )
                )
            }
            switch piece.kind {
            case .literal: visitor(.literal(text))
            case .strayPercent: visitor(.strayPercent)
            case .value, .variable:
                for case .argument(let argument)? in [piece.width, piece.precision] {
                    visit(argument, conversion: UInt8(ascii: "d"))
                }
                let variable = piece.kind == .variable ? Int(piece.variable) : nil
                visit(piece.argument, conversion: piece.conversion, variable)
            }
        }
    }
}
