import FootingLocalization
import Foundation
import XCTest

/// A folder of its own for one test, with the files the test writes into it.
final class TemporaryFolder: Sendable {
    let url: URL

    init(_ test: XCTestCase) throws {
        let url = Self.parent.appending(path: "footing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        test.addTeardownBlock { try? FileManager.default.removeItem(at: url) }
        self.url = url
    }

    /// In memory where there is such a volume, but on the disk under stress.
    ///
    /// A disk that others use as well takes seconds for a thousand small files.
    private static let parent: URL = {
        let memory = "/dev/shm"
        let isUnderStress = ProcessInfo.processInfo.environment["FOOTING_STRESS"] == "1"
        let isUsable = !isUnderStress && FileManager.default.isWritableFile(atPath: memory)
        return isUsable ? URL(filePath: memory) : FileManager.default.temporaryDirectory
    }()

    @discardableResult
    func write(_ text: String, to path: String) throws -> URL {
        try write(Data(text.utf8), to: path)
    }

    @discardableResult
    func write(_ data: Data, to path: String) throws -> URL {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try data.write(to: file)
        return file
    }

    @discardableResult
    func makeFolder(_ path: String) throws -> URL {
        let folder = url.appending(path: path)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}

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

/// The same property list in its binary form.
func binaryPropertyList(_ xml: Data) throws -> Data {
    // `format` is a pointer to where the format found would be written, and `nil` here.
    let list = try unsafe PropertyListSerialization.propertyList(from: xml, format: nil)
    return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
}

/// Random bytes that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// How much more a stress test does when `FOOTING_STRESS` is 1.
var stressFactor: Int { ProcessInfo.processInfo.environment["FOOTING_STRESS"] == "1" ? 50 : 1 }
