import FootingLocalization
import FootingLocalizationMembers

extension Catalog: EditableTable {
    var languages: [LanguageTag] {
        var names: Set<String> = []
        for entry in entries {
            for (name, _) in entry.value["localizations"]?.namedMembers ?? [] { names.insert(name) }
        }
        let tags = Set(names.compactMap { LanguageTag($0) })
        return [sourceLanguage]
            + tags.subtracting([sourceLanguage]).sorted { $0.description < $1.description }
    }

    func hasEntry(_ key: String) -> Bool { self[key] != nil }

    func line(of key: String) -> Int? { self[key]?.line }

    func attributes(of key: String) -> EntryAttributes {
        self[key].map { EntryAttributes($0.value) } ?? EntryAttributes()
    }

    func strings(of key: String, in language: LanguageTag) -> [TableString] {
        self[key]?.value.localization(in: language)?.value.strings() ?? []
    }

    func substitutions(of key: String, in language: LanguageTag) -> [TableFile.Substitution] {
        let localization = self[key]?.value.localization(in: language)?.value
        return (localization?["substitutions"]?.namedMembers ?? []).compactMap { name, value in
            value["argNum"]?.integer.map { number in
                let format = value["formatSpecifier"]?.string ?? "lld"
                return TableFile.Substitution(name: name, argument: number, format: format)
            }
        }
    }

    mutating func set(_ string: TableString, of key: String, in language: LanguageTag) -> Bool {
        guard var entry = self[key]?.value else { return false }
        let source = entry.localization(in: sourceLanguage)?.value
        let name = entry.localization(in: language)?.name ?? language.description
        let path = string.path.components[...]
        guard entry[object: "localizations"][object: name].set(string, at: path, like: source)
        else { return false }
        edit(key) { $0 = entry }
        return true
    }
}

extension JSONNode {
    /// The strings of an entry in a language, with the name that the language has there.
    func localization(in language: LanguageTag) -> (name: String, value: JSONNode)? {
        guard let localizations = self["localizations"] else { return nil }
        let members = localizations.members
        let name = language.description
        let member =
            members.last { $0.isNamed(name) }
            ?? members.last { $0.name.flatMap { LanguageTag($0) } == language }
        return member.map { ($0.name ?? name, $0.value) }
    }

    /// The strings of a localization.
    func strings() -> [TableString] {
        var strings: [TableString] = []
        visitLocalization { part in
            guard case .string(let unit, let path) = part, let value = unit["value"]?.string else {
                return
            }
            let state = unit["state"]?.string.flatMap { TableString.State(rawValue: $0) }
            strings.append(TableString(path: path, value: value, state: state ?? .translated))
        }
        return strings
    }

    /// Sets the string of a localization or of a variation itself.
    mutating func setString(_ value: String, _ state: TableString.State) {
        self[object: "stringUnit"]["state"] = JSONNode(state.rawValue)
        self[object: "stringUnit"]["value"] = JSONNode(value)
    }

    /// Sets a string of a localization or of one of its variations, and creates the groups on its
    /// path; returns whether it fits.
    ///
    /// A string is never hidden by variations, and variations by no string. If variations replace
    /// a string, it becomes that of `other`.
    fileprivate mutating func set(
        _ string: TableString,
        at path: ArraySlice<VariationPath.Component>,
        like source: JSONNode?
    ) -> Bool {
        guard let component = path.first else {
            guard self["variations"] == nil else { return false }
            setString(string.value, string.state)
            return true
        }
        switch component {
        case .substitution(let name):
            let model = source?["substitutions"]?[name]
            var group = self[object: "substitutions"]
            guard var variable = group[name] ?? model.map({ _ in .empty }) else { return false }
            for member in ["argNum", "formatSpecifier"] where variable[member] == nil {
                variable[member] = model?[member]
            }
            guard variable.set(string, at: path.dropFirst(), like: model) else { return false }
            group[name] = variable
            self["substitutions"] = group
            // The string that shows the variable.
            if self["stringUnit"] == nil, self["variations"] == nil {
                for member in ["stringUnit", "variations"] {
                    self[member] = source?[member]?.mappingStates { _ in "new" }
                }
            }
            return true
        case .device(let name): return set(string, in: "device", name, path, source)
        case .plural(let category):
            return set(string, in: "plural", category.rawValue, path, source)
        }
    }

    private mutating func set(
        _ string: TableString,
        in kind: String,
        _ name: String,
        _ path: ArraySlice<VariationPath.Component>,
        _ source: JSONNode?
    ) -> Bool {
        var variations = self[object: "variations"]
        guard variations.members.isEmpty || variations[kind] != nil else { return false }
        var group = variations[object: kind]
        if let unit = self["stringUnit"], group["other"] == nil {
            group[object: "other"]["stringUnit"] = unit
        }
        var value = group[object: name]
        let model = source?["variations"]?[kind]
        guard value.set(string, at: path.dropFirst(), like: model?[name] ?? model?["other"]) else {
            return false
        }
        group[name] = value
        variations[kind] = group
        self["stringUnit"] = nil
        self["variations"] = variations
        return true
    }

    /// The value with other states of its strings.
    func mappingStates(_ transform: (String) -> String) -> JSONNode {
        guard case .object(var members) = self else { return self }
        for index in members.indices {
            if let state = members[index].value.string, members[index].isNamed("state") {
                let new = transform(state)
                if new != state { members[index].value = JSONNode(new) }
            } else {
                members[index].value = members[index].value.mappingStates(transform)
            }
        }
        return .object(members)
    }
}
