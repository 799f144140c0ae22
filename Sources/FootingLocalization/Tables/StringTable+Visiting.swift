import FootingBytes

// The interface for tools. A `package` declaration stays in every program that links the module,
// used or not, so there are few.

extension StringTable {
    package var languageTag: LanguageTag { language.tag }

    /// Calls `body` with every entry, in the order in which the keys first occur in the files;
    /// `file` is an index into ``files``.
    package func forEachEntry(
        _ body: (_ index: Int, _ key: String, _ text: String, _ file: Int, _ line: Int?) -> Void
    ) {
        for index in 0..<count {
            let (key, text) = (memory.key(at: index), text(at: index))
            body(index, key, text, fileIndex(at: index), line(at: index))
        }
    }

    /// Passes the parts of an entry's format to a visitor; a plain string has none.
    package func visitEntry(at index: Int, _ visitor: any FormatVisitor) {
        guard let format = format(at: index) else { return }
        if format.variants.isEmpty {
            visitor.visitText(text(at: index), width: nil)
            format.accept(visitor)
        }
        for variant in format.variants {
            visitor.visitText(variant.text, width: variant.width)
            variant.format?.accept(visitor)
        }
    }

    /// Passes the parts of a string that is not an entry, such as a key, to a visitor.
    package static func visitText(_ text: String, _ visitor: any FormatVisitor) {
        let format = FormatString(text)
        format.accept(visitor, 0..<Int32(clamping: format.pieces.count))
    }
}

/// A visitor of each string with its pieces, and then of the variables with their forms.
package protocol FormatVisitor: AnyObject {
    /// A string begins; `width` is `nil` if the entry has no width rules.
    func visitText(_ text: String, width: Int?)
    /// A variable begins. Its forms count arguments from `firstArgument`, or from the argument that
    /// selected the form.
    func visitVariable(_ name: String, hasFraction: Bool, firstArgument: Int?)
    /// A form of the variable begins, with its category in the source.
    func visitForm(_ category: PluralCategory)
    func visitLiteral(_ text: String)
    /// A specifier for a value, or for a variable given by its index in the entry. An unnumbered
    /// argument counts from the first one.
    func visitSpecifier(
        _ source: String,
        conversion: UInt8,
        variable: Int?,
        argument: Int,
        isNumbered: Bool
    )
    /// The string or form contains a percent sign that begins no specifier.
    func visitStrayPercent()
}

extension LocalizedFormat {
    fileprivate func accept(_ visitor: any FormatVisitor) {
        format.accept(visitor, 0..<Int32(clamping: format.pieces.count))
        for variable in variables.variables.prefix(variables.ownCount) {
            var hasFraction = false
            if case .floatingPoint = variable.display { hasFraction = true }
            visitor.visitVariable(
                variable.name,
                hasFraction: hasFraction,
                firstArgument: variable.firstArgument
            )
            for category in PluralCategory.allCases {
                guard let pieces = variable.forms[category] else { continue }
                visitor.visitForm(category)
                variables.text.accept(visitor, pieces)
            }
        }
    }
}

extension FormatString {
    fileprivate func accept(_ visitor: any FormatVisitor, _ range: Range<Int32>) {
        for index in Int(range.lowerBound)..<Int(range.upperBound) {
            let piece = pieces[index]
            let source = Int(piece.source.lowerBound)..<Int(piece.source.upperBound)
            let text = String(decoding: bytes[source], as: UTF8.self)
            switch piece.kind {
            case .literal: visitor.visitLiteral(text)
            case .strayPercent: visitor.visitStrayPercent()
            case .value, .variable:
                for case .argument(let argument)? in [piece.width, piece.precision] {
                    Self.show(text, argument, conversion: UInt8(ascii: "d"), to: visitor)
                }
                let variable = piece.kind == .variable ? Int(piece.variable) : nil
                Self.show(text, piece.argument, conversion: piece.conversion, variable, to: visitor)
            }
        }
    }

    private static func show(
        _ source: String,
        _ argument: Argument,
        conversion: UInt8,
        _ variable: Int? = nil,
        to visitor: any FormatVisitor
    ) {
        let (place, isNumbered) =
            switch argument {
            case .next(let offset): (offset, false)
            case .at(let index): (index, true)
            }
        visitor.visitSpecifier(
            source,
            conversion: conversion,
            variable: variable,
            argument: Int(place),
            isNumbered: isNumbered
        )
    }
}

extension LocalizationStore {
    /// The current tables of each bundle, by name and language.
    package var tables: [[StringTable]] { snapshot.tablesByBundle }
}

extension Localizer {
    /// The tables of the localizer's snapshot for each bundle, by name and language.
    package var tables: [[StringTable]] { view.snapshot.tablesByBundle }
    package var width: Int? { view.width }
}

extension LocalizationSnapshot {
    fileprivate var tablesByBundle: [[StringTable]] {
        bundles.map { bundle in bundle.groups.flatMap(\.tables) }
    }
}
