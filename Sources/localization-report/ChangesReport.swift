import FootingLocalization
import FootingLocalizationReports

/// What has changed in the tables of folders since an older copy of them.
struct ChangesReport {
    /// A text that is new, gone or another one.
    struct Change: Codable, Equatable {
        let folder: String
        let table: String
        let key: String
        let language: String
        /// What the text was; `nil` where there was none.
        let old: String?
        /// What the text is; `nil` where there is none any more.
        let new: String?

        init(_ change: LocalizationChanges.Change, folder: String) {
            self.folder = folder
            table = change.table
            key = change.key
            language = change.language.description
            old = change.old
            new = change.new
        }

        /// What has happened to the text.
        var kind: String { old == nil ? "added" : new == nil ? "removed" : "changed" }

        /// The change on one line: `path: + de Localizable greeting: Hallo`.
        var text: String {
            let subject = "\(folder): \(Self.signs[kind] ?? "") \(language) \(table) \(key): "
            return (subject + [old, new].compactMap { $0 }.joined(separator: " → ")).onOneLine
        }

        private static let signs = ["added": "+", "removed": "-", "changed": "~"]
    }

    private(set) var changes: [Change] = []
    /// Translations that were left behind, and what couldn't be read.
    private(set) var findings: FindingsReport

    init(_ options: Options, since old: String, _ progress: Progress) {
        findings = FindingsReport(options)
        guard FolderIdentity(old) != nil else {
            let message = "This is no folder, or it can't be reached: name an older copy."
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
            stood: others.paths,
            in: old
        )
        if moved.nothingPairs, !folders.paths.isEmpty {
            let message = "No table here stands where one of today's does: name an older copy."
            findings.add([ReportFinding(.noTables, .error, file: old, message)])
        }
        let gone = others.paths.filter { !moved.isTaken($0) }.map(counterparts.newPath)
            .filter { !present.contains($0) }
        for path in folders.paths + gone {
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

    /// Reads the tables of a folder; what is lost of them can't be compared, and is a finding.
    private mutating func read(_ path: String, _ options: Options) -> LocalizationStore {
        let folder = SearchedFolder(path)
        let store = LocalizationStore(
            FolderIdentity(path) == nil ? [] : [folder.bundle],
            developmentLanguage: options.language
        )
        // The folder may have got its first table since, or have lost its last.
        let lint = LocalizationLint(reading: store, ignoring: options.ignored.union([.noTables]))
        findings.addErrors(of: lint, in: folder)
        return store
    }
}

/// Where folders stand in an older copy.
struct Counterparts {
    /// Folders of today with those of the copy.
    private let pairs: [(new: String, old: String)]

    /// Finds folders in a copy of the folder that they are named from, or, if there is one of them
    /// alone that isn't in there, takes the copy to be that one's.
    init(of folders: [String], in copy: String) {
        pairs = folders.map { folder in
            let place = folder == "." ? copy : copy.appendingComponent(folder)
            let isCopy = folders.count == 1 && FolderIdentity(place) == nil
            return (folder, isCopy ? copy : place)
        }
    }

    /// The folders in the copy that are there.
    var roots: [String] { pairs.map(\.old).filter { FolderIdentity($0) != nil } }

    func oldPath(of path: String) -> String {
        pairs.lazy.compactMap { Self.move(path, from: $0.new, to: $0.old) }.first ?? path
    }

    func newPath(of path: String) -> String {
        pairs.lazy.compactMap { Self.move(path, from: $0.old, to: $0.new) }.first ?? path
    }

    private static func move(_ path: String, from root: String, to other: String) -> String? {
        if path == root { return other }
        let start = root.appendingComponent("")
        guard path.hasPrefix(start) else { return nil }
        return other.appendingComponent(String(path.dropFirst(start.count)))
    }
}
