#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The language folders of a bundle, and its tables in the wanted languages, at one moment.
final class BundleListing: Sendable {
    let files: [BundledTable]
    /// The language folders, with `Base.lproj` last; empty for a bundle in memory.
    let folders: [LanguageFolder]
    let hasOthers: Bool
    /// Issues of folders that couldn't be read, or whose name is not that of a language.
    let issues: LocalizationReport

    init(
        _ bundle: ResourceBundle,
        in wanted: WantedLanguages,
        developmentLanguage: LanguageTag
    ) {
        var issues = LocalizationReport()
        var all: [BundledTable] = []
        var folders: [LanguageFolder] = []
        var base: LanguageFolder?
        let root = bundle.rootPath
        for name in Self.names(in: "", of: bundle, &issues) {
            guard let stem = name.dropping(suffix: ".lproj") else {
                if let file = BundledTable(name, in: nil, of: bundle) { all.append(file) }
                continue
            }
            let path = root + "/" + name
            guard bundle.memory != nil || PathStatus(path: path)?.isFolder == true else {
                let message = "This is not a folder, or it can't be reached."
                issues.add(.unreadable, file: path, .skippedInput, message)
                continue
            }
            let lowercased = stem.lowercased()
            let isBase = lowercased == "base"
            guard let tag = isBase ? developmentLanguage : LanguageTag(folderName: stem) else {
                issues.addUnusableName(stem, file: path)
                continue
            }
            let folder = LanguageFolder(
                name: name,
                path: path,
                language: tag,
                precedence: isBase ? 0 : lowercased == "mul" ? 1 : 3
            )
            if bundle.memory == nil {
                if isBase { base = folder } else { folders.append(folder) }
            }
            for name in Self.names(in: name, of: bundle, &issues) {
                if let file = BundledTable(name, in: folder, of: bundle) { all.append(file) }
            }
        }
        if all.isEmpty, issues.issueCount == 0 {
            let message = "There is no string catalog here, and no .lproj folder with a table."
            issues.add(.noTables, file: root, .skippedInput, message)
        }
        // The sort is stable: of two folders of one language, the later one takes precedence.
        files = all.sorted(by: \.rank).filter { $0.language.map(wanted.contains) ?? true }
        if let base { folders.append(base) }
        self.folders = folders
        self.issues = issues
        hasOthers = files.count < all.count
    }

    func isSame(as other: BundleListing) -> Bool {
        BundledTable.areSame(files, other.files) && hasOthers == other.hasOthers
            && issues == other.issues
    }

    /// The sorted names in a folder; the empty name is the bundle itself.
    @inline(never)
    private static func names(
        in folder: String,
        of bundle: ResourceBundle,
        _ issues: inout LocalizationReport
    ) -> [String] {
        if let memory = bundle.memory { return memory.namesByFolder[folder] ?? [] }
        let path = folder.isEmpty ? bundle.rootPath : bundle.rootPath + "/" + folder
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
            return names.sorted(by: \.self)
        } catch {
            let number = systemErrorNumber(of: error).map { " (error " + String($0) + ")" } ?? ""
            issues.add(
                .unreadable,
                file: path,
                .skippedInput,
                "The folder couldn't be read" + number + "."
            )
            return []
        }
    }
}
