/// Compiles the strings of one entry, and resolves references to the entry's variables.
final class FormatCompiler {
    /// A variable as read from a file.
    final class Variable {
        let name: String
        var display: PluralVariables.Display
        let texts: PluralForms<String>
        /// The index of the variable's argument, or `nil` if each reference names its own argument.
        let argument: Int32?
        /// The specifier that `%arg` denotes in the forms.
        let own: FormatString.Piece?
        /// The source's variable, for numbers of whose category this one has no form.
        let source: Variable?

        init(
            name: String,
            display: PluralVariables.Display,
            texts: PluralForms<String>,
            argument: Int32? = nil,
            own: FormatString.Piece? = nil,
            source: Variable? = nil
        ) {
            self.name = name
            self.display = display
            self.texts = texts
            self.argument = argument
            self.own = own
            self.source = source
        }
    }

    private let key: String
    private let line: Int?
    private let builder: StringTableBuilder
    /// The variables, followed by those of the source.
    private var variables: [Variable]
    /// The indices of the variables; -1 for an undefined one.
    private let names: NameIndices
    private var compiledVariables: [PluralVariables.Variable] = []
    /// The entry of a catalog, whose source has the variables that a translation lacks; `nil` in
    /// other tables.
    private let entry: CatalogEntry?
    /// The names of undefined variables; in other tables than catalogs, they are already noted.
    private(set) var undefined: [String] = []
    /// The concatenated forms of all variables.
    private var text = FormatString()

    @inline(never)
    init(
        _ variables: [Variable],
        key: String,
        line: Int? = nil,
        _ builder: StringTableBuilder,
        of entry: CatalogEntry? = nil
    ) {
        self.entry = entry
        self.key = key
        self.line = line
        self.builder = builder
        self.variables = variables
        names = NameIndices(variables)
        if !variables.isEmpty { compileVariables() }
    }

    /// Whether specifiers can have names, as in a catalog.
    var knowsNames: Bool { entry != nil }

    var argumentNames: ArgumentNames? { entry?.argumentNames }

    /// Compiles the variables that are not compiled yet, and those that their forms name; returns
    /// how many there are.
    @discardableResult
    private func compileVariables() -> Int {
        var index = compiledVariables.count
        while index < variables.count {
            let variable = variables[index]
            let forms = addForms(variable.texts, own: variable.own)
            compiledVariables.append(
                PluralVariables.Variable(
                    name: variable.name,
                    display: variable.display,
                    // An entry's own plural forms count all arguments.
                    firstArgument: variable.name.isEmpty ? 0 : nil,
                    forms: forms
                )
            )
            index += 1
        }
        return index
    }

    /// Compiles a string of the entry; the format is `nil` if the string has no percent sign.
    func entry(_ text: String) -> (text: String, format: LocalizedFormat?) {
        guard text.hasByte(UInt8(ascii: "%")) else { return (text, nil) }
        return (text, format(FormatString(text, compiler: self)))
    }

    func format(_ format: FormatString) -> LocalizedFormat {
        let ownCount = compileVariables()
        guard ownCount > 0 else { return LocalizedFormat(format) }
        var (index, count) = (0, ownCount)
        while index < count {
            if let source = variables[index].source {
                compiledVariables[index].source = Int32(clamping: count)
                variables.append(source)
                count = compileVariables()
            }
            index += 1
        }
        let variables = PluralVariables(
            compiledVariables,
            ownCount: ownCount,
            source: count > ownCount ? entry?.sourceLanguage : nil,
            text: text
        )
        return LocalizedFormat(format, variables: variables)
    }

    /// Compiles an entry that has plural forms itself, selected by the first number in the
    /// preferred form, else in the key, else by the first argument; `source` has the source's
    /// forms, for numbers of whose category the entry has none.
    func entry(
        choosing texts: PluralForms<String>,
        else source: PluralForms<String>? = nil
    ) -> (text: String, format: LocalizedFormat?) {
        if texts[.other] == nil, source == nil {
            let fault = "has no form “other”."
            builder.note(.missingPluralCategory, line: line, of: key, .usedAsWritten, fault)
        }
        let substitute = source.map { Variable(name: "", display: .integer, texts: $0) }
        let index = variables.count
        variables.append(Variable(name: "", display: .integer, texts: texts, source: substitute))
        compileVariables()
        let text = texts[.other] ?? source?.first ?? texts.first ?? ""
        let number =
            compiledVariables[index].forms.first.flatMap { self.text.firstNumber(in: $0) }
            ?? FormatString(text, names: argumentNames).firstNumber
            ?? FormatString(key, names: argumentNames).firstNumber
        let argument =
            switch number?.argument {
            case .next(let index), .at(let index): index
            case nil: Int32(0)
            }
        if let display = number?.display {
            compiledVariables[index].display = display
            substitute?.display = display
        }
        return (text, format(FormatString(choosing: index, by: argument, text: text)))
    }

    /// Returns the index of a variable, and of its argument if that is fixed; notes an undefined
    /// variable, and returns `nil`.
    func variable(named name: String) -> (index: Int32, argument: Int32?)? {
        let index = names[name] ?? addSourceVariable(named: name)
        guard index >= 0 else {
            if entry == nil { noteUndefined(name, .usedAsWritten) }
            return nil
        }
        return (Int32(clamping: index), variables[index].argument)
    }

    /// Adds a variable of the source and returns its index, or -1 for an undefined one.
    private func addSourceVariable(named name: String) -> Int {
        var index = -1
        if let source = entry?.sourceVariable(named: name) {
            index = variables.count
            variables.append(
                Variable(
                    name: name,
                    display: source.display,
                    texts: PluralForms(),
                    argument: source.argument,
                    source: source
                )
            )
        } else {
            undefined.append(name)
        }
        names.insert(name, index)
        return index
    }

    func noteUndefined(_ name: String, _ resolution: LocalizationIssue.Resolution) {
        let message = key.quoted + " names " + name.quoted + ", which it doesn't define."
        builder.note(.undefinedVariable, line: line, key: key, about: name, resolution, message)
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
