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
            if !forms.isEmpty {
                append(forms, group.context, categories, hasTargets: header != nil, to: &text)
            }
            for unit in others { append(unit, hasTargets: header != nil, to: &text) }
        }
        return text
    }

    /// Appends an entry with plural forms.
    private static func append(
        _ forms: [PluralCategory: TranslationUnit],
        _ context: String,
        _ categories: [PluralCategory],
        hasTargets: Bool,
        to text: inout String
    ) {
        let shown = categories.compactMap { forms[$0] }
        guard let first = shown.first ?? forms.first?.value else { return }
        let other = forms[.other] ?? first
        let sources = [(forms[.one] ?? other).source ?? "", other.source ?? ""]
        appendComments(of: first, shown, sources, hasTargets: hasTargets, to: &text)
        text += "msgctxt \(quoted(context))\nmsgid \(quoted(sources[0]))\n"
        text += "msgid_plural \(quoted(sources[1]))\n"
        for (index, category) in categories.enumerated() {
            let target = hasTargets ? forms[category]?.target ?? "" : ""
            text += "msgstr[\(index)] \(quoted(target))\n"
        }
    }

    /// Appends an entry without plural forms.
    private static func append(
        _ unit: TranslationUnit,
        hasTargets: Bool,
        to text: inout String
    ) {
        let source = unit.source ?? ""
        appendComments(of: unit, [unit], [source], hasTargets: hasTargets, to: &text)
        text += "msgctxt \(quoted(unit.id))\nmsgid \(quoted(source))\n"
        text += "msgstr \(quoted(hasTargets ? unit.target ?? "" : ""))\n"
    }

    private static func appendComments(
        of first: TranslationUnit,
        _ shown: [TranslationUnit],
        _ sources: [String],
        hasTargets: Bool,
        to text: inout String
    ) {
        text += "\n"
        for line in (first.comment ?? "").split(whereSeparator: \.isNewline) {
            text += "#. \(line)\n"
        }
        for path in first.uses { text += "#: \(path)\n" }
        var flags: [String] = []
        let isDraft = shown.contains {
            $0.target?.isEmpty == false && $0.state?.isFinished == false
        }
        if hasTargets, isDraft { flags.append("fuzzy") }
        if sources.contains(where: isFormat) { flags.append("objc-format") }
        if !flags.isEmpty { text += "#, \(flags.joined(separator: ", "))\n" }
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
