import FootingLocalization
import Foundation
import TestSupport
import XCTest

extension XCTestCase {
    /// A store of tables written for one test: `["en.lproj/Localizable.strings": "…"]`.
    func makeStore(
        _ files: [String: String],
        developmentLanguage: LanguageTag = "en"
    ) throws -> LocalizationStore {
        try makeStore(
            data: files.mapValues { Data($0.utf8) },
            developmentLanguage: developmentLanguage
        )
    }

    func makeStore(
        data files: [String: Data],
        developmentLanguage: LanguageTag = "en"
    ) throws -> LocalizationStore {
        let folder = try TemporaryFolder(self)
        try folder.makeFolder("Test.bundle")
        for (path, data) in files { try folder.write(data, to: "Test.bundle/\(path)") }
        let bundle = try ResourceBundle.locate("Test", in: [folder.url])
        return LocalizationStore(bundle, developmentLanguage: developmentLanguage)
    }

    /// A store with a table of one entry in each of certain folders: `pt-BR` for `pt-BR.lproj`.
    func makeStore(
        languages: [String],
        developmentLanguage: LanguageTag = "en"
    ) throws -> LocalizationStore {
        var files: [String: String] = [:]
        for name in languages { files["\(name).lproj/Localizable.strings"] = "name = \"\(name)\";" }
        return try makeStore(files, developmentLanguage: developmentLanguage)
    }

    /// A localizer of one English table in the text of a `.strings` file.
    func makeLocalizer(_ strings: String) throws -> Localizer {
        try makeStore(["en.lproj/Localizable.strings": strings]).localizer(for: ["en"])
    }
}

/// The text of a `.stringsdict` of entries with one variable each: key, format, variable, forms.
func stringsDict(
    _ entries: [(
        key: String, format: String, variable: String, type: String, forms: [String: String]
    )]
) -> String {
    var text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>

        """
    for entry in entries {
        text += """
            <key>\(entry.key)</key>
            <dict>
                <key>NSStringLocalizedFormatKey</key>
                <string>\(entry.format)</string>
                <key>\(entry.variable)</key>
                <dict>
                    <key>NSStringFormatSpecTypeKey</key>
                    <string>NSStringPluralRuleType</string>
                    <key>NSStringFormatValueTypeKey</key>
                    <string>\(entry.type)</string>

            """
        for (category, form) in entry.forms.sorted(by: { $0.key < $1.key }) {
            text += "        <key>\(category)</key>\n        <string>\(form)</string>\n"
        }
        text += "    </dict>\n</dict>\n"
    }
    return text + "</dict>\n</plist>\n"
}

/// A catalog with entries in JSON, which begin on the fourth line.
func catalog(_ entries: String, source: String = "en") -> String {
    """
    {
      "sourceLanguage" : "\(source)",
      "strings" : {
    \(entries)
      },
      "version" : "1.0"
    }
    """
}

/// A string of a catalog, as a localization or a form.
func unit(_ string: String, _ state: String = "translated") -> String {
    #"{"stringUnit": {"state": "\#(state)", "value": "\#(string)"}}"#
}

/// The variations of a string by the plural category, as a localization or of a variable.
func plural(_ forms: [(category: String, string: String)]) -> String {
    let forms = forms.map { #""\#($0.category)": \#(unit($0.string))"# }
    return #"{"variations": {"plural": {\#(forms.joined(separator: ", "))}}}"#
}

/// The same property list in its binary form.
func binaryPropertyList(_ xml: Data) throws -> Data {
    // `format` is a pointer to where the format found would be written, and `nil` here.
    let list = try unsafe PropertyListSerialization.propertyList(from: xml, format: nil)
    return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
}

/// Returns a binary property list of objects; the first object is the root.
func binaryList(_ objects: [[UInt8]], offsetSize: Int = 1) -> Data {
    func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    var data = Data("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
        offsets += bigEndian(data.count, offsetSize)
        data += object
    }
    let table = data.count
    data += offsets + [0, 0, 0, 0, 0, 0, UInt8(offsetSize), 1]
    for value in [objects.count, 0, table] { data += bigEndian(value, 8) }
    return data
}
