import FootingFormats

// What tools see of the tables. All that `package` opens here stays in every program that links the
// module, used or not: so it is little, and what tools make of it is theirs.

extension StringTable {
    package var languageTag: LanguageTag { language.tag }

    /// Calls `body` with every entry, in the order in which the files have the keys first; `file` is
    /// an index into ``files``.
    package func forEachEntry(
        _ body: (_ index: Int, _ key: String, _ text: String, _ file: Int, _ line: Int?) -> Void
    ) {
        for index in 0..<count {
            let (key, text) = (memory.key(at: index), text(at: index))
            body(index, key, text, fileIndex(at: index), line(at: index))
        }
    }

    /// Shows the parts of an entry's format to a visitor; a plain text has none.
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

    /// Shows the parts of a text that is no entry's, such as a key, to a visitor.
    package static func visitText(_ text: String, _ visitor: any FormatVisitor) {
        let format = FormatString(text)
        format.accept(visitor, 0..<Int32(clamping: format.pieces.count))
    }
}

/// Who is shown an entry: each text with its pieces, and after these its variables with their forms.
package protocol FormatVisitor: AnyObject {
    /// A text begins; the width is `nil` for the only one.
    func visitText(_ text: String, width: Int?)
    /// A variable begins. A form counts its arguments from the first one, or from the one that chose
    /// the form.
    func visitVariable(_ name: String, hasFraction: Bool, firstArgument: Int?)
    /// A form of the variable begins, as it was written.
    func visitForm(_ category: PluralCategory)
    func visitLiteral(_ text: String)
    /// A value, or a variable by its place among those of the entry. An argument without a number
    /// of its own counts from the first one.
    func visitSpecifier(
        _ source: String,
        conversion: UInt8,
        variable: Int?,
        argument: Int,
        isNumbered: Bool
    )
    /// A percent sign that begins no specifier is in this text or form.
    func visitStrayPercent()
}

extension LocalizedFormat {
    fileprivate func accept(_ visitor: any FormatVisitor) {
        format.accept(visitor, 0..<Int32(clamping: format.pieces.count))
        for variable in variables.variables {
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
                let number = UInt8(ascii: "d")
                if case .argument(let argument) = piece.width {
                    Self.show(text, argument, conversion: number, to: visitor)
                }
                if case .argument(let argument) = piece.precision {
                    Self.show(text, argument, conversion: number, to: visitor)
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
    /// The tables of the version of now: those of each bundle, by name and language.
    package var tables: [[StringTable]] { snapshot.tablesByBundle }
}

extension Localizer {
    /// The tables of its version: those of each bundle, by name and language.
    package var tables: [[StringTable]] { view.snapshot.tablesByBundle }
    /// The width that texts are chosen for.
    package var width: Int? { view.width }
}

extension LocalizationSnapshot {
    fileprivate var tablesByBundle: [[StringTable]] {
        bundles.map { bundle in bundle.groups.flatMap(\.tables) }
    }
}
