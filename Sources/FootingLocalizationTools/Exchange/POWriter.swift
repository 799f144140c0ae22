import FootingLocalization
import FootingLocalizationMembers

/// A writer of PO, the format of gettext.
enum POWriter {
    /// The file of one table; equal units give equal files.
    static func document(
        _ units: ArraySlice<TranslationUnit>,
        _ original: String,
        _ file: TranslationFile
    ) -> String {
        let header = file.language.map(PluralHeader.init)
        var fields = ["MIME-Version: 1.0", "Content-Type: text/plain; charset=UTF-8"]
        fields.append("Content-Transfer-Encoding: 8bit")
        let name = file.language?.description ?? ""
        fields.append("Language: \(name.split(separator: "-").joined(separator: "_"))")
        if let header { fields.append("Plural-Forms: \(header.text)") }
        fields.append("X-Original: \(original)")
        var text = "msgid \"\"\nmsgstr \"\"\n"
        for field in fields { text += "\(quoted(field + "\n"))\n" }
        let categories =
            header.map { $0.categories.compactMap(\.self) } ?? [.one, .other]
        var start = units.startIndex
        while start < units.endIndex {
            let group = POContext(ofID: units[start].id)
            var forms: [PluralCategory: TranslationUnit] = [:]
            var others: [TranslationUnit] = []
            repeat {
                // `other` is filled in, but a form that the header lacks is an entry of its own.
                let category = POContext(ofID: units[start].id).category
                if let category, category == .other || categories.contains(category) {
                    forms[category] = forms[category] ?? units[start]
                } else {
                    others.append(units[start])
                }
                start += 1
            } while start < units.endIndex && group.category != nil
                && POContext(ofID: units[start].id).category != nil
                && KeyBytes(POContext(ofID: units[start].id).context) == KeyBytes(group.context)
            let shown = categories.compactMap { forms[$0] }
            if let first = shown.first ?? forms[.other] {
                let other = forms[.other] ?? first
                let sources = [forms[.one] ?? other, other].map { $0.source ?? "" }
                let targets = header.map { _ in categories.map { forms[$0]?.target } }
                let count = categories.count
                append(group.context, shown, first, sources, targets, count, to: &text)
            }
            for unit in others {
                let targets = header.map { _ in [unit.target] }
                append(unit.id, [unit], unit, [unit.source ?? ""], targets, 1, to: &text)
            }
        }
        return text
    }

    /// Appends an entry: one with plural forms has two sources, and a template no targets.
    private static func append(
        _ context: String,
        _ units: [TranslationUnit],
        _ first: TranslationUnit,
        _ sources: [String],
        _ targets: [String?]?,
        _ count: Int,
        to text: inout String
    ) {
        text += "\n"
        for line in (first.comment ?? "").split(whereSeparator: \.isNewline) {
            text += "#. \(line)\n"
        }
        for path in first.uses { text += "#: \(path)\n" }
        var flags: [String] = []
        let isDraft = units.contains {
            $0.target?.isEmpty == false && $0.state?.isFinished == false
        }
        if targets != nil, isDraft { flags.append("fuzzy") }
        if sources.contains(where: isFormat) { flags.append("objc-format") }
        if !flags.isEmpty { text += "#, \(flags.joined(separator: ", "))\n" }
        text += "msgctxt \(quoted(context))\nmsgid \(quoted(sources[0]))\n"
        if sources.count > 1 { text += "msgid_plural \(quoted(sources[1]))\n" }
        for index in 0..<count {
            let name = sources.count > 1 ? "msgstr[\(index)]" : "msgstr"
            text += "\(name) \(quoted(targets?[index] ?? ""))\n"
        }
    }

    /// Whether `msgfmt` can compare the specifiers of a source: it has some, without names, and no
    /// percent sign that is prose.
    private static func isFormat(_ source: String) -> Bool {
        let shape = FormatShape(of: source, knowsNames: true)
        return !shape.arguments.isEmpty && shape.prose.isEmpty && !shape.hasStrayPercent
            && !shape.arguments.values.contains { $0.specifiers.contains(where: \.isNamed) }
    }

    private static func quoted(_ text: String) -> String {
        var lines = "\""
        var rest = text.unicodeScalars[...]
        // A text of several lines begins with an empty one.
        if let end = rest.firstIndex(of: "\n"), rest.index(after: end) != rest.endIndex {
            lines += "\"\n\""
        }
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"", "\\": lines += "\\\(scalar)"
            case "\t": lines += "\\t"
            case "\r": lines += "\\r"
            case "\n": lines += rest.isEmpty ? "\\n" : "\\n\"\n\""
            case "\0"..<" ", "\u{7F}":
                let digits = String(scalar.value, radix: 8)
                lines += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            default: lines.unicodeScalars.append(scalar)
            }
        }
        return lines + "\""
    }
}

/// The context of an entry of a PO file: the id of its units without the plural category.
struct POContext {
    let context: String
    /// The category of the unit, if it is a plural form.
    let category: PluralCategory?

    init(ofID id: String) {
        let name = TranslationID(id)
        guard case .plural(let category)? = name.path.components.last else {
            (context, self.category) = (id, nil)
            return
        }
        let path = VariationPath(name.path.components.dropLast())
        context = TranslationID(key: name.key, path: path).text
        self.category = category
    }

    /// The id of a unit with a category.
    static func id(_ context: String, _ category: PluralCategory) -> String {
        let marker = TranslationID.marker
        let nested = "\(context).plural.\(category)"
        return TranslationID(nested).path.components.count > 1
            ? nested : "\(context)\(marker)plural.\(category)"
    }
}
