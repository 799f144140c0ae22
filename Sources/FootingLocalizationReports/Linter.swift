import FootingLocalization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Checks the tables of a store and collects findings.
struct Linter {
    private let store: LocalizationStore
    let development: LanguageTag
    var list: FindingList
    private var categories: [LanguageTag: LanguageCategories] = [:]
    /// The languages from which each language inherits missing strings; no entry for a language for
    /// which the development language is a match.
    private(set) var inherited: [LanguageTag: [LanguageTag]] = [:]
    /// The entries that were lost, and the entries whose variables were lost, by file.
    private var lost: [String: SettledEntries] = [:]
    private var misread: [String: SettledEntries] = [:]

    init(_ store: LocalizationStore, ignoring ignored: Set<LocalizationFinding.Code>) {
        self.store = store
        development = store.developmentLanguage
        list = FindingList(ignoring: ignored)
        for language in store.languages where !language.isAnswered(by: development) {
            let asked = store.localizer(for: LanguagePreferences([language])).languages
            inherited[language] = asked.filter { $0 != language && $0 != development }
        }
    }

    mutating func run() {
        addFileIssues()
        for (bundle, tables) in zip(store.bundles, store.tables) {
            let own = Set(tables.map(\.languageTag))
            let languages = store.languages.filter { own.contains($0) && $0 != development }
            let states = readCatalogs(of: bundle)
            // Tables with the same name are adjacent.
            var start = tables.startIndex
            while start < tables.endIndex {
                let name = tables[start].name
                let end = tables[start...].firstIndex { $0.name != name } ?? tables.endIndex
                let tables = tables[start..<end].map { TableContents($0) }
                let family = TableFamily(
                    tables,
                    name,
                    development: development,
                    catalog: states[name],
                    lost: lost,
                    misread: misread
                )
                check(family, languages: languages)
                start = end
            }
        }
        checkDevelopmentLanguage()
    }

    /// Warns if the development language has no table, although other languages have tables.
    private mutating func checkDevelopmentLanguage() {
        let tables = store.tables.joined()
        guard !tables.isEmpty, !tables.contains(where: { $0.languageTag == development }),
            let bundle = zip(store.bundles, store.tables).first(where: { !$1.isEmpty })?.0
        else { return }
        list.add(
            .noTables,
            .warning,
            at: Place(file: Self.root(of: bundle)),
            language: development,
            "There is no table in \(development), the development language, so nothing can be "
                + "compared: set the development language."
        )
    }

    private static func root(of bundle: ResourceBundle) -> String {
        let path = bundle.url.path
        return path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Adds the issues from the store's report on its files; the store has formatted no string yet.
    mutating func addFileIssues() {
        var names: [String: String] = [:]
        for table in store.tables.joined() {
            for file in table.files { names[file] = table.name }
        }
        let report = store.report
        var known: Set<[String?]> = []
        for issue in report.issues {
            // Missing forms have no code here: the linter checks forms itself.
            guard let code = LocalizationFinding.Code(rawValue: "\(issue.code)") else { continue }
            let entry = [issue.file, issue.key, issue.language?.description]
            guard known.insert(entry + [issue.message]).inserted else { continue }
            // An invalid variable also causes an undefined variable: report only the first.
            if issue.code == .invalidVariable { known.insert(entry) }
            if issue.code == .undefinedVariable, known.contains(entry) { continue }
            addLoss(issue, code)
            let table = issue.file.flatMap { names[$0] }
            list.add(
                code,
                at: Place(file: issue.file, line: issue.line, table: table),
                key: issue.key,
                language: issue.language,
                Self.advice[code].map { issue.message + " " + $0 } ?? issue.message
            )
        }
        list.count(.syntax, report.issueCount - report.issues.count)
    }

    /// Records the loss of an entry, or of the whole file.
    private mutating func addLoss(
        _ issue: LocalizationReport.Issue,
        _ code: LocalizationFinding.Code
    ) {
        guard code.severity == .error, let file = issue.file else { return }
        let isWhole = issue.key == nil && issue.line == nil && issue.language != nil
        guard issue.key != nil || isWhole else { return }
        lost[file, default: SettledEntries()].insert(issue.key, in: issue.language)
        if code == .undefinedVariable || code == .invalidVariable {
            misread[file, default: SettledEntries()].insert(issue.key, in: issue.language)
        }
    }

    /// The remedy for issues whose message has none.
    private static let advice: [LocalizationFinding.Code: String] = [
        .duplicateKey: "Keep one of them.",
        .duplicateTableEntry: "Keep one of them.",
        .undefinedVariable: "Define it, or use a defined variable.",
        .missingSemicolon: "Add it: Foundation reads nothing from a file without it.",
        .unusableLanguageName: "Use a language tag such as “pt-BR”.",
        .undecodableText: "Save the file in UTF-8.",
        .unsupportedEncoding: "Write it in UTF-8.",
        .unknownValueType: "Use a type such as “d”.",
        .nonStringValue: "Write a string.",
    ]

    private mutating func readCatalogs(of bundle: ResourceBundle) -> [String: CatalogStates] {
        let root = Self.root(of: bundle)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        var states: [String: CatalogStates] = [:]
        for name in names.sorted() where name.lowercased().hasSuffix(".xcstrings") {
            let (table, path) = (String(name.dropLast(10)), root + "/" + name)
            guard let bytes = TableFile.contents(ofFileAt: path) else { continue }
            let catalog = CatalogStates(bytes)
            states[table] = catalog
            for remark in catalog.remarks {
                list.add(
                    remark.code,
                    remark.severity,
                    at: Place(file: path, line: remark.line, table: table),
                    key: remark.key,
                    language: remark.language,
                    remark.message
                )
            }
        }
        return states
    }

    /// Adds a finding about an entry.
    mutating func note(
        _ code: LocalizationFinding.Code,
        _ entry: TableContents.Entry,
        in table: StringTable,
        severity: LocalizationFinding.Severity? = nil,
        language: LanguageTag? = nil,
        _ message: String
    ) {
        let isFull = list.isFull(of: severity ?? code.severity)
        let place = isFull ? Place() : place(of: entry, in: table)
        let language = language ?? table.languageTag
        list.add(code, severity, at: place, key: entry.key, language: language, message)
    }

    func place(of entry: TableContents.Entry, in table: StringTable) -> Place {
        Place(file: table.files[entry.file], line: entry.line, table: table.name)
    }

    mutating func categories(of language: LanguageTag) -> LanguageCategories {
        if let known = categories[language] { return known }
        let made = LanguageCategories(language)
        categories[language] = made
        return made
    }
}
