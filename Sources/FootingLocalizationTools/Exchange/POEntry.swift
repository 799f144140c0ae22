import FootingLocalizationMembers

/// An entry of a PO file.
struct POEntry {
    enum Field: Hashable {
        case context, id, plural
        case string(Int)
    }

    /// The strings by their keywords.
    var fields: [Field: String] = [:]
    var comment: String?
    /// The paths of Swift files that use the key.
    var uses: [String] = []
    var isDraft = false
    var line = 0

    /// The translations by their indices.
    var targets: [(index: Int, text: String)] {
        fields.compactMap { field, text in
            if case .string(let index) = field { (index, text) } else { nil }
        }.sorted { $0.index < $1.index }
    }
}

extension POEntry {
    /// Creates an entry from the units of its translations, with the attributes of one unit.
    init(_ units: [TranslationUnit?], _ context: String, like unit: TranslationUnit) {
        fields = [.context: context, .id: unit.source ?? ""]
        for (index, unit) in units.enumerated() { fields[.string(index)] = unit?.target ?? "" }
        (comment, uses) = (unit.comment, unit.uses)
        isDraft = units.contains {
            $0?.target?.isEmpty == false && $0?.state?.isFinished == false
        }
    }

    /// The lines of the entry.
    var text: String {
        let sources = [fields[.id] ?? ""] + (fields[.plural].map { [$0] } ?? [])
        var lines = (comment ?? "").split(whereSeparator: \.isNewline).map { "#. \($0)" }
        lines += uses.map { "#: \($0)" }
        let flags =
            (isDraft ? ["fuzzy"] : [])
            + (sources.contains(where: Self.isFormat) ? ["objc-format"] : [])
        if !flags.isEmpty { lines.append("#, \(flags.joined(separator: ", "))") }
        if let context = fields[.context] { lines.append("msgctxt \(Self.quoted(context))") }
        lines.append("msgid \(Self.quoted(sources[0]))")
        if sources.count > 1 { lines.append("msgid_plural \(Self.quoted(sources[1]))") }
        for (index, target) in targets {
            let name = sources.count > 1 ? "msgstr[\(index)]" : "msgstr"
            lines.append("\(name) \(Self.quoted(target))")
        }
        return lines.map { $0 + "\n" }.joined()
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
