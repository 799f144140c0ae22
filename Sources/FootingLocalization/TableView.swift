import FootingFormats

/// A table of one language as tools see it, entry by entry.
///
/// All that `package` opens here stays in every program that links the module, used or not: so it
/// is little, and what tools make of it is theirs.
package struct TableView: Sendable {
    private let table: StringTable
    /// Which of the store's bundles it is of.
    package let bundle: Int

    fileprivate init(_ table: StringTable, bundle: Int) {
        self.table = table
        self.bundle = bundle
    }

    package var name: String { table.name }
    package var language: LanguageTag { table.language.tag }
    /// The files that it was made of, those first that give way.
    package var files: [String] { table.files }

    /// Calls `body` with every entry, in the order in which the files have the keys first.
    package func forEachEntry(
        _ body: (_ index: Int, _ key: String, _ text: String, _ file: Int, _ line: Int?) -> Void
    ) {
        for index in 0..<table.count {
            let (key, text) = (table.memory.key(at: index), table.memory.text(at: index))
            body(index, key, text, table.fileIndex(at: index), table.line(at: index))
        }
    }

    /// Calls `body` with the parts of an entry's format, or answers that it is plain text.
    package func forEachPart(ofEntry index: Int, _ body: (FormatPart) -> Void) -> Bool {
        guard let format = table.format(at: index) else { return false }
        if format.variants.isEmpty { format.forEachPart(width: nil, text: nil, body) }
        for variant in format.variants {
            if let own = variant.format {
                own.forEachPart(width: variant.width, text: variant.text, body)
            } else {
                body(.text(variant.text, width: variant.width))
            }
        }
        return true
    }
}

/// A part of an entry: each text with its pieces, and after these its variables with their forms.
package enum FormatPart {
    /// A text begins; `nil` for the text of the entry.
    case text(String?, width: Int?)
    /// A variable begins; a form counts its arguments from the first one, or from the one that
    /// chose the form.
    case variable(name: String, hasFraction: Bool, firstArgument: Int?)
    /// A form of the variable begins, as it was written.
    case form(PluralCategory)
    case literal
    /// A value, or a variable with its number; an argument without a number of its own counts from
    /// the first one.
    case specifier(
        conversion: UInt8,
        variable: Int?,
        argument: Int,
        isNumbered: Bool,
        source: String
    )
    /// A percent sign that begins no specifier is in this text or form.
    case strayPercent
}

extension LocalizedFormat {
    fileprivate func forEachPart(width: Int?, text: String?, _ body: (FormatPart) -> Void) {
        body(.text(text, width: width))
        format.forEachPart(in: 0..<Int32(clamping: format.pieces.count), body)
        guard let variables else { return }
        for (index, variable) in variables.variables.enumerated() {
            var hasFraction = false
            if case .floatingPoint = variable.display { hasFraction = true }
            let first = variable.firstArgument
            body(
                .variable(
                    name: variables.names[index],
                    hasFraction: hasFraction,
                    firstArgument: first
                )
            )
            for category in PluralCategory.allCases {
                guard
                    let pieces = variables.writtenPieces(ofVariable: index, for: category)
                else { continue }
                body(.form(category))
                variables.text.forEachPart(in: pieces, body)
            }
        }
    }
}

extension FormatString {
    fileprivate func forEachPart(in range: Range<Int32>, _ body: (FormatPart) -> Void) {
        for piece in pieces[Int(range.lowerBound)..<Int(range.upperBound)] {
            switch piece.kind {
            case .literal: body(.literal)
            case .strayPercent: body(.strayPercent)
            case .value, .variable:
                let source = Int(piece.source.lowerBound)..<Int(piece.source.upperBound)
                let text = String(decoding: bytes[source], as: UTF8.self)
                for amount in [piece.width, piece.precision] {
                    guard case .argument(let argument)? = amount else { continue }
                    body(argument.specifier(conversion: UInt8(ascii: "d"), nil, text))
                }
                let variable = piece.kind == .variable ? Int(piece.variable) : nil
                body(piece.argument.specifier(conversion: piece.conversion, variable, text))
            }
        }
    }
}

extension FormatString.Argument {
    fileprivate func specifier(
        conversion: UInt8,
        _ variable: Int?,
        _ source: String
    ) -> FormatPart {
        var (index, isNumbered): (Int32, Bool)
        switch self {
        case .next(let offset): (index, isNumbered) = (offset, false)
        case .at(let place): (index, isNumbered) = (place, true)
        }
        return .specifier(
            conversion: conversion,
            variable: variable,
            argument: Int(index),
            isNumbered: isNumbered,
            source: source
        )
    }
}

extension LocalizationStore {
    /// The tables of the version of now, by bundle, name and language.
    package var tableViews: [TableView] { snapshot.tableViews }

    /// What was wrong in the files, without what was in texts that were filled in.
    package var fileReport: LocalizationReport {
        var issues = IssueList()
        for bundle in snapshot.bundles { issues.add(bundle.issues) }
        return LocalizationReport(issues: issues.issues, count: issues.count)
    }
}

extension LocalizationSnapshot {
    var tableViews: [TableView] {
        var views: [TableView] = []
        for (index, bundle) in bundles.enumerated() {
            for group in bundle.groups {
                for table in group.tables { views.append(TableView(table, bundle: index)) }
            }
        }
        return views
    }
}

extension LanguageTag {
    /// Whether a text in another language is as good as one in this, by region or inheritance.
    package func isAnswered(by other: LanguageTag) -> Bool {
        let matcher = LanguageMatcher(available: [other], developmentLanguage: .root)
        return !matcher.chain(for: LanguagePreferences([self])).isEmpty
    }
}
