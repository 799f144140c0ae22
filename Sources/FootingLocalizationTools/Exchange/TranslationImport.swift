import FootingLocalization
import FootingLocalizationMembers
public import Foundation

/// The result of an import: what was written into tables, and everything that was left out.
///
/// A finished translation is never replaced by less: by a draft, an empty string, the translation
/// of an older source, or a string with specifiers that can't be formatted.
///
/// The method `apply` of a ``TableFile``, or of an array of them, returns it.
public struct TranslationImport: Sendable {
    /// The number of units whose translation was written into a table.
    public private(set) var importedCount = 0
    /// The number of units without a translation, with that of the table, or with a draft or the
    /// translation of an older source for a finished translation.
    public private(set) var unchangedCount = 0
    /// The number of units that can't be imported, each with a finding.
    public private(set) var refusedCount = 0
    /// The findings by line and key; at most 10,000 of each severity.
    public var findings: [LocalizationFinding] { list.sorted }

    private var list = FindingList()

    /// The table of a unit, and the name that it has for the language.
    private struct Target {
        let index: Int
        let language: LanguageTag
    }

    /// The categories of the language, after their first use.
    private var categories: LanguageCategories?

    /// Imports a file into tables.
    ///
    /// - Complexity: O(*n*) in the number of units and in the size of their entries, and
    ///   O(*m* *p*) in the number of tables and of different paths in the file.
    fileprivate init(_ file: TranslationFile, into tables: inout [TableFile], root: URL?) {
        for finding in file.findings { list.add(finding) }
        let paths = tables.map { $0.path(from: root) }
        var targets: [String: Target] = [:]
        for original in Set(file.units.map(\.original)) {
            guard let language = file.language, let index = Self.index(of: original, in: paths)
            else { continue }
            targets[original] = Target(index: index, language: tables[index].name(of: language))
        }
        for unit in file.units {
            if let target = targets[unit.original] {
                add(unit, of: file, to: &tables[target.index], in: target.language)
                continue
            }
            let message =
                file.language == nil
                ? "The file has no language of translations: create it with one."
                : "“\(unit.original)” is no table, or one of several: pass the folder at which the "
                    + "paths begin, on the command line with --root."
            refusedCount += 1
            let location = FindingLocation(file: file.path, line: unit.line, key: unit.id)
            list.add(.unknownUnit, at: location, language: file.language, message)
        }
    }

    /// The index of the table with a path.
    ///
    /// Without an equal path, it is the only table whose path ends in the given one, or begins
    /// deeper than that and is its end.
    private static func index(of original: String, in paths: [String]) -> Int? {
        if let index = paths.firstIndex(of: original) { return index }
        let components = original.split(separator: "/")
        let indices = paths.indices.filter { index in
            let own = paths[index].split(separator: "/")
            let count = min(own.count, components.count)
            return own.suffix(count) == components.suffix(count)
        }
        return indices.count == 1 ? indices[0] : nil
    }

    private mutating func add(
        _ unit: TranslationUnit,
        of file: TranslationFile,
        to table: inout TableFile,
        in language: LanguageTag
    ) {
        let id = TranslationID(unit.id, in: table)
        var unit = unit
        let (line, name) = (unit.line, table.name)
        func note(
            _ code: LocalizationFinding.Code,
            _ message: String,
            severity: LocalizationFinding.Severity? = nil
        ) {
            let location = FindingLocation(file: file.path, line: line, table: name, key: id.key)
            list.add(code, severity, at: location, language: language, message)
        }
        func refuse(
            _ code: LocalizationFinding.Code,
            _ message: String,
            severity: LocalizationFinding.Severity? = nil
        ) {
            refusedCount += 1
            note(code, message, severity: severity)
        }
        guard language != table.sourceLanguage else {
            let message = "“\(id.key)” is in the language of the sources: leave it out."
            return refuse(.unknownUnit, message)
        }
        guard unit.target != nil || unit.fault == .emptyValue else {
            return unchangedCount += 1
        }
        if let fault = unit.fault { return refuse(fault, unit.message(of: fault, in: language)) }
        guard table.hasEntry(id.key) else {
            if let key = TranslationID.keyOfInvalidPath(unit.id), table.hasEntry(key) {
                let message =
                    "“\(unit.id)” names a category or a device that doesn't exist: correct it."
                return refuse(.unknownName, message, severity: .error)
            }
            let message = "“\(id.key)” is no key of “\(name)”: export the table again."
            return refuse(.unknownUnit, message)
        }
        guard table.content.attributes(of: id.key).isTranslatable else {
            return refuse(.unknownUnit, "“\(id.key)” is not to be translated: leave it out.")
        }
        let entry = EntryUnits(id.key, of: table, in: language)
        guard entry.fits(id.path) else { return refuse(.unknownUnit, unit.misfit) }
        let (current, source) = (entry.targets[id.path], entry.source(of: id.path))
        if current.map({ unit.target?.isSame(as: $0.value) == true }) != true,
            !source.utf8.contains(0x0D)
        {
            // Editors and version control write CRLF into the cells of CSV.
            unit.source = unit.source?.withLineFeeds
            unit.target = unit.target?.withLineFeeds
        }
        guard let target = unit.target, current.map({ target.isSame(as: $0.value) }) != true,
            unit.state != .new || target != source
        else { return unchangedCount += 1 }
        if case .plural(let category)? = id.path.components.last, current == nil,
            entry.sources[id.path] == nil, !has(category, in: language)
        {
            let message = "“\(unit.id)” is a form that no number has in \(language): leave it out."
            return refuse(.unknownName, message, severity: .error)
        }
        if target.isEmpty, !source.isEmpty {
            return refuse(.emptyValue, "“\(unit.id)” is empty: translate it, or leave it out.")
        }
        var state = unit.state ?? .translated
        let replaced = current ?? entry.targetReplaced(by: id.path)
        let isFinished = replaced?.state.isFinished == true
        if !state.isFinished, isFinished {
            unchangedCount += 1
            let message =
                "“\(unit.id)” is a draft, but the table has a finished translation: mark the draft "
                + "as translated, or leave it out."
            return note(.draftSkipped, message)
        }
        let fault = entry.fault(of: target, in: language, translatedFrom: table.sourceLanguage)
        if let fault { return refuse(fault.code, fault.message) }
        if let fault = table.content.layoutFault {
            return refuse(.layoutNotReproducible, fault.message)
        }
        if state.isFinished, let text = unit.source, !entry.isCurrent(text, at: id.path) {
            state = .needsReview
            let fault = "“\(unit.id)” translates an older source"
            let message =
                isFinished
                ? "\(fault), but the table has a finished translation: export the table again."
                : "\(fault): review the translation."
            note(.sourceChanged, message)
            guard !isFinished else { return unchangedCount += 1 }
        }
        if state == .new { state = .needsReview }
        do throws(LocalizationToolsError) {
            let string = TableString(
                path: id.path,
                value: entry.stored(target, at: id.path),
                state: state
            )
            guard try table.content.set(string, of: id.key, in: language) else {
                return refuse(.unknownUnit, unit.misfit)
            }
            importedCount += 1
            if unit.isCopiedToOther, let copy = entry.copyForOther(string, of: target) {
                _ = try table.content.set(copy, of: id.key, in: language)
            }
        } catch {
            refuse(.unreadable, error.message)
        }
    }

    /// Whether numbers have a category in the language; `zero` is shown for 0 in every language.
    private mutating func has(_ category: PluralCategory, in language: LanguageTag) -> Bool {
        let known = categories ?? LanguageCategories(language)
        categories = known
        return category == .zero || category == .other || known.contains(category)
    }
}

extension TranslationID {
    /// The id of a unit, whose key is that of an entry if possible: as it is, or with LF for CRLF.
    fileprivate init(_ id: String, in table: TableFile) {
        let ids = [id, id.withLineFeeds].lazy.map { text in
            table.hasEntry(text) ? Self(key: text, path: .string) : Self(text)
        }
        self = ids.first { table.hasEntry($0.key) } ?? Self(id)
    }
}

extension String {
    fileprivate var withLineFeeds: String {
        utf8.contains(0x0D) ? replacing("\r\n", with: "\n") : self
    }
}

extension TranslationUnit {
    fileprivate var misfit: String {
        "“\(id)” doesn't fit the strings of its entry: export the table again."
    }

    /// The message of a fault that the reader found.
    fileprivate func message(
        of fault: LocalizationFinding.Code,
        in language: LanguageTag
    ) -> String {
        switch fault {
        case .inlineMarkup: "“\(id)” has markup without a text: write specifiers as text."
        case .emptyValue: "“\(id)” has a segment without a translation: translate it."
        default:
            "“Plural-Forms” doesn't fit the categories of \(language): use the header of an export."
        }
    }
}

extension TableFile {
    /// Imports the translations of a file, without writing the table.
    ///
    /// The layout of a catalog must be one that can be kept: see ``reformat()``.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - root: The folder at which the paths in the file begin.
    /// - Returns: The counts and the findings.
    /// - Complexity: O(*n*) in the number of units and in the size of the table.
    public mutating func apply(_ file: TranslationFile, root: URL? = nil) -> TranslationImport {
        var tables = [self]
        defer { self = tables[0] }
        return tables.apply(file, root: root)
    }
}

extension [TableFile] {
    /// Imports the translations of a file into its tables, without writing them.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - root: The folder at which the paths in the file begin.
    /// - Returns: The counts and the findings.
    /// - Complexity: O(*n*) in the number of units and in the size of the tables.
    public mutating func apply(_ file: TranslationFile, root: URL? = nil) -> TranslationImport {
        TranslationImport(file, into: &self, root: root)
    }
}
