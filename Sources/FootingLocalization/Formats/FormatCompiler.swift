/// Makes formats of the texts of one entry that has variables.
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
    /// The variables, or `nil` if there are none.
    private(set) var compiled: PluralVariables?
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
        guard !variables.isEmpty else { return }
        compiled = PluralVariables(
            variables.map { variable in
                (
                    name: variable.name,
                    display: variable.display,
                    forms: forms(variable.texts, own: variable.own, builder),
                    firstArgument: nil
                )
            }
        )
    }

    func format(
        _ text: String,
        own: FormatString.Piece? = nil,
        _ builder: StringTableBuilder
    ) -> FormatString {
        let format = FormatString(text, compiler: self, own: own)
        for name in format.undefinedVariables {
            builder.note(
                .undefinedVariable,
                line: line,
                key: key,
                .kept,
                "“\(key)” names “\(name)”, which it doesn't define."
            )
        }
        return format
    }

    /// The place of a variable, and the index of the argument that it takes wherever it is named.
    func variable(named name: String) -> (index: Int32, argument: Int32?)? {
        places[name].map { (Int32(clamping: $0), variables[$0].argument) }
    }

    /// The forms of a variable, compiled in the order of the categories so that the report is the
    /// same every time.
    func forms(
        _ texts: PluralForms<String>,
        own: FormatString.Piece? = nil,
        _ builder: StringTableBuilder
    ) -> PluralForms<FormatString> {
        var forms = PluralForms<FormatString>()
        for category in PluralCategory.allCases {
            guard let text = texts[category] else { continue }
            forms[category] = format(text, own: own, builder)
        }
        return forms
    }
}
