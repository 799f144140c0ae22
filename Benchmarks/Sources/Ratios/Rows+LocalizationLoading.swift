import FootingLocalization
import Foundation
import Harness
import Records
import Tables

/// Tables from their files: both sides read the file, and find it in the system's memory.
extension Comparison {
    static func loadingOfTables() -> [Comparison] {
        [
            strings("1.3 MB of .strings, UTF-8", goal: 1.0 / 12) { Data($0.text.utf8) },
            strings("2.6 MB of .strings, UTF-16", goal: 0.16) { $0.utf16 },
            growth("10,000 keys of .strings", from: 1_000),
            growth("100,000 keys of .strings", from: 10_000),
            catalog(to: "JSONDecoder", goal: 1.0 / 11) { try CatalogModel(json: $0) },
            catalog(to: "JSONSerialization", goal: 0.05) {
                try JSONSerialization.jsonObject(with: $0)
            },
            catalog(only: "de", to: "JSONDecoder", goal: 1.0 / 27) { try CatalogModel(json: $0) },
            coldStart(), reload(),
        ]
    }

    private static func strings(
        _ title: String,
        goal: Double,
        _ encode: @escaping (StringsDocument) -> Data
    ) -> Comparison {
        Comparison(title, to: "PropertyListSerialization", goal: goal) { effort in
            let document = StringsDocument(effort.isSmoke ? 1_000 : 10_000)
            let path = "en.lproj/Localizable.strings"
            let folder = try TemporaryBundle([path: encode(document)])
            let file = folder.file(path)
            func theirs() throws -> [String: String]? {
                let data = try Data(contentsOf: file)
                let list = try PropertyListSerialization.propertyList(from: data, format: nil)
                return list as? [String: String]
            }
            let (store, texts) = (LocalizationStore(folder.bundle), try theirs() ?? [:])
            let localizer = store.localizer(for: ["en"])
            guard texts.count == document.count, store.report.issueCount == 0,
                texts.allSatisfy({ localizer($0) == $1 })
            else { throw Difference() }
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(LocalizationStore(folder.bundle)) }
                },
                peer: { count in
                    for _ in 0..<count {
                        let data = try Data(contentsOf: file)
                        blackHole(
                            try PropertyListSerialization.propertyList(from: data, format: nil)
                        )
                    }
                },
                cleanUp: folder.remove
            )
        }
    }

    private static func growth(_ title: String, from count: Int) -> Comparison {
        growth(title, to: "10 loads of \(count)", from: count) { count in
            try TemporaryBundle(strings: ["en": StringsDocument(count).text])
        } _: {
            blackHole(LocalizationStore($0.bundle))
        }
    }

    /// Ours reads all languages of the catalog or only one; the peers know of no languages.
    private static func catalog(
        only language: LanguageTag? = nil,
        to peer: String,
        goal: Double,
        _ read: @escaping (Data) throws -> Any
    ) -> Comparison {
        let number = language == nil ? "12 languages" : "one language"
        return Comparison("4 MB of .xcstrings, \(number)", to: peer, goal: goal) { effort in
            let document = CatalogDocument(effort.isSmoke ? 125 : 1_252)
            let path = "Localizable.xcstrings"
            let folder = try TemporaryBundle([path: document.data])
            let file = folder.file(path)
            func ours() -> LocalizationStore {
                guard let language else { return LocalizationStore(folder.bundle) }
                let reader: LanguagePreferences = [language]
                return LocalizationStore(
                    folder.bundle,
                    developmentLanguage: language,
                    for: reader
                )
            }
            let store = ours()
            let model = try CatalogModel(json: document.data)
            guard model.strings.count == document.count, store.report.issueCount == 0,
                store.languages.count == (language == nil ? CatalogDocument.languages.count : 1),
                model.isShown(by: store)
            else { throw Difference() }
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(ours()) }
                },
                peer: { count in
                    for _ in 0..<count { blackHole(try read(try Data(contentsOf: file))) }
                },
                cleanUp: folder.remove
            )
        }
    }

    /// From the bundle's name to the first text, at a path that is new to Foundation each time.
    ///
    /// It remembers bundles by their paths, with their tables.
    private static func coldStart() -> Comparison {
        let title = "locate, load 10,000 keys, look one up"
        return Comparison(title, to: "Bundle.localizedString", goal: 0.25) { effort in
            let document = StringsDocument(effort.isSmoke ? 1_000 : 10_000)
            let folder = try TemporaryBundle(strings: ["en": document.text])
            let key = StringsDocument.key(777)
            return Sides(
                ours: { count in
                    for _ in 0..<count {
                        let text = try folder.withNewPath { root in
                            let bundle = try ResourceBundle.locate(folder.name, in: [root])
                            return LocalizationStore(bundle).localizer(for: ["en"])(key)
                        }
                        guard text != key else { throw Difference() }
                    }
                },
                peer: { count in
                    for _ in 0..<count {
                        let text = try folder.withNewPath { root in
                            let url = root.appending(path: "\(folder.name).bundle")
                            return Bundle(url: url)?
                                .localizedString(forKey: key, value: nil, table: nil)
                        }
                        guard let text, text != key else { throw Difference() }
                    }
                },
                cleanUp: folder.remove
            )
        }
    }

    private static func reload() -> Comparison {
        Comparison("reload of 10,000 keys", to: "loading them", goal: 1.3) { effort in
            let document = StringsDocument(effort.isSmoke ? 1_000 : 10_000)
            let folder = try TemporaryBundle(strings: ["en": document.text])
            let store = LocalizationStore(folder.bundle)
            return Sides(
                ours: { count in
                    for _ in 0..<count { try store.reload() }
                },
                peer: { count in
                    for _ in 0..<count { blackHole(LocalizationStore(folder.bundle)) }
                },
                cleanUp: folder.remove
            )
        }
    }
}

/// A catalog as a program has it that reads one with `JSONDecoder`.
private struct CatalogModel: Decodable {
    let sourceLanguage: String
    let strings: [String: Entry]
    let version: String

    struct Entry: Decodable {
        let comment: String?
        let extractionState: String?
        let localizations: [String: Localization]?
    }

    struct Localization: Decodable {
        let stringUnit: Unit?
        let variations: Variations?
    }

    struct Variations: Decodable {
        let plural: [String: Localization]?
    }

    struct Unit: Decodable {
        let state: String
        let value: String
    }

    init(json: Data) throws {
        self = try JSONDecoder().decode(Self.self, from: json)
    }

    /// Whether a store has the same text in each of its languages for every key without a plural,
    /// and some text for the others.
    func isShown(by store: LocalizationStore) -> Bool {
        store.languages.allSatisfy { language in
            let localizer = store.localizer(for: [language])
            return strings.allSatisfy { key, entry in
                guard let localization = entry.localizations?["\(language)"] else { return false }
                if let unit = localization.stringUnit { return localizer(key) == unit.value }
                let other = localization.variations?.plural?["other"]?.stringUnit?.value ?? ""
                return localizer(key, 100_000_000) != key && !other.isEmpty
            }
        }
    }
}
