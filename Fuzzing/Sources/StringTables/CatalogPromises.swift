@testable import FootingBytes
@testable import FootingLocalization
import Foundation

/// The promises of the reader of catalogs for any bytes.
struct CatalogPromises {
    private let file: [UInt8]

    init(_ file: [UInt8]) {
        self.file = file
    }

    func check() {
        let tables = TableBuilders(
            name: "Localizable",
            wanted: WantedLanguages(nil, developmentLanguage: "en")
        )
        let wasRead = Self.read(file, tables)
        let own = Self.check(tables, of: file, wasRead: wasRead)
        Self.checkOneLanguage(of: file, tables, own)
        // Written anew, no key stands twice and nothing is spelled in an unusual way.
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(file)),
            let data = try? JSONEncoder().encode(value)
        else { return }
        let again = TableBuilders(
            name: "Localizable",
            wanted: WantedLanguages(nil, developmentLanguage: "en")
        )
        let wasReadAgain = Self.read([UInt8](data), again)
        let texts = Self.check(again, of: [UInt8](data), wasRead: wasReadAgain)
        let issues = Self.checkOneLanguage(of: [UInt8](data), again, texts)
        let known = Set(again.issues.issues.map(\.message))
        expect(
            again.issues.issueCount > 1000 || known.isSuperset(of: issues),
            "other issues: \(issues)"
        )
        checkTexts(value, again, texts, wasRead: wasReadAgain)
    }

    /// A catalog that is read for one language has the same strings in it, whatever is passed over.
    ///
    /// - Returns: The issues of no one language.
    @discardableResult
    private static func checkOneLanguage(
        of file: [UInt8],
        _ tables: TableBuilders,
        _ texts: [[[UInt8]: String]]
    ) -> [String] {
        var issues: [String] = []
        for (builder, texts) in zip(tables.builders, texts).prefix(3) {
            let language = builder.language.tag
            let alone = TableBuilders(
                name: "Localizable",
                wanted: WantedLanguages(only: [language])
            )
            expect(read(file, alone), "not read for \(language) alone")
            let own = alone.builders.map { ReadTable($0, wasRead: true).textsByKey }
            expect(own == [texts], "other strings for \(language) alone")
            issues += alone.issues.issues.map(\.message)
        }
        return issues
    }

    private static func read(_ file: [UInt8], _ tables: TableBuilders) -> Bool {
        do throws(FileFault) {
            try CatalogReader.read(file, at: "file", into: tables)
        } catch {
            tables.noteFault(error, file: "file", of: nil)
        }
        return tables.builders.contains(where: \.hasRead)
    }

    /// The texts of each table, by their keys.
    private static func check(
        _ tables: TableBuilders,
        of file: [UInt8],
        wasRead: Bool
    ) -> [[[UInt8]: String]] {
        guard wasRead else {
            expect(tables.issues.issueCount > 0, "not read, and no word why")
            expect(tables.builders.allSatisfy(\.isEmpty), "texts of no catalog")
            return []
        }
        expect(!tables.builders.isEmpty, "read, and not even in its own language")
        let lineCount = ReadTable.lineCount(of: file)
        return tables.builders.map { builder in
            expect(builder.hasRead, "a language that was not read")
            let table = ReadTable(builder, wasRead: true)
            table.check(lineCount: lineCount)
            return table.textsByKey
        }
    }

    /// Texts without variations are those that the decoder reads.
    private func checkTexts(
        _ value: JSONValue,
        _ tables: TableBuilders,
        _ texts: [[[UInt8]: String]],
        wasRead: Bool
    ) {
        let root = value.members
        guard let strings = root["strings"]?.object,
            let source = root["sourceLanguage"]?.text.flatMap({ LanguageTag($0) }),
            root["version"].map({ $0.text == "1" || $0.text?.hasPrefix("1.") == true }) != false
        else {
            return expect(!wasRead, "read, though it is no catalog")
        }
        expect(wasRead, "a catalog that was refused")
        guard !tables.issues.issues.contains(where: { $0.code == .limitExceeded }) else { return }
        let languages = tables.builders.map(\.language.tag)
        expect(Set(languages).count == languages.count, "a language twice")
        for (key, entry) in strings {
            let isTranslated = entry.members["shouldTranslate"] != .bool(false)
            let localizations = (entry.members["localizations"]?.members ?? [:])
                .compactMap { name, value in LanguageTag(name).map { (tag: $0, value: value) } }
            for (language, texts) in zip(languages, texts) {
                let own = localizations.filter { $0.tag == language }.map(\.value)
                guard own.count < 2 else { continue }
                let text = texts[Array(key.utf8)]
                guard isTranslated else {
                    expect(text != nil, "a text that is not translated, missing in a language")
                    continue
                }
                let isSource = language == source
                guard let own = own.first else {
                    expect(text == (isSource ? key : nil), "a text from nowhere")
                    continue
                }
                guard let unit = own.plainUnit else { continue }
                let expected = unit.text(isSource: isSource) ?? (isSource ? key : nil)
                let isSame = text.map { Array($0.utf8) } == expected.map { Array($0.utf8) }
                // A text that names a variable of nobody's gives way to that of the source.
                let isLeftOut =
                    expected?.contains("#@") == true && text == (isSource ? key : nil)
                expect(isSame || isLeftOut, "another text than the decoder's")
            }
        }
    }
}

/// A document as the decoder reads it.
enum JSONValue: Codable, Equatable {
    case bool(Bool)
    case text(String)
    case object([String: JSONValue])
    case array([JSONValue])
    case other

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let object = try? container.decode([String: JSONValue].self) {
            self = .object(object)
        } else if let array = try? container.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .other
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let bool): try container.encode(bool)
        case .text(let text): try container.encode(text)
        case .object(let object): try container.encode(object)
        case .array(let array): try container.encode(array)
        case .other: try container.encodeNil()
        }
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var object: [String: JSONValue]? {
        if case .object(let object) = self { object } else { nil }
    }

    var members: [String: JSONValue] { object ?? [:] }

    /// The string unit of a localization that has nothing else; `nil` of one that has more.
    fileprivate var plainUnit: JSONValue? {
        guard members["variations"] == nil, members["substitutions"] == nil else { return nil }
        return members["stringUnit"] ?? .other
    }

    /// The text of a string unit, or `nil` if it can't be used.
    fileprivate func text(isSource: Bool) -> String? {
        guard let text = members["value"]?.text else { return nil }
        let state = members["state"]
        let isTranslated = state == nil || state == .text("translated")
        if text.isEmpty, !isTranslated { return nil }
        return state == .text("new") && !isSource ? nil : text
    }
}
