/// Makes formats of the texts of one entry, which can name its variables.
final class FormatCompiler {
    /// A variable as a reader found it.
    struct Variable {
        var name: String
        var display: PluralVariables.Display
        var texts: PluralForms<String>
        /// The index of the argument that it takes wherever it is named.
        var argument: Int32?
        /// What `%arg` means in its texts.
        var own: FormatString.Piece?
    }

    let key: String
    let line: Int?
    /// The variables with their forms.
    private(set) var compiled = PluralVariables()
    private let variables: [Variable]
    /// The places of the variables by their names.
    private let places: [String: Int]

    /// Compiles the variables; what is wrong with them is noted in `builder`.
    init(
        _ variables: [Variable],
        key: String,
        line: Int? = nil,
        _ builder: StringTableBuilder
    ) {
        self.key = key
        self.line = line
        self.variables = variables
        var places: [String: Int] = [:]
        for index in variables.indices { places[variables[index].name] = index }
        self.places = places
        for variable in variables {
            let forms = addForms(variable.texts, own: variable.own, builder)
            compiled.variables.append(
                PluralVariables.Variable(
                    name: variable.name,
                    display: variable.display,
                    firstArgument: nil,
                    forms: forms
                )
            )
        }
    }

    /// Reads a text of the entry itself.
    func format(_ text: String, _ builder: StringTableBuilder) -> FormatString {
        let format = FormatString(text, compiler: self)
        note(format.undefinedVariables[...], builder)
        return format
    }

    /// The format of an entry with forms of its own, by the number that is shown.
    ///
    /// Where none is shown, it is the one that the key has.
    func format(choosing texts: PluralForms<String>, _ builder: StringTableBuilder) -> FormatString {
        let forms = addForms(texts, own: nil, builder)
        let first = forms.first ?? 0..<0
        let pieces = compiled.text.pieces[Int(first.lowerBound)..<Int(first.upperBound)]
        let number = pieces.first { $0.display != nil } ?? FormatString(key).firstNumber
        let argument =
            switch number?.argument {
            case .next(let index), .at(let index): index
            case nil: Int32(0)
            }
        compiled.variables.append(
            PluralVariables.Variable(
                name: "",
                display: number?.display ?? .integer,
                firstArgument: 0,
                forms: forms
            )
        )
        let index = compiled.variables.count - 1
        return FormatString(choosing: index, by: argument, text: texts.first ?? "")
    }

    /// The place of a variable, and the index of the argument that it takes wherever it is named.
    func variable(named name: String) -> (index: Int32, argument: Int32?)? {
        places[name].map { (Int32(clamping: $0), variables[$0].argument) }
    }

    /// Reads forms in the order of the categories, so that the report is the same every time.
    private func addForms(
        _ texts: PluralForms<String>,
        own: FormatString.Piece?,
        _ builder: StringTableBuilder
    ) -> PluralForms<Range<Int32>> {
        var forms = PluralForms<Range<Int32>>()
        for category in PluralCategory.allCases {
            guard let text = texts[category] else { continue }
            let noted = compiled.text.undefinedVariables.count
            forms[category] = compiled.text.append(text, compiler: self, own: own)
            note(compiled.text.undefinedVariables[noted...], builder)
        }
        return forms
    }

    private func note(_ undefinedVariables: ArraySlice<String>, _ builder: StringTableBuilder) {
        for name in undefinedVariables {
            let fault = "names “\(name)”, which it doesn't define."
            builder.note(.undefinedVariable, line: line, of: key, .kept, fault)
        }
    }
}
