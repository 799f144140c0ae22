import FootingLocalization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The content of `.localization.json` in the folder of a package.
package struct LocalizationSettings: Sendable {
    /// The spellings of functions that look up keys.
    package private(set) var functions: [String] = []
    /// Whether the literals of SwiftUI's initializers are keys.
    package private(set) var swiftUI = false
    /// The access level of generated members.
    package private(set) var access = AccessLevel.internal

    /// A fault in the file, as a sentence without a full stop.
    package struct Fault: Error {
        package let reason: String
    }

    package static let fileName = ".localization.json"

    /// Reads the file of a folder; without a file, nothing is set.
    package static func read(in folder: String = ".") throws(Fault) -> LocalizationSettings {
        let path = folder + "/" + fileName
        guard FileManager.default.fileExists(atPath: path) else { return LocalizationSettings() }
        let root = try? JSONNode.read(LocalizationStore.contents(ofFileAt: path) ?? [])
        guard case .object? = root, let settings = try root.map(read) ?? nil else {
            throw Fault(
                reason:
                    "\(fileName) is not an object with “functions”, strings, “swiftUI”, a Boolean, "
                    + "and “access”, a string"
            )
        }
        return settings
    }

    /// Reads the members of an object; `nil` if one has a value of another type.
    private static func read(_ root: JSONNode) throws(Fault) -> LocalizationSettings? {
        var settings = LocalizationSettings()
        for (name, value) in root.namedMembers.sorted(by: { $0.name < $1.name }) {
            switch name {
            case "functions":
                guard case .array(let values) = value else { return nil }
                settings.functions = values.compactMap(\.string)
                guard settings.functions.count == values.count else { return nil }
            case "swiftUI":
                settings.swiftUI = value.isLiteral("true")
                guard settings.swiftUI || value.isLiteral("false") else { return nil }
            case "access":
                guard let name = value.string else { return nil }
                guard let access = AccessLevel(rawValue: name) else {
                    let levels = AccessLevel.allCases.map { "“\($0.rawValue)”" }
                    let names = levels.joined(separator: ", ")
                    throw Fault(reason: "“access” in \(fileName) is not one of \(names)")
                }
                settings.access = access
            default: throw Fault(reason: "\(fileName) has an unknown member “\(name)”")
            }
        }
        return settings
    }
}
