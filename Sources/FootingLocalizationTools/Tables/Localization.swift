import FootingLocalization
import FootingLocalizationMembers

/// The parts of a localization, which are the strings of an entry in one language of a catalog.
enum Localization {
    /// A kind of name in a catalog.
    enum Name: CaseIterable {
        case member, category, device
    }

    enum Part {
        case string(JSONNode, VariationPath)
        /// A set of phrases.
        case set(JSONNode)
        case unknown(Name, String)
    }

    static let devices = [
        "applevision", "appletv", "applewatch", "ipad", "iphone", "ipod", "mac", "other",
    ]

    /// Variations are nested: devices in plurals in substitutions.
    static let maximumDepth = 8
}

extension JSONNode {
    /// Calls `visitor` with the parts of a localization, or of one of its variations, in the order
    /// of the file.
    func visitLocalization(
        at path: VariationPath = .string,
        _ visitor: (Localization.Part) -> Void
    ) {
        func visit(_ variation: JSONNode, _ component: VariationPath.Component) {
            let path = VariationPath(path.components + [component])
            variation.visitLocalization(at: path, visitor)
        }
        for (name, value) in namedMembers {
            switch name {
            case "stringUnit": visitor(.string(value, path))
            case "stringSet": visitor(.set(value))
            case "substitutions":
                for (name, variable) in value.namedMembers { visit(variable, .substitution(name)) }
            case "variations" where path.components.count < Localization.maximumDepth:
                for (kind, group) in value.namedMembers {
                    guard kind == "device" || kind == "plural" else {
                        visitor(.unknown(.member, kind))
                        continue
                    }
                    for (name, variation) in group.namedMembers {
                        if kind == "device" {
                            if !Localization.devices.contains(name) {
                                visitor(.unknown(.device, name))
                            }
                            visit(variation, .device(name))
                        } else if let category = PluralCategory(rawValue: name) {
                            visit(variation, .plural(category))
                        } else {
                            visitor(.unknown(.category, name))
                        }
                    }
                }
            case "argNum", "formatSpecifier", "variations": break
            default: visitor(.unknown(.member, name))
            }
        }
    }
}
