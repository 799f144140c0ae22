import FootingLocalization
import FootingLocalizationMembers

/// The strings of an entry as translators see them, in the source language and another.
///
/// A variable has its number: `%1$lld` for `%arg`, and `%1$#@books@` for `%#@books@`.
struct EntryUnits {
    let key: String
    /// The strings in the source language.
    private(set) var sources: [VariationPath: String] = [:]
    /// The strings in the other language.
    private(set) var targets: [VariationPath: TableString] = [:]
    /// The variables by their names, preferably those of the other language.
    private var variables: [String: TableFile.Substitution] = [:]
    private let isCatalog: Bool

    init(_ key: String, of table: TableFile, in language: LanguageTag?) {
        self.key = key
        isCatalog = table.isCatalog
        let source = table.sourceLanguage
        for variable in table.content.substitutions(of: key, in: source) {
            variables[variable.name] = variable
        }
        for string in table.content.strings(of: key, in: source) {
            sources[string.path] = shown(string.value, at: string.path)
        }
        if !sources.keys.contains(where: { $0.variable == nil }) { sources[.string] = key }
        guard let language else { return }
        for variable in table.content.substitutions(of: key, in: language) {
            variables[variable.name] = variable
        }
        for var string in table.content.strings(of: key, in: language) {
            string.value = shown(string.value, at: string.path)
            targets[string.path] = string
        }
    }

    /// The paths of the units: those that the language has, or else the source, for the string and
    /// each variable, with the given categories.
    func paths(completing categories: Set<PluralCategory>) -> Set<VariationPath> {
        // Variables of the source that the language's string doesn't name aren't shown.
        let named = targets.filter { $0.key.variable == nil }.values
        var variables = Set(targets.keys.map(\.variable)).union([nil])
        for case let variable? in sources.keys.map(\.variable)
        where named.isEmpty || named.contains(where: { $0.value.contains("#@\(variable)@") }) {
            variables.insert(variable)
        }
        var paths: Set<VariationPath> = []
        for variable in variables {
            for path in own(variable) {
                paths.insert(path)
                guard case .plural? = path.components.last else { continue }
                for category in categories { paths.insert(path.replacingCategory(by: category)) }
            }
        }
        return paths
    }

    /// The paths of the string or of a variable that the language has, or else the source; of
    /// devices, also those that only the source has.
    private func own(_ variable: String?) -> [VariationPath] {
        let own = targets.keys.filter { $0.variable == variable }
        let source = sources.keys.filter { $0.variable == variable }
        let devices = Set(own.compactMap(\.device))
        guard !own.isEmpty else { return source }
        guard !devices.isEmpty else { return own }
        return own + source.filter { $0.device.map { !devices.contains($0) } == true }
    }

    /// Whether the entry has a string that varies as one at a path does.
    func fits(_ path: VariationPath) -> Bool {
        (Array(targets.keys) + sources.keys).contains {
            $0.variable == path.variable && $0.kinds == path.kinds
        }
    }

    /// The string that variations replace if one at a path is set: that of the longest beginning of
    /// the path.
    func targetReplaced(by path: VariationPath) -> TableString? {
        // A variable doesn't replace the string around it.
        let counts = (path.variable == nil ? 0 : 1)..<max(1, path.components.count)
        return counts.reversed().lazy.compactMap { count in
            targets[VariationPath(Array(path.components.prefix(count)))]
        }.first
    }

    /// The source string of a unit: that of its path or of `other`, first in the innermost group.
    func source(of path: VariationPath) -> String {
        let category = path.replacingCategory(by: .other)
        let paths = [path, category, path.replacingDeviceByOther, category.replacingDeviceByOther]
        let own = paths.lazy.compactMap { sources[$0] }.first
        let plain = path.variable == nil ? sources[.string] : nil
        return own ?? plain ?? TranslationID(key: key, path: path).text
    }

    /// Whether a file's source of a unit is the current one; in PO, all forms but `one` have the
    /// source of `other`.
    func isCurrent(_ text: String, at path: VariationPath) -> Bool {
        text == source(of: path) || text == source(of: path.replacingCategory(by: .other))
    }
}

extension EntryUnits {
    /// The text of a table's string as translators see it.
    private func shown(_ text: String, at path: VariationPath) -> String {
        text.replacingSpecifiers(replacements(at: path))
    }

    /// A translator's text as the table has it.
    func stored(_ text: String, at path: VariationPath) -> String {
        text.replacingSpecifiers(replacements(at: path).map { ($1, $0) })
    }

    private func replacements(at path: VariationPath) -> [(String, String)] {
        var pairs = variables.values.sorted { $0.name < $1.name }.map { variable in
            ("%#@\(variable.name)@", variable.numberedName)
        }
        if let own = path.variable.flatMap({ variables[$0] }) {
            pairs.append(("%arg", own.numberedFormat))
        }
        return pairs
    }

    /// A copy of a new form for `other`, which no integer has; `nil` if the table has another text
    /// for it, or a finished one that a draft would replace.
    ///
    /// A number with a fraction has the form, whose text is then probably another: a draft.
    func copyForOther(_ form: TableString, of text: String) -> TableString? {
        var copy = form
        copy.path = form.path.replacingCategory(by: .other)
        guard copy.path != form.path else { return nil }
        let number = EntryString(text, knowsNames: isCatalog).pieces.lazy
            .compactMap { $0.specifier?.kinds }.first { $0 == .integer || $0 == .floatingPoint }
        if number == .floatingPoint { copy.state = .needsReview }
        guard let known = targets[copy.path] else { return copy }
        let isCopy = known.value == targets[form.path]?.value
        return isCopy && (copy.state.isFinished || !known.state.isFinished) ? copy : nil
    }

    /// Compares the specifiers of a translation with those of all sources, and returns the first
    /// fault that makes the translation unusable.
    func fault(
        of text: String,
        in language: LanguageTag,
        translatedFrom development: LanguageTag
    ) -> (code: LocalizationFinding.Code, message: String)? {
        let texts = sources.sorted { $0.key.description < $1.key.description }.map(\.value)
        guard (texts + [text]).contains(where: { $0.utf8.contains(UInt8(ascii: "%")) }) else {
            return nil
        }
        // A variable has the kind of its number.
        let values = variables.values.flatMap { variable in
            ["%#@\(variable.name)@", variable.numberedName].map { ($0, variable.numberedFormat) }
        }
        let shapes = FormatShape.shapes(
            of: text.replacingSpecifiers(values),
            translating: texts.map { $0.replacingSpecifiers(values) },
            knowsNames: isCatalog
        )
        let comparison = ArgumentComparison(
            key: key,
            language: language,
            development: development,
            own: shapes.own,
            source: shapes.source,
            keyShape: { FormatShape(of: key, knowsNames: isCatalog) }
        )
        return comparison.faults.first
    }
}

extension VariationPath {
    /// The name of the variable; `nil` for the string itself.
    var variable: String? {
        guard case .substitution(let name)? = components.first else { return nil }
        return name
    }

    /// The device, if the string or the variable varies by it first.
    fileprivate var device: String? {
        guard case .device(let name)? = components.dropFirst(variable == nil ? 0 : 1).first else {
            return nil
        }
        return name
    }

    /// The kinds of the components after the variable.
    fileprivate var kinds: [Bool] {
        components.compactMap { component in
            switch component {
            case .substitution: nil
            case .device: false
            case .plural: true
            }
        }
    }

    /// The path with the device `other`; a path without a device is unchanged.
    fileprivate var replacingDeviceByOther: VariationPath {
        VariationPath(
            components.map { component in
                if case .device = component { .device("other") } else { component }
            }
        )
    }

    /// The path with another category; a path without a category is unchanged.
    func replacingCategory(by category: PluralCategory) -> VariationPath {
        guard case .plural? = components.last else { return self }
        return VariationPath(components.dropLast() + [.plural(category)])
    }
}

extension String {
    /// The text with other specifiers, but not after an escaped percent sign.
    fileprivate func replacingSpecifiers(_ pairs: [(old: String, new: String)]) -> String {
        guard !pairs.isEmpty, utf8.contains(UInt8(ascii: "%")) else { return self }
        var rest = Array(utf8)[...]
        var text: [UInt8] = []
        while !rest.isEmpty {
            if let (old, new) = pairs.first(where: { rest.starts(with: $0.old.utf8) }) {
                text += new.utf8
                rest = rest.dropFirst(old.utf8.count)
            } else {
                let count = rest.starts(with: "%%".utf8) ? 2 : 1
                text += rest.prefix(count)
                rest = rest.dropFirst(count)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
