import FootingLocalization

/// The strings of an entry, for each width, with the forms of their variables from the source.
struct EntryTexts {
    struct Variable {
        let name: String
        var forms: [PluralCategory: String] = [:]

        /// The category whose form is shown for a number: `zero` for 0, the number's category, or
        /// the first existing substitute.
        func category(for number: Int, _ category: PluralCategory) -> PluralCategory? {
            let zero: [PluralCategory] = number == 0 ? [.zero] : []
            let substitutes: [PluralCategory] = [.other, .many, .few, .two, .one, .zero]
            return (zero + [category] + substitutes).first { forms[$0] != nil }
        }
    }

    struct Text {
        let width: Int?
        let text: String
        var variables: [Variable] = []
    }

    private var texts: [Text] = []
    private let text: String

    init(of entry: TableContents.Entry, in table: StringTable) {
        text = entry.text
        var category: PluralCategory?
        for part in table.parts(ofEntryAt: entry.index) {
            switch part {
            case .text(let text, let width):
                texts.append(Text(width: width, text: text))
                category = nil
            case .variable(let name, _, _):
                texts[texts.count - 1].variables.append(Variable(name: name))
                category = nil
            case .form(let own):
                category = own
                append("", own)
            case .literal(let text):
                if let category { append(text, category) }
            case .specifier(let specifier):
                if let category { append(specifier.source, category) }
            case .strayPercent: break
            }
        }
    }

    private mutating func append(_ text: String, _ category: PluralCategory) {
        guard let last = texts.last, !last.variables.isEmpty else { return }
        let variable = last.variables.count - 1
        texts[texts.count - 1].variables[variable].forms[category, default: ""] += text
    }

    /// The string for a width: the widest that fits, or the narrowest if none fits.
    func text(fitting width: Int?) -> Text {
        let fitting = width.flatMap { width in
            texts.last { ($0.width ?? 0) <= width } ?? texts.first
        }
        return fitting ?? texts.last ?? Text(width: nil, text: text)
    }
}
