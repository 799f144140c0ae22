/// Makes entries of a `.stringsdict`: texts with variables that have a form for each category, and
/// texts for certain devices and widths.
struct StringsDictReader {
    private let key: String

    static func read(_ root: [String: PropertyListNode], into builder: inout StringTableBuilder) {
        // In order of the keys, so that the report is the same every time.
        for (key, node) in root.sorted(by: { $0.key < $1.key }) {
            let reader = StringsDictReader(key: key)
            guard let entry = node.dictionary else {
                reader.note(.nonStringValue, .skipped, "“\(key)” is no dictionary.", &builder)
                continue
            }
            if let (text, format) = reader.read(entry, depth: 0, &builder) {
                builder.add(key: key, text: text, format: format)
            }
        }
    }

    private typealias Entry = (text: String, format: LocalizedFormat?)

    private static let formatKey = "NSStringLocalizedFormatKey"
    private static let deviceKey = "NSStringDeviceSpecificRuleType"
    private static let widthKey = "NSStringVariableWidthRuleType"
    private static let ruleKeys: Set = [formatKey, deviceKey, widthKey]
    /// Rules stand in rules: a device's texts in widths, for instance.
    private static let maximumDepth = 4

    /// Reads an entry, or what stands in a rule in its place.
    private func read(
        _ entry: [String: PropertyListNode],
        depth: Int,
        _ builder: inout StringTableBuilder
    ) -> Entry? {
        let compiler = FormatCompiler(readVariables(of: entry, &builder), key: key, &builder)
        if let rule = entry[Self.deviceKey] {
            if let text = readDevices(rule, compiler, depth: depth, &builder) { return text }
            let message = "The device rule of “\(key)” has no text that can be used."
            note(.invalidRule, .skipped, message, &builder)
        }
        if let rule = entry[Self.widthKey] {
            if let text = readWidths(rule, compiler, depth: depth, &builder) { return text }
            let message = "The width rule of “\(key)” has no text that can be used."
            note(.invalidRule, .skipped, message, &builder)
        }
        if let text = entry[Self.formatKey]?.text {
            let format = compiler.format(text, &builder)
            return (text, LocalizedFormat(format, variables: compiler.compiled))
        }
        if entry[Self.deviceKey] == nil, entry[Self.widthKey] == nil {
            note(.missingFormat, .skipped, "“\(key)” has no \(Self.formatKey).", &builder)
        }
        return nil
    }

    /// Reads what a rule gives: a text, which can name the variables beside the rule, or an entry.
    private func read(
        _ node: PropertyListNode,
        _ compiler: FormatCompiler,
        depth: Int,
        _ builder: inout StringTableBuilder
    ) -> Entry? {
        if let text = node.text {
            guard text.utf8.contains(UInt8(ascii: "%")) else { return (text, nil) }
            let format = compiler.format(text, &builder)
            return (text, LocalizedFormat(format, variables: compiler.compiled))
        }
        guard let entry = node.dictionary, depth < Self.maximumDepth else { return nil }
        return read(entry, depth: depth + 1, &builder)
    }

    private func readDevices(
        _ rule: PropertyListNode,
        _ compiler: FormatCompiler,
        depth: Int,
        _ builder: inout StringTableBuilder
    ) -> Entry? {
        guard let devices = rule.dictionary else { return nil }
        for device in DeviceRule.order(devices.keys) {
            guard let node = devices[device] else { continue }
            if let text = read(node, compiler, depth: depth, &builder) { return text }
        }
        return nil
    }

    private func readWidths(
        _ rule: PropertyListNode,
        _ compiler: FormatCompiler,
        depth: Int,
        _ builder: inout StringTableBuilder
    ) -> Entry? {
        var variants: [WidthVariant] = []
        for (name, node) in (rule.dictionary ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let width = Int(name), width >= 0,
                let (text, format) = read(node, compiler, depth: depth, &builder)
            else {
                let message = "“\(name)” of “\(key)” is no width with a text."
                note(.invalidRule, .skipped, message, &builder)
                continue
            }
            variants.append(WidthVariant(width: width, text: text, format: format))
        }
        variants.sort { $0.width < $1.width }
        guard let widest = variants.last else { return nil }
        let format = widest.format?.format ?? compiler.format(widest.text, &builder)
        let variables = widest.format?.variables ?? []
        return (
            widest.text, LocalizedFormat(format, variables: variables, variants: variants)
        )
    }

    private func readVariables(
        of entry: [String: PropertyListNode],
        _ builder: inout StringTableBuilder
    ) -> [FormatCompiler.Variable] {
        var variables: [FormatCompiler.Variable] = []
        for (name, node) in entry.sorted(by: { $0.key < $1.key }) {
            guard !Self.ruleKeys.contains(name) else { continue }
            guard let variable = node.dictionary,
                variable["NSStringFormatSpecTypeKey"]?.text == "NSStringPluralRuleType"
            else {
                let message = "“\(name)” of “\(key)” is no plural variable."
                note(.invalidVariable, .skipped, message, &builder)
                continue
            }
            var texts: [PluralCategory: String] = [:]
            for category in PluralCategory.allCases {
                texts[category] = variable[category.rawValue]?.text
            }
            guard !texts.isEmpty else {
                note(.invalidVariable, .skipped, "“\(name)” of “\(key)” has no form.", &builder)
                continue
            }
            if texts[.other] == nil {
                let message = "“\(name)” of “\(key)” has no form “other”."
                note(.missingPluralForm, .kept, message, &builder)
            }
            let type = variable["NSStringFormatValueTypeKey"]?.text
            let own = FormatString.Specifier(valueType: type ?? "")
            if own == nil {
                let message =
                    "The value type “\(type ?? "")” of “\(name)” of “\(key)” is none of a number."
                note(.unknownValueType, .repaired, message, &builder)
            }
            variables.append(
                FormatCompiler.Variable(
                    name: name,
                    display: own?.display ?? .integer,
                    texts: texts
                )
            )
        }
        return variables
    }

    private func note(
        _ code: LocalizationReport.Code,
        _ outcome: LocalizationReport.Issue.Outcome,
        _ message: @autoclosure () -> String,
        _ builder: inout StringTableBuilder
    ) {
        builder.note(code, key: key, outcome, message())
    }
}

extension FormatString.Specifier {
    /// Reads a value type (`d`, `lu`, `%ld`, `0.2f`; the empty one is `d`), or answers `nil` if it
    /// is none of a number.
    init?(valueType type: String) {
        let text = type.isEmpty ? "%d" : type.hasPrefix("%") ? type : "%" + type
        let format = FormatString(text)
        guard format.pieces.count == 1, case .value(let specifier) = format.pieces[0],
            specifier.display != nil
        else { return nil }
        self = specifier
    }
}
