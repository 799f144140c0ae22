import FootingBytes
import FootingLocalization
import FootingLocalizationMembers

/// The states and names of a localization, in all its variations.
struct LocalizationStates {
    enum Level: CaseIterable {
        case string, unit, variations, categories, devices, substitutions
    }

    private(set) var states: Set<String> = []
    private(set) var new = NewStrings()
    private var form = NewStrings.Form()
    private var unknown: [Level: Set<String>] = [:]
    private(set) var hasString = false
    /// Whether this is a set of phrases, which isn't looked up.
    private(set) var hasSet = false

    /// Localizations are nested: devices in plurals in substitutions.
    private static let maximumDepth = 24
    static let devices = [
        "applevision", "appletv", "applewatch", "ipad", "iphone", "ipod", "mac", "other",
    ]

    /// The unknown names of categories, devices and members, by level; members are at the level of
    /// strings.
    var unknownNames: [(level: Level, name: String)] {
        Level.allCases.flatMap { level in (unknown[level] ?? []).sorted().map { (level, $0) } }
    }

    mutating func read(_ index: Int, as level: Level, _ document: JSONDocument, depth: Int = 0) {
        guard depth < Self.maximumDepth else { return }
        var (state, isEmpty) = ("", false)
        for (name, value) in document.members(of: index) {
            var child: Level?
            switch (level, name) {
            case (.string, "stringUnit"): (child, hasString) = (.unit, true)
            case (.string, "stringSet"): (child, hasSet) = (.unit, true)
            case (.string, "variations"): (child, hasString) = (.variations, true)
            case (.string, "substitutions"): child = .substitutions
            case (.variations, "plural"): child = .categories
            case (.variations, "device"): child = .devices
            case (.substitutions, _): child = .string
            case (.categories, _) where PluralCategory(rawValue: name) != nil: child = .string
            case (.categories, _): unknown[level, default: []].insert(name)
            case (.devices, _):
                if !Self.devices.contains(name) { unknown[level, default: []].insert(name) }
                child = .string
            case (.unit, "state"): state = document.text(of: document[value]) ?? ""
            case (.unit, "value"): isEmpty = document.text(of: document[value]) == ""
            case (.unit, "values"), (.string, "argNum"), (.string, "formatSpecifier"): break
            default: unknown[.string, default: []].insert(name)
            }
            guard let child else { continue }
            let outer = form
            if level == .substitutions { form.variable = name }
            if level == .categories { form.category = PluralCategory(rawValue: name) }
            read(value, as: child, document, depth: depth + 1)
            form = outer
        }
        // An empty string in the state `needs_review` is a missing string.
        if level == .unit, !state.isEmpty, !isEmpty || state != "needs_review" {
            states.insert(state)
            new.add(form, isNew: state == "new")
        }
    }
}
