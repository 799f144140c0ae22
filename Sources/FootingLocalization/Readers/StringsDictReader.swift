/// Makes entries of a `.stringsdict`: texts with variables that have a form for each category, and
/// texts for certain devices and widths.
struct StringsDictReader {
    private let key: String

    static func read(_ root: [PropertyListNode], into builder: StringTableBuilder) {
        for member in root {
            let reader = StringsDictReader(key: member.key)
            guard member.members != nil else {
                builder.note(.nonStringValue, of: member.key, .skipped, "is no dictionary.")
                continue
            }
            if let (text, format) = reader.read(member, depth: 0, builder) {
                builder.add(key: member.key, text: text, format: format)
            }
        }
    }

    private static let formatKey = "NSStringLocalizedFormatKey"
    private static let deviceKey = "NSStringDeviceSpecificRuleType"
    private static let widthKey = "NSStringVariableWidthRuleType"
    /// Rules stand in rules: a device's texts in widths, for instance.
    private static let maximumDepth = 4

    /// Reads an entry, or what stands in a rule in its place.
    private func read(
        _ entry: PropertyListNode,
        depth: Int,
        _ builder: StringTableBuilder
    ) -> (text: String, format: LocalizedFormat?)? {
        let compiler = FormatCompiler(readVariables(of: entry, builder), key: key, builder)
        let (devices, widths) = (entry[Self.deviceKey], entry[Self.widthKey])
        if let devices {
            if let text = readDevices(devices, compiler, depth: depth, builder) { return text }
            let fault = "has a device rule without a text that can be used."
            builder.note(.invalidRule, of: key, .skipped, fault)
        }
        if let widths {
            if let text = readWidths(widths, compiler, depth: depth, builder) { return text }
            let fault = "has a width rule without a text that can be used."
            builder.note(.invalidRule, of: key, .skipped, fault)
        }
        if let text = entry[Self.formatKey]?.text { return compiler.entry(text) }
        if devices == nil, widths == nil {
            builder.note(.missingFormat, of: key, .skipped, "has no " + Self.formatKey + ".")
        }
        return nil
    }

    /// Reads what a rule gives: a text, which can name the variables beside the rule, or an entry.
    private func read(
        _ node: PropertyListNode,
        _ compiler: FormatCompiler,
        depth: Int,
        _ builder: StringTableBuilder
    ) -> (text: String, format: LocalizedFormat?)? {
        if let text = node.text { return compiler.entry(text) }
        guard node.members != nil, depth < Self.maximumDepth else { return nil }
        return read(node, depth: depth + 1, builder)
    }

    private func readDevices(
        _ rule: PropertyListNode,
        _ compiler: FormatCompiler,
        depth: Int,
        _ builder: StringTableBuilder
    ) -> (text: String, format: LocalizedFormat?)? {
        guard let devices = rule.members else { return nil }
        for index in DeviceRule.order(devices.map(\.key), for: builder.device) {
            let text = read(devices[index], compiler, depth: depth, builder)
            if let text { return text }
        }
        return nil
    }

    private func readWidths(
        _ rule: PropertyListNode,
        _ compiler: FormatCompiler,
        depth: Int,
        _ builder: StringTableBuilder
    ) -> (text: String, format: LocalizedFormat?)? {
        var variants: [WidthVariant] = []
        for member in rule.members ?? [] {
            guard let width = member.key.decimalNumber.flatMap({ Int(exactly: $0) }),
                let (text, format) = read(member, compiler, depth: depth, builder)
            else {
                let fault = "is no width with a text."
                builder.note(.invalidRule, part: member.key, of: key, .skipped, fault)
                continue
            }
            var place = variants.count
            while place > 0, variants[place - 1].width > width { place -= 1 }
            let variant = WidthVariant(width: width, text: text, format: format)
            variants.insert(variant, at: place)
        }
        guard let widest = variants.last else { return nil }
        let format = widest.format?.format ?? FormatString(widest.text)
        let variables = widest.format?.variables
        return (
            widest.text, LocalizedFormat(format, variables: variables, variants: variants)
        )
    }

    private func readVariables(
        of entry: PropertyListNode,
        _ builder: StringTableBuilder
    ) -> [FormatCompiler.Variable] {
        var variables: [FormatCompiler.Variable] = []
        for member in entry.members ?? [] {
            let name = member.key
            if name == Self.formatKey || name == Self.deviceKey || name == Self.widthKey {
                continue
            }
            guard member["NSStringFormatSpecTypeKey"]?.text == "NSStringPluralRuleType" else {
                let fault = "is no plural variable."
                builder.note(.invalidVariable, part: name, of: key, .skipped, fault)
                continue
            }
            var texts = PluralForms<String>()
            for category in PluralCategory.allCases {
                texts[category] = member[category.rawValue]?.text
            }
            let type = member["NSStringFormatValueTypeKey"]?.text ?? ""
            // `%arg` is a word of catalogs only.
            if let made = builder.variable(name, of: key, texts, type: type) {
                variables.append(made)
            }
        }
        return variables
    }
}
