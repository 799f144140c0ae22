public import FootingLocalization

/// An explanation of how a localizer finds the string of a key: the languages that it searches, and
/// the file that has the key.
///
/// ```swift
/// print(l10n.explain("books.mapped", count: 2))
/// ```
public struct LookupExplanation: Hashable, Sendable {
    /// A language that was searched.
    public struct Step: Hashable, Sendable {
        /// The language.
        public let language: LanguageTag
        /// The files of the table in this language; empty if it has no such table.
        public let files: [String]
        /// Whether the key was found.
        public let hasKey: Bool
    }

    /// The entry that was found.
    public struct Answer: Hashable, Sendable {
        /// The language of the string, whose plural rules and number formats are used.
        public let language: LanguageTag
        /// The path of the file.
        public let file: String
        /// The line on which the entry begins; `nil` in binary property lists.
        public let line: Int?
        /// The unformatted string in the table.
        public let string: String
        /// The forms that the number selects; empty without a number, and for strings without
        /// variables.
        public let forms: [Form]
    }

    /// A form of a plural variable that a number selected.
    public struct Form: Hashable, Sendable {
        /// The name of the variable; empty if the string consists of plural forms.
        public let variable: String
        /// The category of the number in the language of the string.
        public let category: PluralCategory
        /// The category whose form is used: `zero` for the number 0, if there is such a form, and a
        /// substitute if the number's category has no form.
        public let used: PluralCategory
        /// The string of the form.
        public let string: String
    }

    /// The key.
    public let key: String
    /// The name of the table.
    public let table: String
    /// The languages in search order, up to the language that has the key.
    public let steps: [Step]
    /// The entry that was found, or `nil` if the caller's default or the key itself is shown.
    public let answer: Answer?
    /// The number, if one was given.
    public let count: Int?
}

extension Localizer {
    /// Explains how the string of a key is found: the languages that are searched, the file and
    /// line of the entry, and the plural form that a number selects.
    ///
    /// Use this for debugging, not for each look-up.
    ///
    /// - Parameters:
    ///   - key: The key, which is compared by its bytes.
    ///   - count: The number that selects plural forms, or `nil`.
    ///   - table: The name of the table; `nil` and the empty string mean `Localizable`.
    /// - Returns: The explanation, whose description has a few lines.
    /// - Complexity: O(*n*) in the size of the tables that are searched.
    public func explain(
        _ key: String,
        count: Int? = nil,
        table: String? = nil
    ) -> LookupExplanation {
        let name = table.tableName
        let tables = self.tables.joined().filter { $0.name == name }
        var steps: [LookupExplanation.Step] = []
        var answer: LookupExplanation.Answer?
        for language in languages {
            let own = tables.filter { $0.languageTag == language }
            for table in own {
                answer = self.answer(for: key, count: count, in: table)
                if answer != nil { break }
            }
            steps.append(
                LookupExplanation.Step(
                    language: language,
                    files: own.flatMap(\.files),
                    hasKey: answer != nil
                )
            )
            if answer != nil { break }
        }
        return LookupExplanation(
            key: key,
            table: name,
            steps: steps,
            answer: answer,
            count: count
        )
    }

    private func answer(
        for key: String,
        count: Int?,
        in table: StringTable
    ) -> LookupExplanation.Answer? {
        var found: TableContents.Entry?
        table.forEachEntry { index, own, text, file, line in
            guard KeyBytes(own) == KeyBytes(key) else { return }
            found = TableContents.Entry(index: index, key: key, text: text, file: file, line: line)
        }
        guard let found else { return nil }
        let file = table.files[found.file]
        let texts = EntryTexts(of: found, in: table)
        let text = texts.text(fitting: width)
        var forms: [LookupExplanation.Form] = []
        if let count {
            let category = PluralRules(table.languageTag).category(for: count)
            forms = text.variables.compactMap { variable in
                guard let used = variable.category(for: count, category) else { return nil }
                return LookupExplanation.Form(
                    variable: variable.name,
                    category: category,
                    used: used,
                    string: variable.forms[used] ?? ""
                )
            }
        }
        return LookupExplanation.Answer(
            language: table.languageTag,
            file: file,
            line: found.line,
            string: text.text,
            forms: forms
        )
    }
}

extension LookupExplanation: CustomStringConvertible {
    /// A line for each language that was searched, followed by the entry that was found.
    public var description: String {
        var lines = ["“\(key)” in the table “\(table)”:"]
        if steps.isEmpty { lines.append("  no language is searched") }
        for step in steps {
            let files = step.files.joined(separator: ", ")
            let what =
                step.files.isEmpty ? "has no such table" : step.hasKey ? "has it" : "lacks it"
            lines.append("  \(step.language) \(what)" + (files.isEmpty ? "" : ": \(files)"))
        }
        guard let answer else {
            return (lines + ["  shown: the caller's default, or the key"]).joined(separator: "\n")
        }
        let line = answer.line.map { ":\($0)" } ?? ""
        lines.append("  found at \(answer.file)\(line)")
        lines.append("  string: \(answer.string)")
        for form in answer.forms {
            let name = form.variable.isEmpty ? "" : " of “\(form.variable)”"
            let category = form.category.rawValue
            let chosen =
                form.used == form.category
                ? "form “\(category)”" : "form “\(form.used.rawValue)” for “\(category)”"
            lines.append("  \(count ?? 0): \(chosen)\(name): \(form.string)")
        }
        return lines.joined(separator: "\n")
    }
}
