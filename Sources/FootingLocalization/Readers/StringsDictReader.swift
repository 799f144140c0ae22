import FootingFormats

/// A reader of `.stringsdict` entries: plural variables, device rules and width rules.
struct StringsDictReader {
    private typealias Entry = (text: String, format: LocalizedFormat?)

    private let key: String
    private let line: Int?
    private let builder: StringTableBuilder

    /// Reads the members of a list; `text` is the list if it is XML.
    static func read(
        _ root: [PropertyListNode],
        of text: ByteView,
        into builder: StringTableBuilder
    ) {
        var lines = LineCounter()
        for member in root {
            let line = lines.line(of: member, in: text)
            let reader = StringsDictReader(key: member.key, line: line, builder: builder)
            if member.members == nil {
                reader.note(.nonStringValue, .skipped, "is not a dictionary.")
            } else if let (text, format) = reader.read(member, depth: 0) {
                builder.add(key: member.key, text: text, format: format, line: line)
            }
        }
    }

    private static let formatKey = "NSStringLocalizedFormatKey"
    private static let deviceKey = "NSStringDeviceSpecificRuleType"
    private static let widthKey = "NSStringVariableWidthRuleType"
    /// Rules can be nested: a device rule can contain a width rule, for instance.
    private static let maximumDepth = 4

    /// Reads an entry, or a case of a rule in the format of an entry.
    private func read(_ entry: PropertyListNode, depth: Int) -> Entry? {
        let compiler = FormatCompiler(readVariables(of: entry), key: key, line: line, builder)
        let (devices, widths) = (entry[Self.deviceKey], entry[Self.widthKey])
        if let devices {
            if let text = readDevices(devices, compiler, depth: depth) { return text }
            note(.invalidRule, .skipped, "has a device rule without a usable string.")
        }
        if let widths {
            if let text = readWidths(widths, compiler, depth: depth) { return text }
            note(.invalidRule, .skipped, "has a width rule without a usable string.")
        }
        if let text = entry[Self.formatKey]?.text { return compiler.entry(text) }
        if devices == nil, widths == nil {
            note(.missingFormat, .skipped, "has no " + Self.formatKey + ".")
        }
        return nil
    }

    /// Reads one case of a rule: a nested entry, or a string that can name variables of the entry.
    private func read(
        _ node: PropertyListNode,
        _ compiler: FormatCompiler,
        depth: Int
    ) -> Entry? {
        if let text = node.text { return compiler.entry(text) }
        guard node.members != nil, depth < Self.maximumDepth else { return nil }
        return read(node, depth: depth + 1)
    }

    private func readDevices(
        _ rule: PropertyListNode,
        _ compiler: FormatCompiler,
        depth: Int
    ) -> Entry? {
        guard let devices = rule.members else { return nil }
        for index in DeviceRule.order(devices.map(\.key), for: builder.device) {
            if let text = read(devices[index], compiler, depth: depth) { return text }
        }
        return nil
    }

    private func readWidths(
        _ rule: PropertyListNode,
        _ compiler: FormatCompiler,
        depth: Int
    ) -> Entry? {
        var variants: [WidthVariant] = []
        for member in rule.members ?? [] {
            guard let width = member.key.decimalNumber.flatMap({ Int(exactly: $0) }),
                let (text, format) = read(member, compiler, depth: depth)
            else {
                note(.invalidRule, part: member.key, .skipped, "is not a width with a string.")
                continue
            }
            var place = variants.count
            while place > 0, variants[place - 1].width > width { place -= 1 }
            let variant = WidthVariant(width: width, text: text, format: format)
            variants.insert(variant, at: place)
        }
        guard let widest = variants.last else { return nil }
        let format = LocalizedFormat(
            widest.format?.format ?? FormatString(widest.text),
            variables: widest.format?.variables ?? .none,
            variants: variants
        )
        return (widest.text, format)
    }

    private func readVariables(of entry: PropertyListNode) -> [FormatCompiler.Variable] {
        var variables: [FormatCompiler.Variable] = []
        for member in entry.members ?? [] {
            let name = member.key
            if [Self.formatKey, Self.deviceKey, Self.widthKey].contains(where: member.hasKey) {
                continue
            }
            guard member["NSStringFormatSpecTypeKey"]?.text == "NSStringPluralRuleType" else {
                note(.invalidVariable, part: name, .skipped, "is not a plural variable.")
                continue
            }
            var texts = PluralForms<String>()
            for category in PluralCategory.allCases {
                texts[category] = member[category.rawValue]?.text
            }
            let type = member["NSStringFormatValueTypeKey"]?.text ?? ""
            // Only catalogs define `%arg`.
            let variable = builder.variable(name, of: key, line: line, texts, type: type)
            if let variable { variables.append(variable) }
        }
        return variables
    }

    private func note(
        _ code: LocalizationReport.Code,
        part: String? = nil,
        _ resolution: LocalizationReport.Issue.Resolution,
        _ fault: String
    ) {
        builder.note(code, line: line, part: part, of: key, resolution, fault)
    }
}
