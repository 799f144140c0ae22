package import FootingLocalization

/// A string of an entry, for one width or for all, with the forms of its variables.
package struct EntryString {
    /// A specifier, or literal text.
    package struct Piece {
        package let text: String
        package let specifier: FormatSpecifier?

        package var literal: String { specifier == nil ? text : "" }
    }

    package struct Form {
        package let category: PluralCategory
        package var pieces: [Piece] = []

        package var string: String { pieces.map(\.text).joined() }
    }

    package struct Variable {
        package let name: String
        package let hasFraction: Bool
        package let firstArgument: Int?
        /// The index of the source's variable, whose forms replace missing ones.
        package let source: Int?
        package var forms: [Form] = []
        /// Whether a string or a form uses the variable.
        package var isNamed = false
        /// The specifiers of all forms, without prose.
        package var specifiers: [FormatSpecifier] = []

        package var categories: [PluralCategory] { forms.map(\.category) }

        package var emptyForms: [PluralCategory] { forms.filter(\.pieces.isEmpty).map(\.category) }
    }

    package let width: Int?
    package let string: String
    package private(set) var pieces: [Piece] = []
    /// The variables, followed by those of the source.
    package private(set) var variables: [Variable] = []
    /// Whether a percent sign of the string or of a form does not begin a specifier.
    package private(set) var hasStrayPercent = false

    /// Creates a string outside an entry, such as a key that is the source string; the specifiers
    /// of catalogs can have names.
    package init(_ string: String, knowsNames: Bool = false, namedIn sources: [String] = []) {
        self.init(string, width: nil)
        StringTable.visitString(string, knowsNames: knowsNames, namedIn: sources) { append($0) }
    }

    private init(_ string: String, width: Int?) {
        (self.string, self.width) = (string, width)
    }

    /// The strings of an entry's format; a plain string has none.
    package static func strings(
        of entry: TableEntry,
        includingSource includesSource: Bool = false
    ) -> [EntryString] {
        var strings: [EntryString] = []
        entry.table.visitEntry(at: entry.index, includingSource: includesSource) { element in
            if case .string(let string, let width) = element {
                strings.append(EntryString(string, width: width))
            } else {
                strings[strings.count - 1].append(element)
            }
        }
        return strings
    }

    /// Whether a `.strings` file can hold the string.
    package var isPlain: Bool {
        width == nil && variables.isEmpty && !pieces.contains { $0.specifier?.isNamed == true }
    }

    /// The string with positions in place of names, which only catalogs know, for use as a default;
    /// `nil` if the positions of names can't be expressed so.
    package var stringWithoutNames: String? {
        pieces.contains { $0.specifier?.isNamed == true } ? numbered(keepingNames: false) : string
    }

    /// The string with the positions of its arguments; `nil` if a specifier can't have one, or if a
    /// percent sign begins none.
    package func numbered(keepingNames keepsNames: Bool) -> String? {
        guard !hasStrayPercent else { return nil }
        var text = ""
        for piece in pieces {
            guard let specifier = piece.specifier, !(keepsNames && specifier.isNamed) else {
                text += piece.specifier?.source ?? piece.text.replacing("%", with: "%%")
                continue
            }
            guard let source = specifier.numberedSource else { return nil }
            text += source
        }
        return text
    }

    private mutating func append(_ element: FormatElement) {
        switch element {
        case .string: break
        case .variable(let name, let hasFraction, let firstArgument, let source):
            variables.append(
                Variable(
                    name: name,
                    hasFraction: hasFraction,
                    firstArgument: firstArgument,
                    source: source
                )
            )
        case .form(let category):
            variables[variables.count - 1].forms.append(Form(category: category))
        case .literal(let text): add(Piece(text: text, specifier: nil))
        case .specifier(let source, let conversion, let variable, let argument, let isNumbered):
            let specifier = FormatSpecifier(
                source: source,
                conversion: conversion,
                variable: variable,
                argument: argument,
                isNumbered: isNumbered,
                kinds: FormatShape.Kinds(of: conversion)
            )
            add(Piece(text: source, specifier: specifier))
        case .strayPercent: hasStrayPercent = true
        }
    }

    /// Adds a piece of the last form or, before all variables, of the string itself.
    private mutating func add(_ piece: Piece) {
        guard let form = variables.last.map({ $0.forms.count - 1 }) else {
            return pieces.append(piece)
        }
        variables[variables.count - 1].forms[form].pieces.append(piece)
    }
}
