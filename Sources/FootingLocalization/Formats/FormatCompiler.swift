/// Compiles the strings of one entry, and resolves references to the entry's variables.
final class FormatCompiler {
    /// A variable as read from a file.
    final class Variable {
        let name: String
        let display: PluralVariables.Display
        let texts: PluralForms<String>
        /// The index of the variable's argument, or `nil` if each reference names its own argument.
        let argument: Int32?
        /// The specifier that `%arg` denotes in the forms.
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
    private let indices: [String: Int]
    private var compiledVariables: [PluralVariables.Variable] = []
    /// The concatenated forms of all variables.
    private var text = FormatString()

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

    /// Compiles a string of the entry; the format is `nil` if the string has no percent sign.
    func entry(_ text: String) -> (text: String, format: LocalizedFormat?) {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return (text, nil) }
        return (text, format(FormatString(text, compiler: self)))
    }

    func format(_ format: FormatString) -> LocalizedFormat {
        guard !compiledVariables.isEmpty else { return LocalizedFormat(format) }
        return LocalizedFormat(format, variables: PluralVariables(compiledVariables, text: text))
    }

    /// Compiles an entry that has plural forms itself, selected by the first number in the
    /// preferred form, else in the key, else by the first argument.
    func entry(choosing texts: PluralForms<String>) -> (text: String, format: LocalizedFormat?) {
        if texts[.other] == nil {
            let fault = "has no form “other”."
            builder.note(.missingPluralForm, line: line, of: key, .kept, fault)
        }
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

    /// Returns the index of a variable, and of its argument if that is fixed; notes an undefined
    /// variable, and returns `nil`.
    func variable(named name: String) -> (index: Int32, argument: Int32?)? {
        guard let index = indices[name] else {
            let fault = "names “\(name)”, which it doesn't define."
            builder.note(.undefinedVariable, line: line, of: key, .kept, fault)
            return nil
        }
        return (Int32(clamping: index), variables[index].argument)
    }

    /// Compiles forms in the order of the categories, so that the report is deterministic.
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
