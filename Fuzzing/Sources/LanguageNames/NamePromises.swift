@testable import FootingLocalization

/// The promises of the readers of languages' names for any string.
///
/// The whole is a header `Accept-Language`; its lines are `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and
/// `LANG`; what stands between commas and blanks are names, of which a bundle has the first ones.
///
/// A fuzzer and an ordinary test share this file; `expect` is theirs.
struct NamePromises {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func check() {
        let names = bytes.split { ", \n:;".utf8.contains($0) }.prefix(30).map {
            String(decoding: $0, as: UTF8.self)
        }
        for name in names { checkName(name) }
        if let tag = names.first.flatMap({ LanguageTag($0) }) { checkTables(of: tag) }
        let header = String(decoding: bytes, as: UTF8.self)
        let preferences = LanguagePreferences(acceptLanguage: header)
        checkHeader(preferences, ReferenceHeader(Array(header.utf8)))
        checkEnvironment()
        checkMatching(preferences, names)
    }

    private func checkName(_ name: String) {
        let tag = LanguageTag(name)
        if let isLanguage = ReferenceHeader.isLanguage(Self.withoutCodeset(Array(name.utf8))) {
            let isShort = name.utf8.count <= 128
            expect((tag != nil) == (isLanguage && isShort), "“\(name)” taken for something else")
        }
        _ = LanguageTag(folderName: name)
        guard let tag else { return }
        let again = LanguageTag(tag.description)
        expect(again == tag, "\(tag) is another one when it is read again")
        expect(again?.description == tag.description, "\(tag) is written in another way")
        expect(tag.description.utf8.allSatisfy { $0 < 0x80 }, "a tag of other letters")
        expect(tag == LanguageTag(Self.turned(name)), "“\(name)” depends on case or underscores")
        let profile = LanguageProfile(tag)
        expect(profile.covers(profile), "\(tag) is no form of itself")
    }

    /// Checks what numbers and plurals of a language are looked up by.
    private func checkTables(of tag: LanguageTag) {
        expect(tag.truncations.first == tag.description, "not looked up by its own name")
        expect(NumberSymbols.symbols(of: tag).minimumGroupingDigits > 0, "no symbols")
        let rules = PluralRules(tag)
        expect(rules.category(for: 2.5) == rules.category(for: -2.5), "a sign that counts")
    }

    private static func withoutCodeset(_ name: [UInt8]) -> [UInt8] {
        Array(name.prefix { !".@".utf8.contains($0) })
    }

    /// The name with each letter in the other case and each underscore a hyphen.
    private static func turned(_ name: String) -> String {
        String(
            decoding: name.utf8.map { byte in
                switch byte {
                case 0x41...0x5A, 0x61...0x7A: byte ^ 0x20
                case UInt8(ascii: "_"): UInt8(ascii: "-")
                default: byte
                }
            },
            as: UTF8.self
        )
    }

    private func checkHeader(_ preferences: LanguagePreferences, _ reference: ReferenceHeader) {
        let languages = preferences.languages
        expect(languages.count <= 64, "more languages than are read")
        expect(Set(languages).count == languages.count, "a language twice")
        expect(preferences.exclusions == reference.exclusions, "others excluded")
        for excluded in preferences.exclusions.map(\.description) {
            for language in languages.map(\.description) {
                let isForm = language == excluded || language.hasPrefix(excluded + "-")
                expect(!isForm, "\(language), though \(excluded) is excluded")
            }
        }
        let exclusions = preferences.exclusions.map { LanguageProfile($0) }
        var expected: [LanguageTag] = []
        var wildcard: Int?
        for language in reference.languages {
            guard let language else {
                wildcard = wildcard ?? expected.count
                continue
            }
            let profile = LanguageProfile(language)
            if !exclusions.contains(where: { $0.covers(profile) }), !expected.contains(language) {
                expected.append(language)
            }
        }
        expect(languages == expected, "\(languages) instead of \(expected)")
        expect(preferences.wildcard == (reference.excludesOthers ? nil : wildcard), "“*” elsewhere")
    }

    private func checkEnvironment() {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        var environment: [String: String] = [:]
        for (name, line) in zip(["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"], lines) {
            environment[name] = String(decoding: line, as: UTF8.self)
        }
        let preferences = LanguagePreferences(environment: environment)
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
            .first { !$0.isEmpty }
        let name = Self.withoutCodeset(Array((locale ?? "C").utf8))
        var expected: [LanguageTag] = []
        if name != Array("C".utf8), name != Array("POSIX".utf8) {
            let items = Array((environment["LANGUAGE"] ?? "").utf8).split(separator: 0x3A)
            for item in items.prefix(64) + [Array((locale ?? "").utf8)[...]] {
                let tag = LanguageTag(String(decoding: item, as: UTF8.self))
                if let tag, !expected.contains(tag) { expected.append(tag) }
            }
        }
        expect(preferences.languages == expected, "\(preferences.languages) of \(environment)")
        expect(preferences.exclusions.isEmpty && preferences.wildcard == nil, "more than a list")
    }

    private func checkMatching(_ preferences: LanguagePreferences, _ names: [String]) {
        var available: [LanguageTag] = []
        for tag in names.compactMap({ LanguageTag($0) }) where !available.contains(tag) {
            available.append(tag)
        }
        let development = available.last ?? "en"
        available.removeLast(available.count / 3)
        let matcher = LanguageMatcher(available: available, developmentLanguage: development)
        let own = matcher.chain(for: [])
        let answering = WantedLanguages(preferences, developmentLanguage: development)
        for matching in [.standard, LanguageMatching(acceptsRelatedLanguages: true)] {
            let chain = matcher.chain(for: preferences, matching)
            expect(Set(chain).count == chain.count, "asked twice")
            expect(chain.allSatisfy(available.indices.contains), "asked, and not there")
            expect(chain == matcher.chain(for: preferences, matching), "another chain each time")
            for index in chain {
                let isRead = answering.contains(available[index])
                expect(isRead, "\(available[index]), which is not read for this reader")
            }
            for excluded in preferences.exclusions.map({ LanguageProfile($0) }) {
                for index in chain where excluded.covers(LanguageProfile(available[index])) {
                    let isOwn = own.contains(index) || matching != .standard
                    expect(isOwn, "\(available[index]), which is excluded")
                }
            }
        }
        if let wanted = preferences.languages.first, available.contains(wanted) {
            let chain = matcher.chain(for: LanguagePreferences([wanted]))
            expect(chain.first.map { available[$0] } == wanted, "\(wanted) is there and not found")
        }
    }
}
