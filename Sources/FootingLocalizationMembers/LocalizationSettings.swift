import FootingLocalization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The content of `.localization.json` in the folder of a package.
package struct LocalizationSettings: Decodable, Sendable {
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

    private enum Member: String, CodingKey {
        case functions, swiftUI, access
    }

    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package static let fileName = ".localization.json"

    private init() {}

    package init(from decoder: any Decoder) throws {
        for name in try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue).sorted()
        where Member(rawValue: name) == nil {
            throw Fault(reason: "\(Self.fileName) has an unknown member “\(name)”")
        }
        let members = try decoder.container(keyedBy: Member.self)
        functions = try members.decodeIfPresent([String].self, forKey: .functions) ?? []
        swiftUI = try members.decodeIfPresent(Bool.self, forKey: .swiftUI) ?? false
        if let name = try members.decodeIfPresent(String.self, forKey: .access) {
            guard let access = AccessLevel(rawValue: name) else {
                let levels = AccessLevel.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
                throw Fault(reason: "“access” in \(Self.fileName) is not one of \(levels)")
            }
            self.access = access
        }
    }

    /// Reads the file of a folder; without a file, nothing is set.
    package static func read(in folder: String = ".") throws(Fault) -> LocalizationSettings {
        let path = folder + "/" + fileName
        guard FileManager.default.fileExists(atPath: path) else { return LocalizationSettings() }
        do {
            let bytes = LocalizationStore.contents(ofFileAt: path) ?? []
            return try JSONDecoder().decode(LocalizationSettings.self, from: Data(bytes))
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(
                reason:
                    "\(fileName) is not an object with “functions”, strings, “swiftUI”, a Boolean, "
                    + "and “access”, a string"
            )
        }
    }
}
