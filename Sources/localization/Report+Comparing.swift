import FootingFiles
import FootingLocalization
import FootingLocalizationMembers
import FootingLocalizationTools

extension Report {
    /// A change in a folder.
    struct Change: Encodable {
        let folder: String
        let table: String
        let key: String
        let language: String
        let old: String?
        let new: String?
        /// The change on one line: `path: + de Localizable greeting: Hallo`.
        let text: String

        private enum CodingKeys: CodingKey {
            case folder, table, key, language, old, new
        }

        init(_ change: LocalizationChanges.Change, in folder: String) {
            (self.folder, table, key) = (folder, change.table, change.key)
            (language, old, new) = (change.language.description, change.old, change.new)
            text = "\(folder): \(change)".onOneLine
        }

        /// The kind of change.
        var kind: String { old == nil ? "added" : new == nil ? "removed" : "changed" }
    }

    /// Adds the changes in all folders of the options since an older copy, outdated translations,
    /// and files that couldn't be read.
    mutating func compare(with old: String) {
        changes = []
        guard FileIdentity(ofFolderAt: old) != nil else {
            let message = "This is not a folder, or it can't be accessed: pass an older copy."
            return add([.unreadable(old, message)])
        }
        let paths = search()
        var counterparts = Counterparts(of: options.folders, in: old)
        let others = ResourceFolders(below: counterparts.roots)
        add(others.findings.filter { $0.severity == .error })
        let removed = counterparts.pair(paths, with: others.paths)
        if counterparts.hasNoPairs, !paths.isEmpty {
            let message = "No table here corresponds to a current table: pass an older copy."
            add([.noTables(in: old, message)])
        }
        for path in paths + removed {
            compare(path, with: counterparts.oldPath(of: path))
        }
    }

    private mutating func compare(_ path: String, with old: String) {
        let new = LocalizationChanges(from: read(old), to: read(path))
        let all = new.sourceChanges + new.translationChanges
        changes? += all.map { Change($0, in: path) }
        add(new.staleTranslations.map(SearchedFolder(path).finding))
    }

    /// Reads the tables of a folder; entries that can't be read can't be compared, and are
    /// findings.
    private mutating func read(_ path: String) -> LocalizationStore {
        let folder = SearchedFolder(path)
        let store = LocalizationStore(
            FileIdentity(ofFolderAt: path) == nil ? [] : [folder.bundle],
            developmentLanguage: options.language
        )
        // The first table of the folder may have been added, or the last one removed.
        let ignored = options.ignored.union([.noTables])
        add(LocalizationLint(reading: store, ignoring: ignored), of: folder, from: .error)
        return store
    }
}
