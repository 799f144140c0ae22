import FootingLocalization
import FootingLocalizationMembers

/// A writer of PO, the format of gettext.
enum POWriter {
    /// The file of one table; equal units give equal files, and a template has no targets.
    static func document(
        _ units: ArraySlice<TranslationUnit>,
        _ original: String,
        _ file: TranslationFile
    ) -> String {
        let header = file.language.map(PluralHeader.init)
        let name = file.language?.description ?? ""
        var fields = ["MIME-Version: 1.0", "Content-Type: text/plain; charset=UTF-8"]
        fields.append("Content-Transfer-Encoding: 8bit")
        fields.append("Language: \(name.split(separator: "-").joined(separator: "_"))")
        if let header { fields.append("Plural-Forms: \(header.text)") }
        fields.append("X-Original: \(original)")
        let content = fields.map { $0 + "\n" }.joined()
        var entries = [POEntry(fields: [.id: "", .string(0): content])]
        let categories = header.map { $0.categories.compactMap(\.self) } ?? [.one, .other]
        var start = units.startIndex
        while start < units.endIndex {
            let group = TranslationID(units[start].id).group
            var forms: [PluralCategory: TranslationUnit] = [:]
            var others: [TranslationUnit] = []
            repeat {
                var unit = units[start]
                if header == nil { unit.target = nil }
                // `other` is filled in, but a form that the header lacks is an entry of its own.
                let category = TranslationID(unit.id).category
                if let category, category == .other || categories.contains(category) {
                    forms[category] = forms[category] ?? unit
                } else {
                    others.append(unit)
                }
                start += 1
            } while start < units.endIndex && group != nil
                && TranslationID(units[start].id).group == group
            let shown = categories.map { forms[$0] }
            if let group, let first = shown.lazy.compactMap(\.self).first ?? forms[.other] {
                let other = forms[.other] ?? first
                var entry = POEntry(shown, group.text, like: first)
                entry.fields[.id] = (forms[.one] ?? other).source ?? ""
                entry.fields[.plural] = other.source ?? ""
                entries.append(entry)
            }
            entries += others.map { POEntry([$0], $0.id, like: $0) }
        }
        return entries.map(\.text).joined(separator: "\n")
    }
}
