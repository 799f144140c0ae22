import FootingLocalization

/// A string of an entry, for one width or for all, with the forms of its variables.
struct EntryString {
    /// A specifier, or literal text.
    struct Piece {
        let text: String
        let specifier: FormatSpecifier?

        var literal: String { specifier == nil ? text : "" }
    }

    struct Form {
        let category: PluralCategory
        var pieces: [Piece] = []

        var string: String { pieces.map(\.text).joined() }
    }

    struct Variable {
        let name: String
        let hasFraction: Bool
        let firstArgument: Int?
        /// The index of the source's variable, whose forms replace missing ones.
        let source: Int?
        var forms: [Form] = []
        /// Whether a string or a form uses the variable.
        var isNamed = false
        /// The specifiers of all forms, without prose.
        var specifiers: [FormatSpecifier] = []

        var categories: [PluralCategory] { forms.map(\.category) }

        var emptyForms: [PluralCategory] { forms.filter(\.pieces.isEmpty).map(\.category) }
    }

    let width: Int?
    let string: String
    private(set) var pieces: [Piece] = []
    /// The variables, followed by those of the source.
    private(set) var variables: [Variable] = []
    /// Whether a percent sign of the string or of a form does not begin a specifier.
    private(set) var hasStrayPercent = false

    /// Creates a string outside an entry, such as a key that is the source string.
    init(_ string: String) {
        self.init(string, width: nil)
        StringTable.visitString(string) { append($0) }
    }

    private init(_ string: String, width: Int?) {
        (self.string, self.width) = (string, width)
    }

    /// The strings of an entry's format; a plain string has none.
    static func strings(
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
    var isPlain: Bool {
        width == nil && variables.isEmpty && !pieces.contains { $0.specifier?.isNamed == true }
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

extension EntryString {
    /// The forms that are shown for a number in a language, or else in the source language.
    func forms(
        for number: Int,
        in language: LanguageTag,
        orIn source: LanguageTag?
    ) -> [LookupExplanation.Form] {
        let sources = Set(variables.compactMap(\.source))
        return variables.indices.filter { !sources.contains($0) }.compactMap { index in
            let variable = variables[index]
            if let form = variable.form(for: number, in: language) { return form }
            guard let source, let index = variable.source else { return nil }
            return variables[index].form(for: number, in: source)
        }
    }
}

extension EntryString.Variable {
    /// The form that is shown for a number in a language: `zero` for 0, the form of the number's
    /// category or, if no source replaces it, the first existing substitute.
    fileprivate func form(for number: Int, in language: LanguageTag) -> LookupExplanation.Form? {
        let category = PluralRules(language).category(for: number)
        let zero: [PluralCategory] = number == 0 ? [.zero] : []
        let substitutes: [PluralCategory] =
            source == nil ? [.other, .many, .few, .two, .one, .zero] : []
        for used in zero + [category] + substitutes {
            guard let form = forms.first(where: { $0.category == used }) else { continue }
            return LookupExplanation.Form(
                variable: name,
                language: language,
                category: category,
                used: used,
                string: form.string
            )
        }
        return nil
    }
}
