import FootingBytes

/// A reader of `.stringsdict` entries: plural variables, device rules and width rules.
struct StringsDictReader: ~Copyable {
    private typealias Entry = (text: String, format: LocalizedFormat?)

    private let key: String
    private let line: Int?
    private let document: JSONDocument
    private let builder: StringTableBuilder

    /// Reads a property list.
    static func read(
        _ file: consuming [UInt8],
        into builder: StringTableBuilder
    ) throws(FileFault) {
        // An empty file is an empty table, but one that had strings is probably being written.
        if file.isEmpty {
            if builder.hadStrings { throw .noList }
            return
        }
        let text = FileText(file, builder)
        guard text.isPropertyList else { throw .noList }
        try text.withPropertyList { read($0, hasLines: $1, into: builder) }
    }

    private static func read(
        _ document: JSONDocument,
        hasLines: Bool,
        into builder: StringTableBuilder
    ) {
        var lines = LineCounter()
        for (key, entry) in JSONMembers(of: 0, in: document) {
            let reader = StringsDictReader(
                key: document.text(of: key) ?? "",
                line: hasLines ? lines.line(at: Int(key.start), in: document.bytes) : nil,
                document: document,
                builder: builder
            )
            if document[entry].kind != .object {
                reader.note(.nonStringValue, .skippedInput, "is not a dictionary.")
                continue
            }
            reader.noteRepeatedKeys(in: entry, hasLines ? lines : nil)
            if let (text, format) = reader.read(entry, depth: 0) {
                builder.add(key: reader.key, text: text, format: format, line: reader.line)
            }
        }
    }

    /// Notes keys that occur twice in a dictionary of the entry, with different values.
    private func noteRepeatedKeys(in entry: Int, _ lines: LineCounter?) {
        var lines = lines
        var keys = StringTableMemory()
        defer { keys.deallocate() }
        var index = entry
        let end = document.index(after: entry)
        // The dictionaries and arrays around the current token.
        var open: [Int] = []
        var key: [UInt8] = []
        while index < end {
            while let last = open.last, index == document[last].extent { open.removeLast() }
            if let last = open.last, document[last].kind == .object {
                let token = document[index]
                // The dictionary's index comes first: equal keys of others are no duplicates.
                key.removeAll(keepingCapacity: true)
                for byte in 0..<4 { key.append(UInt8(truncatingIfNeeded: last >> (8 * byte))) }
                unsafe document.content(of: token).withBytes { unsafe key.append(contentsOf: $0) }
                index += 1
                let previous = unsafe key.withUnsafeBufferPointer {
                    keys.insert(unsafe ByteView($0), number: index)
                }
                if let previous, !isSame(previous, index) {
                    builder.note(
                        .duplicateKey,
                        line: lines?.line(at: Int(token.start), in: document.bytes),
                        name: document.text(of: token),
                        of: self.key,
                        .usedRepaired,
                        "occurs twice with different values; the last one is used."
                    )
                }
            }
            if document[index].isContainer { open.append(index) }
            index += 1
        }
    }

    /// Whether two values are equal; values that are converted to `null` count as unequal.
    private func isSame(_ first: Int, _ second: Int) -> Bool {
        for offset in 0..<(document.index(after: first) - first) {
            let (index, other) = (first + offset, second + offset)
            let (token, otherToken) = (document[index], document[other])
            guard token.kind == otherToken.kind, token.kind != .null else { return false }
            if token.isContainer {
                guard token.extent - first == otherToken.extent - second else { return false }
            } else if !document.isSame(token, otherToken) {
                return false
            }
        }
        return true
    }

    private static var formatKey: StaticString { "NSStringLocalizedFormatKey" }
    private static var deviceKey: StaticString { "NSStringDeviceSpecificRuleType" }
    private static var widthKey: StaticString { "NSStringVariableWidthRuleType" }
    /// Rules can be nested: a device rule can contain a width rule, for instance.
    private static let maximumDepth = 4

    /// Reads an entry, or a case of a rule in the format of an entry.
    private func read(_ entry: Int, depth: Int) -> Entry? {
        let compiler = FormatCompiler(readVariables(of: entry), key: key, line: line, builder)
        let devices = document.member(Self.deviceKey, of: entry)
        let widths = document.member(Self.widthKey, of: entry)
        if let devices {
            for value in document.devices(of: devices, for: builder.device) {
                if let text = readCase(value, compiler, depth: depth) { return text }
            }
            note(.invalidRule, .skippedInput, "has a device rule without a usable string.")
        }
        if let widths {
            if let text = readWidths(widths, compiler, depth: depth) { return text }
            note(.invalidRule, .skippedInput, "has a width rule without a usable string.")
        }
        if let text = string(Self.formatKey, of: entry) { return compiler.entry(text) }
        if devices == nil, widths == nil {
            note(.missingFormat, .skippedInput, "has no " + Self.formatKey.description + ".")
        }
        return nil
    }

    private func string(_ key: StaticString, of entry: Int) -> String? {
        document.member(key, of: entry).flatMap { document.string(at: $0) }
    }

    /// Reads one case of a rule: a nested entry, or a string that can name variables of the entry.
    private func readCase(_ value: Int, _ compiler: FormatCompiler, depth: Int) -> Entry? {
        if let text = document.string(at: value) { return compiler.entry(text) }
        guard document[value].kind == .object, depth < Self.maximumDepth else { return nil }
        return read(value, depth: depth + 1)
    }

    private func readWidths(_ rule: Int, _ compiler: FormatCompiler, depth: Int) -> Entry? {
        var variants: [WidthVariant] = []
        for value in document.children(of: rule) {
            let name = document.name(of: value)
            guard let width = name.decimalNumber.flatMap({ Int(exactly: $0) }),
                let (text, format) = readCase(value, compiler, depth: depth)
            else {
                note(.invalidRule, name: name, .skippedInput, "is not a width with a string.")
                continue
            }
            variants.append(WidthVariant(width: width, text: text, format: format))
            // Exchanges take less code than an insertion.
            var index = variants.count - 1
            while index > 0, variants[index - 1].width > width {
                variants.swapAt(index, index - 1)
                index -= 1
            }
        }
        guard let widest = variants.last else { return nil }
        let format = LocalizedFormat(
            widest.format?.format ?? FormatString(widest.text),
            variables: widest.format?.variables ?? .none,
            variants: variants
        )
        return (widest.text, format)
    }

    private func readVariables(of entry: Int) -> [FormatCompiler.Variable] {
        var variables: [FormatCompiler.Variable] = []
        for (token, index) in JSONMembers(of: entry, in: document) {
            if document.isSpelled(Self.formatKey, token)
                || document.isSpelled(Self.deviceKey, token)
                || document.isSpelled(Self.widthKey, token)
            {
                continue
            }
            let name = document.text(of: token) ?? ""
            guard string("NSStringFormatSpecTypeKey", of: index) == "NSStringPluralRuleType" else {
                note(.invalidVariable, name: name, .skippedInput, "is not a plural variable.")
                continue
            }
            var texts = PluralForms<String>()
            for (token, value) in JSONMembers(of: index, in: document) {
                if let category = document.category(named: token) {
                    texts[category] = document.string(at: value)
                }
            }
            let type = string("NSStringFormatValueTypeKey", of: index) ?? ""
            // Only catalogs define `%arg`.
            let variable = builder.variable(name, of: key, line: line, texts, type: type)
            if let variable { variables.append(variable) }
        }
        return variables
    }

    private func note(
        _ code: LocalizationIssue.Code,
        name: String? = nil,
        _ resolution: LocalizationIssue.Resolution,
        _ fault: String
    ) {
        builder.note(code, line: line, name: name, of: key, resolution, fault)
    }
}
