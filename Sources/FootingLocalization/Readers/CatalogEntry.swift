import FootingBytes

/// One key of a catalog, whose texts are put into the tables of their languages.
final class CatalogEntry {
    private let document: JSONDocument
    private let keyToken: JSONToken
    private let key: String
    private let line: Int
    private let hash: UInt64
    private let reader: CatalogReader
    private let localizations: Int?

    init(
        _ document: JSONDocument,
        _ keyToken: JSONToken,
        _ key: String,
        line: Int,
        localizations: Int?,
        _ reader: CatalogReader
    ) {
        self.reader = reader
        self.localizations = localizations
        self.document = document
        self.keyToken = keyToken
        self.key = key
        self.line = line
        var key = key
        hash = key.withUTF8 { unsafe KeyHash.current($0) }
    }

    /// The parts of a localization, and of what stands in its variations.
    private struct Parts {
        var unit: Int?
        var variations: Int?
        var substitutions: Int?

        @inline(never)
        init(of index: Int, in document: JSONDocument) {
            for (key, value) in JSONMembers(of: index, in: document) {
                if document.isWord("stringUnit", key) {
                    unit = value
                } else if document.isWord("variations", key) {
                    variations = value
                } else if document.isWord("substitutions", key) {
                    substitutions = value
                }
            }
        }
    }

    /// A text, or one for each category of a number.
    private enum Reading {
        case text(String)
        case forms(PluralForms<String>)

        /// The forms; a text is the form `other`.
        var forms: PluralForms<String> {
            switch self {
            case .forms(let forms): return forms
            case .text(let text):
                var forms = PluralForms<String>()
                forms[.other] = text
                return forms
            }
        }
    }

    var sourceLanguage: LanguageContext { reader.scratch.language }

    func sourceVariable(named name: String) -> FormatCompiler.Variable? {
        source.variables.first { $0.name == name }
    }

    /// The string in the language that the keys are in, with its variables: it stands in for what
    /// isn't translated.
    private lazy var source: (reading: Reading, variables: [FormatCompiler.Variable]) = {
        guard let index = reader.source(of: localizations) else { return (.text(key), []) }
        let parts = Parts(of: index, in: document)
        // Issues are noted where the string is read for its own language.
        let builder = reader.scratch
        return (
            read(parts, true, depth: 0, builder) ?? .text(key),
            parts.substitutions.map { readVariables(of: $0, true, builder) } ?? []
        )
    }()

    /// Adds the source's string for another language.
    @inline(never)
    func addSource(to builder: StringTableBuilder) {
        var reading = source.reading
        // No form is of the other language.
        if case .forms = reading { reading = .forms(PluralForms()) }
        if !add(reading, [], isSource: false, to: builder) { addPlain(key, to: builder) }
    }

    /// Adds a localization; the answer is whether it has a text that can be used.
    ///
    /// In the source language a text counts as soon as it is there: Xcode calls those new that it
    /// took from code.
    func add(_ index: Int, isSource: Bool, to builder: StringTableBuilder) -> Bool {
        let parts = Parts(of: index, in: document)
        guard parts.variations == nil, parts.substitutions == nil else {
            return addCompiled(parts, isSource: isSource, to: builder)
        }
        guard let unit = parts.unit, let token = token(of: unit, isSource: isSource) else {
            for (name, _) in JSONMembers(of: index, in: document)
            where document.isWord("stringSet", name) {
                let fault = "is a set of strings (“stringSet”), which look-ups don't show."
                builder.note(.stringSet, line: line, of: key, .skipped, fault)
                break
            }
            return false
        }
        guard let text = text(of: token, builder) else { return false }
        let content = document.content(of: token)
        // A percent sign can also be written as an escape.
        let hasPercent =
            content.index(of: UInt8(ascii: "%"), from: 0) < content.count
            || token.isEscaped && text.hasByte(UInt8(ascii: "%"))
        if hasPercent, text.hasByte(UInt8(ascii: "#")) {
            return add(.text(text), [], isSource: isSource, to: builder)
        }
        addPlain(text, hasPercent: hasPercent, to: builder)
        return true
    }

    func addPlain(_ text: String, to builder: StringTableBuilder) {
        addPlain(text, hasPercent: text.hasByte(UInt8(ascii: "%")), to: builder)
    }

    private func addPlain(
        _ text: consuming String,
        hasPercent: Bool,
        to builder: StringTableBuilder
    ) {
        if keyToken.isEscaped { return builder.add(key: key, text: text, line: line) }
        let key = document.content(of: keyToken)
        builder.add(key: key, hash: hash, text: text, hasPercent: hasPercent, line: line)
    }

    /// The value of a string unit, or `nil` if it can't be used.
    @inline(never)
    private func token(of unit: Int, isSource: Bool) -> JSONToken? {
        var value: JSONToken?
        var (isTranslated, isNew) = (true, false)
        for (key, index) in JSONMembers(of: unit, in: document) {
            if document.isWord("value", key) {
                value = document[index]
            } else if document.isWord("state", key) {
                isTranslated = document.isWord("translated", document[index])
                isNew = !isTranslated && document.isWord("new", document[index])
            }
        }
        guard let value, value.kind == .string else { return nil }
        if value.extent == 0, !isTranslated { return nil }
        return isNew && !isSource ? nil : value
    }

    /// The text of a string, or `nil`, which is noted, if it can't be one.
    private func text(of token: JSONToken, _ builder: StringTableBuilder) -> String? {
        if let text = document.text(of: token) { return text }
        let fault = "has half of a surrogate pair in its text."
        builder.note(.undecodableText, line: line, of: key, .skipped, fault)
        return nil
    }

    private func addCompiled(
        _ parts: Parts,
        isSource: Bool,
        to builder: StringTableBuilder
    ) -> Bool {
        guard let reading = read(parts, isSource, depth: 0, builder) else { return false }
        let variables = parts.substitutions.map { readVariables(of: $0, isSource, builder) } ?? []
        return add(reading, variables, isSource: isSource, to: builder)
    }

    /// Adds a string with its variables; the answer is whether they are all defined.
    ///
    /// A variable without a definition is that of the source, and so are forms without a
    /// translation. Without them, readers see the source's string instead of the variable's name.
    @inline(never)
    private func add(
        _ reading: Reading,
        _ variables: [FormatCompiler.Variable],
        isSource: Bool,
        to builder: StringTableBuilder
    ) -> Bool {
        let compiler = FormatCompiler(variables, key: key, line: line, builder, of: self)
        var (text, format): (String, LocalizedFormat?)
        switch reading {
        case .text(let own): (text, format) = compiler.entry(own)
        case .forms(let forms):
            let isOwn = isSource || builder.language.pluralRules.suffice(forms)
            (text, format) = compiler.entry(
                choosing: forms,
                else: isOwn ? nil : source.reading.forms
            )
            // Forms that are all empty are an empty string.
            if isOwn, forms.areEmpty { format = nil }
        }
        for name in compiler.undefined { compiler.noteUndefined(name, .skipped) }
        guard compiler.undefined.isEmpty else { return false }
        builder.add(key: key, text: text, format: format, line: line)
        return true
    }

    /// Reads a text or its variations, which can be of devices, numbers, or one in the other.
    private func read(
        _ parts: Parts,
        _ isSource: Bool,
        depth: Int,
        _ builder: StringTableBuilder
    ) -> Reading? {
        if let variations = parts.variations, depth < Self.maximumDepth {
            for (key, value) in JSONMembers(of: variations, in: document) {
                if document.isWord("device", key) {
                    for value in document.devices(of: value, for: builder.device) {
                        let parts = Parts(of: value, in: document)
                        let reading = read(parts, isSource, depth: depth + 1, builder)
                        if let reading { return reading }
                    }
                } else if document.isWord("plural", key) {
                    let forms = readForms(value, isSource, depth: depth, builder)
                    if forms.first != nil { return .forms(forms) }
                }
            }
        }
        guard let unit = parts.unit, let token = token(of: unit, isSource: isSource) else {
            return nil
        }
        return text(of: token, builder).map { .text($0) }
    }

    private static let maximumDepth = 8

    private func readForms(
        _ index: Int,
        _ isSource: Bool,
        depth: Int,
        _ builder: StringTableBuilder
    ) -> PluralForms<String> {
        var forms = PluralForms<String>()
        for (name, value) in JSONMembers(of: index, in: document) {
            guard let category = document.category(named: name) else { continue }
            let parts = Parts(of: value, in: document)
            forms[category] =
                switch read(parts, isSource, depth: depth + 1, builder) {
                case .text(let text): text
                case .forms(let inner): inner.first
                case nil: nil
                }
        }
        return forms
    }

    private func readVariables(
        of index: Int,
        _ isSource: Bool,
        _ builder: StringTableBuilder
    ) -> [FormatCompiler.Variable] {
        var variables: [FormatCompiler.Variable] = []
        for index in document.children(of: index) {
            let name = document.name(of: index)
            var (argument, type): (Int32?, String) = (nil, "")
            for (key, value) in JSONMembers(of: index, in: document) {
                let token = document[value]
                if document.isWord("argNum", key), token.kind == .number {
                    let number = document.content(of: token).text.decimalNumber ?? 0
                    argument = 1...Self.maximumArgument ~= number ? Int32(number) - 1 : nil
                } else if document.isWord("formatSpecifier", key) {
                    type = token.kind == .string ? document.text(of: token) ?? "" : ""
                }
            }
            let parts = Parts(of: index, in: document)
            let texts = read(parts, isSource, depth: 0, builder)?.forms ?? PluralForms()
            var standIn: FormatCompiler.Variable?
            if !isSource, parts.unit != nil || parts.variations != nil,
                !builder.language.pluralRules.suffice(texts)
            {
                standIn = sourceVariable(named: name)
            }
            let made = builder.variable(
                name,
                of: key,
                line: line,
                texts,
                type: type,
                argument: argument,
                namesOwn: true,
                source: standIn
            )
            if let made { variables.append(made) }
        }
        return variables
    }

    private static let maximumArgument: UInt64 = 1_000_000
}
