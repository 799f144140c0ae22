import FootingLocalization
import FootingLocalizationMembers

/// A reader of PO, the format of gettext.
struct POReader {
    private let path: String
    private var entries: [POEntry] = []
    private var entry = POEntry()
    /// The field that a string on a line of its own continues.
    private var field: POEntry.Field?
    private var line = 0

    /// Reads the content of a file in UTF-8; the language is that of a file that names none.
    static func read(
        _ bytes: [UInt8],
        at path: String,
        _ language: LanguageTag?
    ) throws(LocalizationToolsError) -> TranslationFile {
        var reader = POReader(path: path)
        var rest = bytes[...]
        while !rest.isEmpty {
            reader.line += 1
            try reader.read(rest.popLine())
        }
        try reader.finishEntry()
        return try reader.file(language)
    }

    private init(path: String) { self.path = path }

    private func invalid(_ message: String, line: Int? = nil) -> LocalizationToolsError {
        LocalizationToolsError(.invalidPO, file: path, line: line ?? self.line, message)
    }

    private mutating func read(_ line: ArraySlice<UInt8>) throws(LocalizationToolsError) {
        let isBlank: (UInt8) -> Bool = { " \t\r\u{B}\u{C}".utf8.contains($0) }
        var rest = line.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        guard let first = rest.first else { return }
        if first == UInt8(ascii: "#") { return try readComment(rest.dropFirst()) }
        if first != UInt8(ascii: "\"") {
            let word = rest.prefix { !isBlank($0) && $0 != UInt8(ascii: "\"") }
            rest = rest[word.endIndex...].drop(while: isBlank)
            try begin(String(decoding: word, as: UTF8.self))
        }
        guard let field, let text = Self.string(rest) else {
            throw invalid("This is neither a keyword nor a complete string: correct the line.")
        }
        entry.fields[field, default: ""] += text
    }

    private mutating func readComment(
        _ comment: ArraySlice<UInt8>
    ) throws(LocalizationToolsError) {
        // Entries that are no longer used are comments.
        guard let kind = comment.first, kind != UInt8(ascii: "~") else { return }
        if entry.hasString { try finishEntry() }
        let text = String(decoding: comment.dropFirst(), as: UTF8.self)
        if kind == UInt8(ascii: ",") {
            let flags = text.utf8.split { " ,".utf8.contains($0) }
            if flags.contains(where: { $0.elementsEqual("fuzzy".utf8) }) { entry.isDraft = true }
        } else if kind == UInt8(ascii: ".") {
            let text = text.hasPrefix(" ") ? String(text.dropFirst()) : text
            entry.comment.appendLine(text)
        }
    }

    /// Begins the field with a keyword; some keywords begin an entry.
    private mutating func begin(_ keyword: String) throws(LocalizationToolsError) {
        switch keyword {
        case "msgctxt": field = .context
        case "msgid": field = .id
        case "msgid_plural": field = .plural
        case "msgstr": field = .string(0)
        case _ where keyword.hasPrefix("msgstr[") && keyword.hasSuffix("]"):
            field = Int(keyword.dropFirst(7).dropLast()).map { .string($0) }
        default: field = nil
        }
        if entry.hasString, field == .context || field == .id { try finishEntry() }
        guard let field, entry.fields[field] == nil else {
            throw invalid("“\(keyword)” can't be here: correct the line.")
        }
        if entry.fields.isEmpty { entry.line = line }
        entry.fields[field] = ""
    }

    private mutating func finishEntry() throws(LocalizationToolsError) {
        defer { entry = POEntry() }
        guard !entry.fields.isEmpty else { return }
        guard entry.fields[.id] != nil, entry.hasString else {
            throw invalid(
                "An entry begins here, but has no string: add its msgid and msgstr.",
                line: entry.line
            )
        }
        guard entries.count < TranslationFile.maximumUnits else {
            throw TranslationFile.tooManyUnits(path, line: line)
        }
        entries.append(entry)
    }

    /// Decodes strings in quotation marks; `nil` if a quotation mark is missing.
    private static func string(_ text: ArraySlice<UInt8>) -> String? {
        guard text.count > 1, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"")
        else { return nil }
        var rest = text.dropFirst().dropLast()
        var decoded: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                if byte == UInt8(ascii: "\"") { return nil }
                decoded.append(byte)
                continue
            }
            guard let escape = rest.popFirst() else { return nil }
            let octal = rest.prefix(2).prefix { UInt8(ascii: "0")...UInt8(ascii: "7") ~= $0 }
            switch escape {
            case UInt8(ascii: "n"): decoded.append(0x0A)
            case UInt8(ascii: "t"): decoded.append(0x09)
            case UInt8(ascii: "r"): decoded.append(0x0D)
            case UInt8(ascii: "a"): decoded.append(0x07)
            case UInt8(ascii: "b"): decoded.append(0x08)
            case UInt8(ascii: "v"): decoded.append(0x0B)
            case UInt8(ascii: "f"): decoded.append(0x0C)
            case UInt8(ascii: "0")...UInt8(ascii: "7"):
                rest = rest.dropFirst(octal.count)
                let digits = String(decoding: [escape] + octal, as: UTF8.self)
                guard let value = UInt8(digits, radix: 8) else { return nil }
                decoded.append(value)
            default: decoded.append(escape)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }
}

extension POReader {
    private func file(
        _ other: LanguageTag?
    ) throws(LocalizationToolsError) -> TranslationFile {
        var fields: [String: String] = [:]
        let header = entries.first(where: \.isHeader)
        let lines = (header?.fields[.string(0)] ?? "").split(separator: "\n")
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        let type = (fields["content-type"] ?? "").lowercased()
        let known = ["utf-8", "utf8", "ascii", "charset=charset"]
        if type.contains("charset="), !known.contains(where: type.contains) {
            throw invalid("The file is not in UTF-8: convert it with msgconv.", line: header?.line)
        }
        let name = fields["language"].map { $0.split(separator: "_").joined(separator: "-") }
        let language = name.flatMap { LanguageTag($0) }
        let categories = try categories(
            fields["plural-forms"],
            language ?? other,
            line: header?.line
        )
        let original = fields["x-original"] ?? ""
        let units = entries.filter { !$0.isHeader }.flatMap { $0.units(original, categories) }
        return TranslationFile(units: units, language: language)
    }

    /// The categories of the indices; none if an index stands for two categories.
    private func categories(
        _ field: String?,
        _ language: LanguageTag?,
        line: Int?
    ) throws(LocalizationToolsError) -> [PluralCategory?] {
        guard let language, let field, !field.contains("INTEGER") else { return [] }
        do {
            return try PluralHeader.read(field, language) ?? []
        } catch {
            throw invalid("“Plural-Forms” is malformed: correct it.", line: line)
        }
    }
}

extension POEntry {
    fileprivate var hasString: Bool { !targets.isEmpty }
    fileprivate var isHeader: Bool { fields[.context] == nil && fields[.id] == "" }

    /// The units of the entry: one, or one for each category that its forms stand for.
    fileprivate func units(_ original: String, _ categories: [PluralCategory?]) -> [TranslationUnit]
    {
        let source = fields[.id] ?? ""
        let context = fields[.context] ?? source
        guard let plural = fields[.plural] else {
            return [unit(original, context, source, fields[.string(0)])]
        }
        var units: [TranslationUnit] = []
        var lost: [String] = []
        for (index, target) in targets {
            guard categories.indices ~= index, let category = categories[index] else {
                lost.append(target)
                continue
            }
            let id = TranslationID.id(of: category, in: context)
            units.append(unit(original, id, category == .one ? source : plural, target))
        }
        if !categories.contains(.other), !units.isEmpty {
            units[units.count - 1].isCopiedToOther = true
        }
        // Without a translation, the unit isn't refused.
        let target = lost.first { !$0.isEmpty }
        if target != nil || units.isEmpty {
            var unit = unit(original, context, source, target ?? lost.first)
            unit.fault = .pluralMismatch
            units.append(unit)
        }
        return units
    }

    private func unit(
        _ original: String,
        _ id: String,
        _ source: String,
        _ target: String?
    ) -> TranslationUnit {
        var unit = TranslationUnit(original: original, id: id, source: source, comment: comment)
        unit.target = target?.isEmpty == true && !source.isEmpty ? nil : target
        unit.state = isDraft ? .needsReview : nil
        unit.line = line
        return unit
    }
}
