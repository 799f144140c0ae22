import FootingFormats

/// One key of a catalog, whose texts are put into the tables of their languages.
struct CatalogEntry {
    private let document: JSONDocument
    private let keyToken: JSONToken
    private let key: String
    private let line: Int
    private let hash: UInt64

    init(_ document: JSONDocument, _ keyToken: JSONToken, _ key: String, line: Int) {
        self.document = document
        self.keyToken = keyToken
        self.key = key
        self.line = line
        hash = unsafe key.withUTF8Bytes { unsafe KeyHash.hash($0, seed: KeyHash.seed) }
    }

    /// The parts of a localization, and of what stands in its variations.
    private struct Parts {
        var unit: Int?
        var variations: Int?
        var substitutions: Int?

        @inline(__always)
        init(of index: Int, in document: JSONDocument) {
            for (key, value) in JSONMembers(of: index, in: document) {
                if CatalogWord.stringUnit.matches(key, in: document) {
                    unit = value
                } else if CatalogWord.variations.matches(key, in: document) {
                    variations = value
                } else if CatalogWord.substitutions.matches(key, in: document) {
                    substitutions = value
                }
            }
        }
    }

    /// A text, or one for each category of a number.
    private enum Reading {
        case text(String)
        case forms([PluralCategory: String])
    }

    /// Adds a localization; the answer is whether it has a text that can be used.
    ///
    /// In the source language a text counts as soon as it is there: Xcode calls those new that it
    /// took from code.
    func add(_ index: Int, isSource: Bool, to builder: inout StringTableBuilder) -> Bool {
        let parts = Parts(of: index, in: document)
        guard parts.variations == nil, parts.substitutions == nil else {
            return addCompiled(parts, isSource: isSource, to: &builder)
        }
        guard let unit = parts.unit, let token = token(of: unit, isSource: isSource) else {
            return false
        }
        guard let text = document.text(of: token) else {
            noteSurrogate(&builder)
            return false
        }
        let content = document.content(of: token)
        // A percent sign can also be written as an escape.
        let hasPercent =
            content.index(of: UInt8(ascii: "%"), from: 0) < content.count
            || token.flags.contains(.escaped) && text.utf8.contains(UInt8(ascii: "%"))
        addPlain(text, hasPercent: hasPercent, to: &builder)
        return true
    }

    func addPlain(_ text: String, to builder: inout StringTableBuilder) {
        addPlain(text, hasPercent: text.utf8.contains(UInt8(ascii: "%")), to: &builder)
    }

    @inline(__always)
    private func addPlain(
        _ text: String,
        hasPercent: Bool,
        to builder: inout StringTableBuilder
    ) {
        guard keyToken.flags.contains(.escaped) else {
            let key = document.content(of: keyToken)
            builder.add(key: key, hash: hash, text: text, hasPercent: hasPercent, line: line)
            return
        }
        unsafe key.withUTF8Bytes { bytes in
            let key = unsafe ByteView(bytes)
            builder.add(key: key, hash: hash, text: text, hasPercent: hasPercent, line: line)
        }
    }

    /// The text of a localization without variations, whatever its state.
    func plainText(of index: Int) -> String? {
        guard let unit = Parts(of: index, in: document).unit,
            let token = token(of: unit, isSource: true)
        else { return nil }
        return document.text(of: token)
    }

    /// The value of a string unit, or `nil` if it can't be used.
    @inline(__always)
    private func token(of unit: Int, isSource: Bool) -> JSONToken? {
        var value: JSONToken?
        var (isTranslated, isNew) = (true, false)
        for (key, index) in JSONMembers(of: unit, in: document) {
            if CatalogWord.value.matches(key, in: document) {
                value = document[index]
            } else if CatalogWord.state.matches(key, in: document) {
                let state = document[index]
                isTranslated = CatalogWord.translated.matches(state, in: document)
                isNew = !isTranslated && CatalogWord.new.matches(state, in: document)
            }
        }
        guard let value, value.kind == .string else { return nil }
        if value.extent == 0, !isTranslated { return nil }
        return isNew && !isSource ? nil : value
    }

    private func addCompiled(
        _ parts: Parts,
        isSource: Bool,
        to builder: inout StringTableBuilder
    ) -> Bool {
        let substitutions = parts.substitutions.map { variables(of: $0, isSource, &builder) } ?? []
        guard let reading = read(parts, isSource, depth: 0, &builder) else { return false }
        let compiler = FormatCompiler(substitutions, key: key, line: line, &builder)
        let (text, format) = compile(reading, compiler, &builder)
        builder.add(key: key, text: text, format: format, line: line)
        return true
    }

    /// Reads a text or its variations, which can be of devices, numbers, or one in the other.
    private func read(
        _ parts: Parts,
        _ isSource: Bool,
        depth: Int,
        _ builder: inout StringTableBuilder
    ) -> Reading? {
        if let variations = parts.variations, depth < Self.maximumDepth {
            for (key, value) in JSONMembers(of: variations, in: document) {
                if CatalogWord.device.matches(key, in: document) {
                    let devices = children(of: value)
                    for device in DeviceRule.order(devices.keys) {
                        guard let index = devices[device] else { continue }
                        let parts = Parts(of: index, in: document)
                        let reading = read(parts, isSource, depth: depth + 1, &builder)
                        if let reading { return reading }
                    }
                } else if CatalogWord.plural.matches(key, in: document) {
                    let forms = readForms(value, isSource, depth: depth, &builder)
                    if !forms.isEmpty { return .forms(forms) }
                }
            }
        }
        guard let unit = parts.unit, let token = token(of: unit, isSource: isSource) else {
            return nil
        }
        guard let text = document.text(of: token) else {
            noteSurrogate(&builder)
            return nil
        }
        return .text(text)
    }

    private static let maximumDepth = 8

    private func readForms(
        _ index: Int,
        _ isSource: Bool,
        depth: Int,
        _ builder: inout StringTableBuilder
    ) -> [PluralCategory: String] {
        var forms: [PluralCategory: String] = [:]
        for (name, index) in children(of: index) {
            guard let category = PluralCategory(rawValue: name) else { continue }
            let parts = Parts(of: index, in: document)
            switch read(parts, isSource, depth: depth + 1, &builder) {
            case .text(let text): forms[category] = text
            case .forms(let inner): forms[category] = Self.substitute(in: inner)
            case nil: break
            }
        }
        return forms
    }

    private func children(of index: Int) -> [String: Int] {
        var children: [String: Int] = [:]
        for (key, value) in JSONMembers(of: index, in: document) {
            if let name = document.text(of: key) { children[name] = value }
        }
        return children
    }

    private func variables(
        of index: Int,
        _ isSource: Bool,
        _ builder: inout StringTableBuilder
    ) -> [FormatCompiler.Variable] {
        var variables: [FormatCompiler.Variable] = []
        for (name, index) in children(of: index).sorted(by: { $0.key < $1.key }) {
            var (argument, type): (Int?, String) = (nil, "")
            for (key, value) in JSONMembers(of: index, in: document) {
                if CatalogWord.argNum.matches(key, in: document), document[value].kind == .number {
                    argument = Int(document.content(of: document[value]).text)
                } else if CatalogWord.formatSpecifier.matches(key, in: document) {
                    let token = document[value]
                    type = token.kind == .string ? document.text(of: token) ?? "" : ""
                }
            }
            let parts = Parts(of: index, in: document)
            let texts: [PluralCategory: String]
            switch read(parts, isSource, depth: 0, &builder) {
            case .text(let text): texts = [.other: text]
            case .forms(let forms): texts = forms
            case nil:
                note(.invalidVariable, .skipped, "“\(name)” of “\(key)” has no form.", &builder)
                continue
            }
            if texts[.other] == nil {
                let message = "“\(name)” of “\(key)” has no form “other”."
                note(.missingPluralForm, .kept, message, &builder)
            }
            let own = FormatString.Specifier(valueType: type)
            if own == nil {
                let message =
                    "The format specifier “\(type)” of “\(name)” of “\(key)” is none of a number."
                note(.unknownValueType, .repaired, message, &builder)
            }
            variables.append(
                FormatCompiler.Variable(
                    name: name,
                    display: own?.display ?? .integer,
                    texts: texts,
                    argument: argument.flatMap { (1...Self.maximumArgument ~= $0) ? $0 - 1 : nil },
                    own: own ?? FormatString.Specifier(valueType: "")
                )
            )
        }
        return variables
    }

    private static let maximumArgument = 1_000_000

    private func compile(
        _ reading: Reading,
        _ compiler: FormatCompiler,
        _ builder: inout StringTableBuilder
    ) -> (String, LocalizedFormat?) {
        switch reading {
        case .text(let text):
            guard text.utf8.contains(UInt8(ascii: "%")) else { return (text, nil) }
            let format = compiler.format(text, &builder)
            return (text, LocalizedFormat(format, variables: compiler.compiled))
        case .forms(let texts):
            if texts[.other] == nil {
                note(.missingPluralForm, .kept, "“\(key)” has no form “other”.", &builder)
            }
            // The number that is shown chooses; where none is shown, the one that the key has.
            let text = Self.substitute(in: texts)
            let number = FormatString(text).firstNumber ?? FormatString(key).firstNumber
            let argument =
                switch number?.argument {
                case .next(let index), .at(let index): index
                case nil: 0
                }
            let chooser = PluralVariable(
                display: number?.display ?? .integer,
                forms: compiler.forms(texts, &builder),
                firstArgument: 0
            )
            let variables = compiler.compiled + [chooser]
            let format = FormatString(choosing: variables.count - 1, by: argument, text: text)
            return (text, LocalizedFormat(format, variables: variables))
        }
    }

    /// The form to show where no number chooses one.
    private static func substitute(in forms: [PluralCategory: String]) -> String {
        let order: [PluralCategory] = [.other, .many, .few, .two, .one, .zero]
        return order.lazy.compactMap { forms[$0] }.first ?? ""
    }

    private func noteSurrogate(_ builder: inout StringTableBuilder) {
        let message = "The text of “\(key)” has half of a surrogate pair."
        note(.undecodableText, .skipped, message, &builder)
    }

    private func note(
        _ code: LocalizationReport.Code,
        _ outcome: LocalizationReport.Issue.Outcome,
        _ message: @autoclosure () -> String,
        _ builder: inout StringTableBuilder
    ) {
        builder.note(code, line: line, key: key, outcome, message())
    }
}
