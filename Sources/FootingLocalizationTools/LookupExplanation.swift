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
        /// The language of the form: that of the string or, if the string has no form for the
        /// number, that of the source.
        public let language: LanguageTag
        /// The category of the number in that language.
        public let category: PluralCategory
        /// The category whose form is used: `zero` for the number 0, if there is such a form, and a
        /// substitute if the number's category has no form.
        public let usedCategory: PluralCategory
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
                form.usedCategory == form.category
                ? "form “\(category)”" : "form “\(form.usedCategory.rawValue)” for “\(category)”"
            let source = form.language == answer.language ? "" : " in \(form.language)"
            lines.append("  \(count ?? 0): \(chosen)\(name)\(source): \(form.string)")
        }
        return lines.joined(separator: "\n")
    }
}
