import FootingLocalization

/// The strings of an entry, for each width, with the forms of their variables.
struct EntryStrings {
    struct Variable {
        let name: String
        /// The index of the source's variable, whose forms replace missing ones.
        let source: Int?
        var forms: [(category: PluralCategory, string: String)] = []

        /// The form that is shown for a number in a language: `zero` for 0, the form of the
        /// number's category or, if no source replaces it, the first existing substitute.
        fileprivate func form(
            for number: Int,
            in language: LanguageTag
        ) -> LookupExplanation.Form? {
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

    struct Variant {
        let width: Int?
        let string: String
        /// The variables, followed by those of the source.
        var variables: [Variable] = []

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

    private var variants: [Variant]

    init(of entry: TableEntry) {
        variants = []
        for element in entry.elements(includingSource: true) {
            let last = variants.count - 1
            switch element {
            case .string(let string, let width):
                variants.append(Variant(width: width, string: string))
            case .variable(let name, _, _, let source):
                variants[last].variables.append(Variable(name: name, source: source))
            case .form(let category):
                let variable = variants[last].variables.count - 1
                variants[last].variables[variable].forms.append((category, ""))
            case .literal(let text): variants[last].append(text)
            case .specifier(let source, _, _, _, _): variants[last].append(source)
            case .strayPercent: break
            }
        }
        if variants.isEmpty { variants = [Variant(width: nil, string: entry.string)] }
    }

    /// The string for a width: the widest that fits, or the narrowest if none fits.
    func variant(fitting width: Int?) -> Variant {
        let fitting = width.flatMap { width in
            variants.last { ($0.width ?? 0) <= width } ?? variants[0]
        }
        return fitting ?? variants[variants.count - 1]
    }
}

extension EntryStrings.Variant {
    /// Appends to the last form; without one, the text is a piece of the string itself.
    fileprivate mutating func append(_ text: String) {
        guard let form = variables.last.map({ $0.forms.count - 1 }), form >= 0 else { return }
        variables[variables.count - 1].forms[form].string += text
    }
}
