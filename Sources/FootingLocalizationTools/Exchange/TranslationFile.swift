public import FootingLocalization
import FootingFiles
import FootingLocalizationMembers
public import Foundation

/// The strings of tables in one language, for translators, and the translations that they return.
///
/// ```swift
/// let file = try TranslationFile(of: [table], language: "ru", root: folder)
/// for document in file.documents(as: .xliff) { print(document.path) }  // ru.xliff
/// ```
///
/// The formats differ only in how they are read and written.
public struct TranslationFile: Sendable {
    /// The language of the translations, or `nil` for a template.
    public internal(set) var language: LanguageTag?
    /// The language of the sources; of several, that of the first table.
    public let sourceLanguage: LanguageTag?
    /// The units, those of each table together.
    public var units: [TranslationUnit]
    /// The keys and tables that can't be exported; of a file that was read, the units that it has
    /// twice, and unknown states.
    public internal(set) var findings: [LocalizationFinding] = []
    /// The languages of the sources by the paths of tables.
    var sourceLanguages: [String: LanguageTag] = [:]
    /// The path of a file that was read.
    private(set) var path: String?

    /// Creates a file from units.
    public init(
        units: [TranslationUnit],
        language: LanguageTag?,
        sourceLanguage: LanguageTag? = nil
    ) {
        (self.units, self.language, self.sourceLanguage) = (units, language, sourceLanguage)
    }

    /// Reads a file for translators: XLIFF 1.2 or 2, an `.xcloc` folder, PO or CSV; the content
    /// tells the format.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - language: The language of the translations, if the file doesn't name it. CSV is
    ///     otherwise in the language of the file's name.
    /// - Throws: ``LocalizationToolsError`` if the file can't be read, has more than 64 MiB or a
    ///   million units, is malformed or cut off, or has no language.
    /// - Complexity: O(*n*) in the size of the file.
    public init(
        contentsOf url: URL,
        language: LanguageTag? = nil
    ) throws(LocalizationToolsError) {
        let path = try Self.file(at: url.checkedPath)
        let bytes = try EditedFile(path: path).original ?? []
        self = try Self.read(bytes, at: path, language: language)
    }

    /// Reads the content of a file.
    package static func read(
        _ bytes: [UInt8],
        at path: String,
        language: LanguageTag? = nil
    ) throws(LocalizationToolsError) -> TranslationFile {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes
        let format = TranslationFormat(of: content, at: path)
        if let line = content.firstLineInAnotherEncoding(allowsZeros: format != .xliff) {
            let message = "The file is not in UTF-8: save it in UTF-8."
            throw LocalizationToolsError(format.invalid, file: path, line: line, message)
        }
        var file =
            switch format {
            case .xliff: try XLIFFReader.read(content, at: path)
            case .po: try POReader.read(content, at: path, language)
            case .csv: try CSVUnits.read(content, at: path)
            }
        let own = file.language ?? language ?? (format == .csv ? Self.language(of: path) : nil)
        guard let own, own != file.sourceLanguage else {
            let fault =
                own.map { "\($0) is the language of the sources" }
                ?? "The file names no language of translations"
            let message = "\(fault): correct the file, or pass the language."
            throw LocalizationToolsError(.unusableLanguage, file: path, message)
        }
        (file.language, file.path) = (own, path)
        file.dropDuplicates()
        return file
    }

    /// Keeps the last of several units with one id.
    private mutating func dropDuplicates() {
        var known: [UnitName: Int] = [:]
        var kept: [TranslationUnit] = []
        for unit in units {
            guard let index = known.updateValue(kept.count, forKey: UnitName(unit)) else {
                kept.append(unit)
                continue
            }
            known[UnitName(unit)] = index
            if (unit.target, unit.state) != (kept[index].target, kept[index].state) {
                let message = "“\(unit.id)” is there twice, and the last one counts: remove one."
                let location = FindingLocation(file: path, line: unit.line, key: unit.id)
                findings.append(
                    LocalizationFinding(.duplicateKey, at: location, language: language, message)
                )
            }
            kept[index] = unit
        }
        units = kept
    }

    static let maximumUnits = 1_000_000

    static func tooManyUnits(_ path: String, line: Int?) -> LocalizationToolsError {
        let message = "The file has more than a million units: split it."
        return LocalizationToolsError(.limitExceeded, file: path, line: line, message)
    }
}

/// The table and the id of a unit, which are compared by their bytes.
struct UnitName: Hashable {
    let original: String
    let id: KeyBytes

    init(_ unit: TranslationUnit) { (original, id) = (unit.original, KeyBytes(unit.id)) }
}

extension TranslationFile {
    private static func language(of path: String) -> LanguageTag? {
        let name = path.split(separator: "/").last ?? ""
        return LanguageTag(String(name.prefix { $0 != "." }))
    }

    /// The path of the XLIFF in an `.xcloc` folder, or of a file itself.
    private static func file(at path: String) throws(LocalizationToolsError) -> String {
        guard FileIdentity(ofFolderAt: path) != nil else { return path }
        let folder = FolderSearch.trimmed(path).appendingComponent("Localized Contents")
        let names = (FolderSearch.names(in: folder) ?? []).filter { $0.hasSuffix(".xliff") }
        guard names.count == 1 else {
            let message = "The folder has no “Localized Contents” with one XLIFF: pass the XLIFF."
            throw LocalizationToolsError(.invalidXLIFF, file: path, message)
        }
        return folder.appendingComponent(names[0])
    }
}

extension TranslationFile {
    /// Returns the files in a format, with their paths: `ru.xliff` or `ru.csv`, or `ru/NAME.po` for
    /// each table; without a language, `NAME.pot`.
    ///
    /// Equal units give equal files.
    ///
    /// - Complexity: O(*n*) in the size of the units.
    public func documents(as format: TranslationFormat) -> [(path: String, content: String)] {
        let name = language?.description ?? "template"
        switch format {
        case .xliff: return [("\(name).xliff", XLIFFWriter.document(self))]
        case .csv: return [("\(name).csv", CSVUnits.document(self))]
        case .po:
            return sections.map { section in
                let file = section.original.split(separator: "/").joined(separator: ".")
                let path = language.map { "\($0)/\(file).po" } ?? "\(file).pot"
                return (path, POWriter.document(section.units, section.original, self))
            }
        }
    }

    var sections: [(original: String, units: ArraySlice<TranslationUnit>)] {
        var sections: [(original: String, units: ArraySlice<TranslationUnit>)] = []
        var start = units.startIndex
        while start < units.endIndex {
            let original = units[start].original
            let end = units[start...].firstIndex { $0.original != original } ?? units.endIndex
            sections.append((original, units[start..<end]))
            start = end
        }
        return sections
    }
}
