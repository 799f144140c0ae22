import FootingLocalization
import Foundation
import Harness
import Records
import Tables

/// A request's header to a localizer, among 20 languages.
///
/// The peer reads no header: it gets the names, and always takes the first language there is.
extension Comparison {
    static func choiceOfLanguages() -> [Comparison] {
        [
            choice("10 languages of a header", headers: 16, goal: 0.5) { store, header in
                store.localizer(acceptLanguage: header)
            }
        ]
    }

    private static func choice(
        _ title: String,
        headers count: Int,
        goal: Double,
        _ ours: @escaping (LocalizationStore, String) -> Localizer
    ) -> Comparison {
        Comparison(title, to: "Bundle.preferredLocalizations", goal: goal) { _ in
            let folder = try TemporaryBundle(
                strings: Dictionary(
                    uniqueKeysWithValues: bundleLanguages.map { ($0, "\"title\" = \"\($0)\";") }
                )
            )
            let store = LocalizationStore(folder.bundle)
            let lists = (0..<count).map { readerLanguages($0) }
            let headers = lists.map { header($0) }
            for (list, header) in zip(lists, headers) {
                let expected = store.localizer(for: LanguagePreferences(names: list))
                guard ours(store, header).languages == expected.languages else {
                    throw Difference()
                }
            }
            return Sides(
                ours: { rounds in
                    for index in 0..<rounds { blackHole(ours(store, headers[index & (count - 1)])) }
                },
                peer: { rounds in
                    for index in 0..<rounds {
                        blackHole(
                            Bundle.preferredLocalizations(
                                from: bundleLanguages,
                                forPreferences: lists[index & (count - 1)]
                            )
                        )
                    }
                },
                cleanUp: folder.remove
            )
        }
    }

    private static let bundleLanguages = [
        "ar", "cs", "da", "de", "en", "en-GB", "es", "es-419", "fr", "fr-CA", "it", "ja", "ko",
        "nl", "pl", "pt-BR", "ru", "sv", "zh-Hans", "zh-Hant",
    ]

    /// Ten of these, which begin elsewhere in each list.
    private static func readerLanguages(_ start: Int) -> [String] {
        let all = [
            "gl", "pt-PT", "pt", "es-MX", "es", "ca", "fr-CH", "fr", "de-AT", "de", "nl-BE", "nl",
            "en-AU", "en", "zh-TW", "zh",
        ]
        return (0..<10).map { all[(start + $0) % all.count] }
    }

    private static func header(_ languages: [String]) -> String {
        languages.enumerated().map { place, language in
            place == 0 ? language : "\(language);q=0.\(10 - place)"
        }
        .joined(separator: ",")
    }
}
