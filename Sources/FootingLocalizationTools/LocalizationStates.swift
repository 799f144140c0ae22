import FootingLocalization
import FootingLocalizationMembers

/// The states and the unknown names of a localization, in all its variations.
struct LocalizationStates {
    private(set) var states: Set<String> = []
    private(set) var new = NewStrings()
    /// Whether there is a string or a set of phrases.
    private(set) var isUsed: Bool
    /// Whether this is a set of phrases, which isn't looked up.
    private(set) var hasSet = false
    private var unknown: [Localization.Name: Set<String>] = [:]

    /// The unknown names of members, categories and devices.
    var unknownNames: [(kind: Localization.Name, name: String)] {
        Localization.Name.allCases.flatMap { kind in
            (unknown[kind] ?? []).sorted().map { (kind, $0) }
        }
    }

    init(_ localization: JSONNode) {
        isUsed = localization["variations"] != nil
        localization.visitLocalization { part in
            switch part {
            case .unknown(let kind, let name): unknown[kind, default: []].insert(name)
            case .string(let unit, let path): add(unit, at: path)
            case .set(let set):
                hasSet = true
                add(set, at: .string)
            }
        }
    }

    private mutating func add(_ unit: JSONNode, at path: VariationPath) {
        isUsed = true
        for name in unit.members.compactMap(\.name)
        where !["state", "value", "values"].contains(name) {
            unknown[.member, default: []].insert(name)
        }
        let state = unit["state"]?.string ?? ""
        // An empty string in the state `needs_review` is a missing string.
        guard !state.isEmpty, state != "needs_review" || unit["value"]?.string != "" else { return }
        states.insert(state)
        new.add(NewStrings.Form(path), isNew: state == "new")
    }
}
