import FootingLocalization

/// The path of a string in an entry of a table, as Xcode's ids have it after `|==|`: empty for the
/// string itself, `plural.one`, `device.iphone.plural.one`, `substitutions.NAME.plural.one`.
///
/// The name of a substitution that contains a dot is written as `@NAME@`.
struct VariationPath: Hashable, Sendable {
    enum Component: Hashable, Sendable {
        case substitution(String)
        case device(String)
        case plural(PluralCategory)
    }

    var components: [Component] = []

    /// The path of the string itself.
    static let string = VariationPath()
}

extension VariationPath: LosslessStringConvertible {
    init(_ components: [Component]) { self.components = components }

    /// Reads a path; the empty one is that of the string itself.
    ///
    /// Returns `nil` for unknown categories and devices, and if the path ends in a substitution.
    init?(_ description: String) {
        var rest = description.split(separator: ".", omittingEmptySubsequences: false)[...]
        if description.isEmpty { rest = [] }
        while let kind = rest.popFirst() {
            guard let name = rest.popFirst() else { return nil }
            switch kind {
            case "substitutions":
                guard components.isEmpty, let name = Self.name(name, &rest), !rest.isEmpty else {
                    return nil
                }
                components.append(.substitution(name))
            case "device":
                guard Localization.devices.contains(String(name)) else { return nil }
                components.append(.device(String(name)))
            case "plural":
                guard let category = PluralCategory(rawValue: String(name)) else { return nil }
                components.append(.plural(category))
            default: return nil
            }
        }
    }

    /// The name of a substitution that begins with a segment of the path: a name with dots is
    /// between two `@`.
    private static func name(_ first: Substring, _ rest: inout ArraySlice<Substring>) -> String? {
        var name = String(first)
        guard name.hasPrefix("@") else { return name.isEmpty ? nil : name }
        while name.utf8.count < 2 || !name.hasSuffix("@") {
            guard let next = rest.popFirst() else { return nil }
            name += "." + next
        }
        return String(name.dropFirst().dropLast())
    }

    var description: String {
        components.map { component in
            switch component {
            case .substitution(let name):
                "substitutions." + (name.contains(".") ? "@\(name)@" : name)
            case .device(let name): "device.\(name)"
            case .plural(let category): "plural.\(category.rawValue)"
            }
        }.joined(separator: ".")
    }
}
