/// What CLDR says about the codes of a language, from ``LanguageTable``.
extension LanguageCodes {
    /// The codes in use today; a script or region that came with an old code gives way to one
    /// that is named.
    var current: LanguageCodes {
        var codes = self
        if let language = Self.aliases[codes.language] {
            codes = LanguageCodes(bits: codes.script.bits | codes.region.bits).filled(
                from: language
            )
        }
        if !codes.region.isEmpty, let region = Self.regions[codes.region] {
            codes = LanguageCodes(bits: codes.language.bits | codes.script.bits).union(region)
        }
        return codes
    }

    /// The codes with the script and the region they imply, where CLDR knows them.
    var maximized: LanguageCodes {
        if !script.isEmpty, !region.isEmpty { return self }
        let likely = Self.likely[self] ?? Self.likely[language] ?? .none
        return filled(from: likely)
    }

    /// The codes with the script they imply.
    ///
    /// This is the form in which locales inherit: a script that is likely needs not be named, and
    /// one that is not is never dropped.
    var withScript: LanguageCodes { filled(from: maximized.script) }

    /// The locale that these codes inherit from, or `nil` for the root; both with their script.
    var parent: LanguageCodes? {
        if let parent = Self.parents[self] { return parent }
        return region.isEmpty ? nil : LanguageCodes(bits: language.bits | script.bits)
    }

    private static let aliases = CodeMap(LanguageTable.aliases)
    private static let regions = CodeMap(LanguageTable.regions) { $0.region }
    private static let likely = CodeMap(LanguageTable.likely)
    private static let parents = CodeMap(LanguageTable.parents) { $0.withScript }
}

/// A table from codes to codes.
private struct CodeMap: Sendable {
    private let keys: [UInt64]
    private let values: [LanguageCodes]

    /// Reads pairs of tags, `sh=sr-Latn`, with blanks between them.
    init(
        _ text: String,
        _ transform: (LanguageCodes) -> LanguageCodes = { $0 }
    ) {
        let pairs = text.utf8.split(separator: UInt8(ascii: " ")).map { pair in
            let sides = pair.split(separator: UInt8(ascii: "="))
            return (key: transform(LanguageCodes(sides[0])), transform(LanguageCodes(sides[1])))
        }
        let sorted = pairs.sorted { $0.key.bits < $1.key.bits }
        keys = sorted.map(\.key.bits)
        values = sorted.map(\.1)
    }

    subscript(codes: LanguageCodes) -> LanguageCodes? {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low &+ high) >> 1
            if keys[middle] < codes.bits { low = middle &+ 1 } else { high = middle }
        }
        return low < keys.count && keys[low] == codes.bits ? values[low] : nil
    }
}

/// The languages that may answer for another one, and how well, from ``LanguageTable``.
struct RelatedLanguages: Sendable {
    private let rows: [LanguageCodes: [Row]]

    struct Row: Sendable {
        var language: LanguageCodes
        /// 1 and more; the least is the best.
        var distance: Int
    }

    /// All that CLDR knows.
    static let all = RelatedLanguages(LanguageTable.related)

    /// Those whose readers read the other one as their own: the written forms of Norwegian, and
    /// Chinese for readers of Cantonese.
    static let closest = RelatedLanguages([
        (1, "nb=no no=nb"), (10, "yue=zh"), (20, "nn=no nn=nb no=nn nb=nn"),
    ])

    private init(_ table: [(distance: Int, pairs: String)]) {
        var rows: [LanguageCodes: [Row]] = [:]
        for (distance, pairs) in table {
            for pair in pairs.utf8.split(separator: UInt8(ascii: " ")) {
                let sides = pair.split(separator: UInt8(ascii: "=")).map { LanguageCodes($0) }
                rows[sides[0], default: []].append(Row(language: sides[1], distance: distance))
            }
        }
        self.rows = rows
    }

    subscript(language: LanguageCodes) -> [Row] { rows[language] ?? [] }
}
