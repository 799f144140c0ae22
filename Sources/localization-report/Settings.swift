import FootingLocalization
import FootingLocalizationTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The content of `.localization.json` in the current folder.
struct Settings: Decodable {
    private enum Member: String, CodingKey {
        case functions, swiftUI
    }

    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    static let fileName = ".localization.json"

    private let functions: [String]
    private let swiftUI: Bool

    init(from decoder: any Decoder) throws {
        for name in try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue).sorted()
        where Member(rawValue: name) == nil {
            throw Misuse("\(Self.fileName) has an unknown member “\(name)”")
        }
        let members = try decoder.container(keyedBy: Member.self)
        functions = try members.decodeIfPresent([String].self, forKey: .functions) ?? []
        swiftUI = try members.decodeIfPresent(Bool.self, forKey: .swiftUI) ?? false
    }

    /// The functions in the file of a folder, or none without a file.
    static func functions(in folder: String = ".") throws(Misuse) -> [SourceFunction] {
        let path = folder.appendingComponent(fileName)
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let settings: Settings
        do {
            let bytes = LocalizationStore.contents(ofFileAt: path) ?? []
            settings = try JSONDecoder().decode(Settings.self, from: Data(bytes))
        } catch let misuse as Misuse {
            throw misuse
        } catch {
            throw Misuse(
                "\(fileName) is not an object with “functions”, strings, and “swiftUI”, a Boolean"
            )
        }
        var functions: [SourceFunction] = settings.swiftUI ? .swiftUI : []
        for spelling in settings.functions { functions.append(try Options.function(spelling)) }
        return functions
    }
}
