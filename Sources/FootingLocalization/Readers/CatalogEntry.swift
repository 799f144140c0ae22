import FootingBytes

/// An entry of a catalog: a key with its strings, which are added to the tables of their languages.
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

    /// The members of a localization, or of a variation.
    private struct Members {
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

    /// A string, or a string for each plural category.
    private enum Reading {
        case string(String)
        case forms(PluralForms<String>)

        /// The forms; a single string is the form `other`.
        var forms: PluralForms<String> {
            switch self {
            case .forms(let forms): return forms
            case .string(let string):
                var forms = PluralForms<String>()
                forms[.other] = string
                return forms
            }
        }
    }

    var sourceLanguage: LanguageContext { reader.scratch.language }

    func sourceVariable(named name: String) -> FormatCompiler.Variable? {
        sourceNames[name].map { source.variables[$0] }
    }

    /// The string in the source language, with its variables, which replaces a missing translation.
    private lazy var source: (reading: Reading, variables: [FormatCompiler.Variable]) = {
        guard let index = reader.source(of: localizations) else { return (.string(key), []) }
        let members = Members(of: index, in: document)
        // Issues are noted where the string is read for its own language.
        let builder = reader.scratch
        return (
            read(members, true, depth: 0, builder) ?? .string(key),
            members.substitutions.map { readVariables(of: $0, true, builder) } ?? []
        )
    }()

    /// The positions of the names in the specifiers of all languages.
    private(set) lazy var argumentNames = ArgumentNames(
        in: source.reading.forms,
        source.variables
    )

    private lazy var sourceNames = NameIndices(source.variables)

    /// Adds the source's string for another language.
    @inline(never)
    func addSource(to builder: StringTableBuilder) {
        var reading = source.reading
        // The forms are in the source language, so the table has none of its own.
        if case .forms = reading { reading = .forms(PluralForms()) }
        if !add(reading, [], isSource: false, to: builder) { addKey(to: builder) }
    }

    /// Adds the key as the string of the source language.
    @inline(never)
    func addKey(to builder: StringTableBuilder) {
        let hasPercent = key.hasByte(UInt8(ascii: "%"))
        if hasPercent, key.hasByte(UInt8(ascii: "(")), !key.hasByte(UInt8(ascii: "#")),
            add(.string(key), [], isSource: true, to: builder)
        {
            return
        }
        addPlain(key, hasPercent: hasPercent, to: builder)
    }

    /// Adds a localization, and returns whether it has a usable string.
    ///
    /// In the source language, strings in the state `new` are used: Xcode marks strings that it
    /// extracted from code as new.
    func add(_ index: Int, isSource: Bool, to builder: StringTableBuilder) -> Bool {
        let members = Members(of: index, in: document)
        guard members.variations == nil, members.substitutions == nil else {
            guard let reading = read(members, isSource, depth: 0, builder) else { return false }
            let own = members.substitutions.map { readVariables(of: $0, isSource, builder) }
            return add(reading, own ?? [], isSource: isSource, to: builder)
        }
        guard let unit = members.unit, let token = token(of: unit, isSource: isSource) else {
            for (name, _) in JSONMembers(of: index, in: document)
            where document.isWord("stringSet", name) {
                let fault = "is a set of strings (“stringSet”), which look-ups don't show."
                builder.note(.stringSet, line: line, of: key, .skippedInput, fault)
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
        // The compiler knows variables and names.
        if hasPercent, text.hasByte(UInt8(ascii: "#")) || text.hasByte(UInt8(ascii: "(")) {
            return add(.string(text), [], isSource: isSource, to: builder)
        }
        addPlain(text, hasPercent: hasPercent, to: builder)
        return true
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

    /// The value of a string unit, or `nil` if it is unusable.
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

    /// Decodes a string, or notes why that is impossible and returns `nil`.
    private func text(of token: JSONToken, _ builder: StringTableBuilder) -> String? {
        if let text = document.text(of: token) { return text }
        let fault = "has half of a surrogate pair in its text."
        builder.note(.undecodableText, line: line, of: key, .skippedInput, fault)
        return nil
    }

    /// Adds a string with its variables, and returns whether all variables are defined.
    ///
    /// The source's variables replace undefined ones, and its forms replace missing forms. If the
    /// source lacks the variable as well, the source's string is used, rather than one that shows
    /// the variable's name.
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
        case .string(let own): (text, format) = compiler.entry(own)
        case .forms(let forms):
            let isOwn = isSource || builder.language.pluralRules.suffice(forms)
            (text, format) = compiler.entry(
                choosing: forms,
                else: isOwn ? nil : source.reading.forms
            )
            // Forms that are all empty are an empty string.
            if isOwn, forms.areEmpty { format = nil }
        }
        for name in compiler.undefined { compiler.noteUndefined(name, .skippedInput) }
        guard compiler.undefined.isEmpty else { return false }
        builder.add(key: key, text: text, format: format, line: line)
        return true
    }

    /// Reads a string or its variations by device and number, which can be nested.
    private func read(
        _ members: Members,
        _ isSource: Bool,
        depth: Int,
        _ builder: StringTableBuilder
    ) -> Reading? {
        if let variations = members.variations, depth < Self.maximumDepth {
            for (key, value) in JSONMembers(of: variations, in: document) {
                if document.isWord("device", key) {
                    for value in document.devices(of: value, for: builder.device) {
                        let members = Members(of: value, in: document)
                        let reading = read(members, isSource, depth: depth + 1, builder)
                        if let reading { return reading }
                    }
                } else if document.isWord("plural", key) {
                    let forms = readForms(value, isSource, depth: depth, builder)
                    if forms.first != nil { return .forms(forms) }
                }
            }
        }
        guard let unit = members.unit, let token = token(of: unit, isSource: isSource) else {
            return nil
        }
        return text(of: token, builder).map { .string($0) }
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
            let members = Members(of: value, in: document)
            forms[category] =
                switch read(members, isSource, depth: depth + 1, builder) {
                case .string(let text): text
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
            let members = Members(of: index, in: document)
            let forms = read(members, isSource, depth: 0, builder)?.forms ?? PluralForms()
            var substitute: FormatCompiler.Variable?
            if !isSource, members.unit != nil || members.variations != nil,
                !builder.language.pluralRules.suffice(forms)
            {
                substitute = sourceVariable(named: name)
            }
            let variable = builder.variable(
                name,
                of: key,
                line: line,
                forms,
                type: type,
                argument: argument,
                namesOwn: true,
                source: substitute
            )
            if let variable { variables.append(variable) }
        }
        return variables
    }

    private static let maximumArgument: UInt64 = 1_000_000
}
