import FootingFiles
import FootingLocalization
import FootingLocalizationReports

/// The changes in the tables of folders since an older copy.
struct ChangesReport {
    /// A string that was added, removed or changed.
    struct Change: Codable, Equatable {
        let folder: String
        let table: String
        let key: String
        let language: String
        /// The old string, or `nil` if it was added.
        let old: String?
        /// The new string, or `nil` if it was removed.
        let new: String?

        init(_ change: LocalizationChanges.Change, folder: String) {
            self.folder = folder
            table = change.table
            key = change.key
            language = change.language.description
            old = change.old
            new = change.new
        }

        /// The kind of change.
        var kind: String { old == nil ? "added" : new == nil ? "removed" : "changed" }

        /// The change on one line: `path: + de Localizable greeting: Hallo`.
        var text: String {
            let subject = "\(folder): \(Self.signs[kind] ?? "") \(language) \(table) \(key): "
            return (subject + [old, new].compactMap { $0 }.joined(separator: " → ")).onOneLine
        }

        private static let signs = ["added": "+", "removed": "-", "changed": "~"]
    }

    private(set) var changes: [Change] = []
    /// Outdated translations, and files that couldn't be read.
    private(set) var findings: FindingsReport

    init(_ options: Options, since old: String, _ progress: Progress) {
        findings = FindingsReport(options)
        guard FileIdentity(ofFolderAt: old) != nil else {
            let message = "This is not a folder, or it can't be accessed: pass an older copy."
            findings.add([ReportFinding(.unreadable, .error, file: old, message)])
            return
        }
        let folders = ResourceFolders(options)
        findings.add(folders.findings)
        let counterparts = Counterparts(of: options.folders, in: old)
        let others = ResourceFolders(below: counterparts.roots)
        findings.add(others.findings.filter { $0.severity == .error })
        let present = Set(folders.paths)
        let moved = MovedFolders(
            folders.paths.map { ($0, counterparts.oldPath(of: $0)) },
            among: others.paths,
            in: old
        )
        if moved.hasNoPairs, !folders.paths.isEmpty {
            let message = "No table here corresponds to a current table: pass an older copy."
            findings.add([ReportFinding(.noTables, .error, file: old, message)])
        }
        let removed = others.paths.filter { !moved.isPaired($0) }.map(counterparts.newPath)
            .filter { !present.contains($0) }
        for path in folders.paths + removed {
            progress.show("Comparing \(path)")
            compare(path, moved.oldPaths[path] ?? counterparts.oldPath(of: path), options)
        }
    }

    private mutating func compare(_ path: String, _ old: String, _ options: Options) {
        let new = LocalizationChanges(from: read(old, options), to: read(path, options))
        changes += (new.sourceChanges + new.translationChanges).map { Change($0, folder: path) }
        let folder = SearchedFolder(path)
        findings.add(
            new.staleTranslations.map { finding in
                ReportFinding(finding, file: finding.file.map(folder.shownPath))
            }
        )
    }

    /// Reads the tables of a folder; entries that can't be read can't be compared, and are
    /// findings.
    private mutating func read(_ path: String, _ options: Options) -> LocalizationStore {
        let folder = SearchedFolder(path)
        let store = LocalizationStore(
            FileIdentity(ofFolderAt: path) == nil ? [] : [folder.bundle],
            developmentLanguage: options.language
        )
        // The first table of the folder may have been added, or the last one removed.
        let lint = LocalizationLint(reading: store, ignoring: options.ignored.union([.noTables]))
        findings.addErrors(of: lint, in: folder)
        return store
    }
}
