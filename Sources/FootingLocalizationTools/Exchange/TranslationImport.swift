import FootingLocalization
import FootingLocalizationMembers

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The result of an import: what was written into tables, and everything that was left out.
///
/// A finished translation is never replaced by less: by a draft, an empty string, or a string with
/// specifiers that can't be formatted.
public struct TranslationImport: Sendable {
    /// The number of units whose translation was written into a table.
    public private(set) var importedCount = 0
    /// The number of units without a translation, with that of the table, or with a draft for a
    /// finished translation.
    public private(set) var unchangedCount = 0
    /// The number of units that can't be imported, each with a finding.
    public private(set) var refusedCount = 0
    /// The findings by line and key; at most 10,000 of each severity.
    public var findings: [LocalizationFinding] { list.sorted }

    private var list = FindingList()

    /// Imports a file into tables, which are not written yet.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - tables: The tables.
    ///   - root: The folder at which the paths in the file begin.
    /// - Complexity: O(*n*) in the number of units, and in the number of tables and their units.
    public init(_ file: TranslationFile, into tables: inout [TableFile], root: URL? = nil) {
        for finding in file.findings { list.add(finding) }
        let paths = tables.map { $0.path(from: root) }
        for (original, units) in file.sections {
            let index = Self.index(of: original, in: paths)
            for unit in units {
                guard let index else {
                    let message =
                        "“\(original)” is no table, or one of several: pass the folder at which "
                        + "the paths begin."
                    refuse(.unknownUnit, unit, FindingLocation(file: file.path), file, message)
                    continue
                }
                add(unit, of: file, to: &tables[index])
            }
        }
    }

    /// The table with a path or, if there is none, the only table whose path ends in it or that it
    /// ends in.
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

    private mutating func refuse(
        _ code: LocalizationFinding.Code,
        severity: LocalizationFinding.Severity? = nil,
        _ unit: TranslationUnit,
        _ location: FindingLocation,
        _ file: TranslationFile,
        _ message: String
    ) {
        if !unit.isFilled { refusedCount += 1 }
        note(code, severity: severity, unit, location, file, message)
    }

    private mutating func note(
        _ code: LocalizationFinding.Code,
        severity: LocalizationFinding.Severity? = nil,
        _ unit: TranslationUnit,
        _ location: FindingLocation,
        _ file: TranslationFile,
        _ message: String
    ) {
        var location = location
        (location.line, location.key) = (unit.line, location.key ?? unit.id)
        let language = file.language
        list.add(LocalizationFinding(code, severity, at: location, language: language, message))
    }

    private mutating func add(
        _ unit: TranslationUnit,
        of file: TranslationFile,
        to table: inout TableFile
    ) {
        let isKey = table.hasEntry(unit.id)
        let id = isKey ? TranslationID(key: unit.id, path: .string) : TranslationID(unit.id)
        let location = FindingLocation(file: file.path, table: table.name, key: id.key)
        func refuse(
            _ code: LocalizationFinding.Code,
            _ message: String,
            severity: LocalizationFinding.Severity? = nil
        ) {
            self.refuse(code, severity: severity, unit, location, file, message)
        }
        guard let language = file.language, language != table.sourceLanguage else {
            let message = "“\(id.key)” is in the language of the sources: leave it out."
            return refuse(.unknownUnit, message)
        }
        guard unit.target != nil else { return unchangedCount += 1 }
        if let fault = unit.fault {
            let message =
                fault == .inlineMarkup
                ? "“\(unit.id)” has markup without a text: write specifiers as text."
                : "“Plural-Forms” doesn't fit the categories of \(language): use our header."
            return refuse(fault, message)
        }
        guard table.hasEntry(id.key) else {
            if let key = unit.keyOfUnknownForm, table.hasEntry(key) {
                let message =
                    "“\(unit.id)” names a category or a device that doesn't exist: correct it."
                return refuse(.unknownName, message, severity: .error)
            }
            let message = "“\(id.key)” is no key of “\(table.name)”: export the table again."
            return refuse(.unknownUnit, message)
        }
        guard table.attributes(of: id.key).isTranslatable else {
            return refuse(.unknownUnit, "“\(id.key)” is not to be translated: leave it out.")
        }
        let entry = EntryUnits(id.key, of: table, in: language)
        guard entry.fits(id.path) else { return refuse(.unknownUnit, unit.misfit) }
        let current = entry.targets[id.path]
        let source = entry.source(of: id.path)
        guard let target = unit.target, target != current?.value,
            !unit.isFilled || current == nil,
            unit.state != .new || target != source
        else { return unchangedCount += unit.isFilled ? 0 : 1 }
        if target.isEmpty, !source.isEmpty {
            return refuse(.emptyValue, "“\(unit.id)” is empty: translate it, or leave it out.")
        }
        var state = unit.state ?? .translated
        let isFinished = current?.state == .translated || current?.state == .machineTranslated
        if !state.isFinished, isFinished {
            unchangedCount += unit.isFilled ? 0 : 1
            let message = "“\(unit.id)” is a draft, but the table has a finished translation."
            return note(.draftSkipped, unit, location, file, message)
        }
        let fault = entry.fault(of: target, in: language, translatedFrom: table.sourceLanguage)
        if let fault { return refuse(fault.code, fault.message) }
        if state.isFinished, let text = unit.source, !entry.isCurrent(text, at: id.path) {
            state = .needsReview
            let message = "“\(unit.id)” translates an older source: review the translation."
            note(.sourceChanged, unit, location, file, message)
        }
        if state == .new { state = .needsReview }
        do throws(LocalizationToolsError) {
            let string = TableString(
                path: id.path,
                value: entry.stored(target, at: id.path),
                state: state
            )
            guard try table.set(string, of: id.key, in: language) else {
                return refuse(.unknownUnit, unit.misfit)
            }
            importedCount += unit.isFilled ? 0 : 1
        } catch {
            refuse(.unreadable, error.message)
        }
    }
}

extension TranslationUnit {
    fileprivate var misfit: String {
        "“\(id)” doesn't fit the strings of its entry: export the table again."
    }

    /// The key of an id whose path isn't valid.
    fileprivate var keyOfUnknownForm: String? {
        let (bytes, marker) = (Array(id.utf8), Array(TranslationID.marker.utf8))
        let start = bytes.indices.last { bytes[$0...].starts(with: marker) }
        return start.map { String(decoding: bytes[..<$0], as: UTF8.self) }
    }
}

extension TableFile {
    /// Imports translations, without writing the file.
    @discardableResult
    public mutating func apply(_ file: TranslationFile) -> TranslationImport {
        var tables = [self]
        let result = TranslationImport(file, into: &tables)
        self = tables[0]
        return result
    }
}
