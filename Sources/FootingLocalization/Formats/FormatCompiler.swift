/// Compiles the strings of one entry, which can name the entry's variables.
final class FormatCompiler {
    /// A variable as a reader found it.
    final class Variable {
        let name: String
        let display: PluralVariables.Display
        let texts: PluralForms<String>
        /// The index of the argument that the variable takes wherever it is named.
        let argument: Int32?
        /// The meaning of `%arg` in the texts.
        let own: FormatString.Piece?

        init(
            name: String,
            display: PluralVariables.Display,
            texts: PluralForms<String>,
            argument: Int32? = nil,
            own: FormatString.Piece? = nil
        ) {
            self.name = name
            self.display = display
            self.texts = texts
            self.argument = argument
            self.own = own
        }
    }

    private let key: String
    private let line: Int?
    private let builder: StringTableBuilder
    private let variables: [Variable]
    /// The indices of the variables by their names.
    private let indices: [String: Int]
    private var compiledVariables: [PluralVariables.Variable] = []
    /// The forms of all variables, one after the other.
    private var text = FormatString()

    /// Compiles the variables; their issues are noted in `builder`.
    init(
        _ variables: [Variable],
        key: String,
        line: Int? = nil,
        _ builder: StringTableBuilder
    ) {
        self.key = key
        self.line = line
        self.builder = builder
        self.variables = variables
        var indices: [String: Int] = [:]
        for index in variables.indices { indices[variables[index].name] = index }
        self.indices = indices
        for variable in variables {
            let forms = addForms(variable.texts, own: variable.own)
            compiledVariables.append(
                PluralVariables.Variable(
                    name: variable.name,
                    display: variable.display,
                    firstArgument: nil,
                    forms: forms
                )
            )
        }
    }

    /// Compiles a string of the entry, which has a format if there is something to fill in.
    func entry(_ text: String) -> (text: String, format: LocalizedFormat?) {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return (text, nil) }
        return (text, format(FormatString(text, compiler: self)))
    }

    /// The format of an entry that can name the variables.
    func format(_ format: FormatString) -> LocalizedFormat {
        LocalizedFormat(format, variables: PluralVariables(compiledVariables, text: text))
    }

    /// Compiles an entry with forms of its own, chosen by the number that is shown.
    ///
    /// If the forms show no number, the number is the one in the key.
    func entry(choosing texts: PluralForms<String>) -> (text: String, format: LocalizedFormat?) {
        let forms = addForms(texts, own: nil)
        let first = forms.first ?? 0..<0
        let pieces = text.pieces[Int(first.lowerBound)..<Int(first.upperBound)]
        let number = pieces.first { $0.display != nil } ?? FormatString(key).firstNumber
        let argument =
            switch number?.argument {
            case .next(let index), .at(let index): index
            case nil: Int32(0)
            }
        compiledVariables.append(
            PluralVariables.Variable(
                name: "",
                display: number?.display ?? .integer,
                firstArgument: 0,
                forms: forms
            )
        )
        let text = texts.first ?? ""
        let index = compiledVariables.count - 1
        return (text, format(FormatString(choosing: index, by: argument, text: text)))
    }

    /// The index of a variable, and the index of the argument that it takes wherever it is named;
    /// `nil`, which is noted, if the entry doesn't define it.
    func variable(named name: String) -> (index: Int32, argument: Int32?)? {
        guard let index = indices[name] else {
            let fault = "names “\(name)”, which it doesn't define."
            builder.note(.undefinedVariable, line: line, of: key, .kept, fault)
            return nil
        }
        return (Int32(clamping: index), variables[index].argument)
    }

    /// Compiles forms in the order of the categories, so that the report is the same every time.
    private func addForms(
        _ texts: PluralForms<String>,
        own: FormatString.Piece?
    ) -> PluralForms<Range<Int32>> {
        text.reserve(for: texts)
        var forms = PluralForms<Range<Int32>>()
        for category in PluralCategory.allCases {
            if let form = texts[category] {
                forms[category] = text.append(form, compiler: self, own: own)
            }
        }
        return forms
    }
}
