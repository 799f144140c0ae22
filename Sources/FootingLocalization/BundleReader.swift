#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads every table of every language of a bundle, once.
struct BundleReader {
    let bundle: ResourceBundle
    let developmentLanguage: LanguageTag
    let log: IssueLog

    static let maximumFileSize = 64 << 20

    /// The tables by name, by language.
    func read() -> [LanguageTag: [String: StringTable]] {
        var builders: [LanguageTag: [String: StringTableBuilder]] = [:]
        let files = languageFolders().flatMap { tag, folder in
            let context = LanguageContext(tag)
            return tableFiles(in: folder).map { (context, $0) }
        }
        // Those first that give way: of two folders of one language, a kind goes before a folder.
        for isStringsDict in [false, true] {
            for (language, file) in files where file.isStringsDict == isStringsDict {
                let empty = StringTableBuilder(name: file.table, language: language)
                read(file, into: &builders[language.tag, default: [:]][file.table, default: empty])
            }
        }
        if builders.isEmpty, log.report.count == 0 {
            add(
                .noTables,
                file: bundle.url.path,
                "No folder .lproj here has a file .strings or .stringsdict."
            )
        }
        return builders.mapValues { $0.mapValues { StringTable($0) } }
    }

    /// The folders of languages, in the order of their names; two can be of the same language.
    private func languageFolders() -> [(LanguageTag, path: String)] {
        names(in: bundle.url.path).compactMap { name in
            guard let stem = name.dropping(suffix: ".lproj") else { return nil }
            let path = bundle.url.path + "/" + name
            guard FileStatus(path: path)?.kind == .directory else {
                add(.unreadable, file: path, "This is no folder, or it can't be reached.")
                return nil
            }
            if stem.lowercased() == "base" { return (developmentLanguage, path) }
            if let tag = LanguageTag(folderName: stem) { return (tag, path) }
            add(.unusableLanguageName, file: path, "“\(stem)” is not the name of a language.")
            return nil
        }
    }

    private struct File {
        var path: String
        var table: String
        var isStringsDict: Bool
    }

    private func tableFiles(in folder: String) -> [File] {
        names(in: folder).compactMap { name in
            let path = folder + "/" + name
            if let table = name.dropping(suffix: ".strings") {
                return File(path: path, table: table, isStringsDict: false)
            }
            let table = name.dropping(suffix: ".stringsdict")
            return table.map { File(path: path, table: $0, isStringsDict: true) }
        }
    }

    private func names(in folder: String) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            add(.unreadable, file: folder, "The folder couldn't be read: \(error)")
            return []
        }
    }

    private func read(_ file: File, into builder: inout StringTableBuilder) {
        guard let bytes = bytes(of: file.path) else { return }
        let content = file.isStringsDict ? parseStringsDict(bytes, file) : parseStrings(bytes, file)
        builder.begin(file: file.path, entries: content.entries.count)
        for finding in content.findings { add(finding, file: file.path) }
        log.addUnlisted(content.unlistedFindings)
        for entry in content.entries {
            guard case .replaced(let isSameFile, let line) = builder.insert(entry) else { continue }
            let first = line == 0 ? "an earlier file" : isSameFile ? "line \(line)" : "another file"
            add(
                TableFile.Finding(
                    code: isSameFile ? .duplicateKey : .duplicateTableEntry,
                    line: entry.line,
                    key: entry.key,
                    outcome: .repaired,
                    message: "“\(entry.key)” replaces the entry in \(first)."
                ),
                file: file.path
            )
        }
    }

    private func bytes(of path: String) -> [UInt8]? {
        guard let status = FileStatus(path: path), status.kind == .file else {
            add(.unreadable, file: path, "This is no file, or it can't be reached.")
            return nil
        }
        guard status.size <= Self.maximumFileSize else {
            add(.limitExceeded, file: path, "The file is larger than 64 MiB.")
            return nil
        }
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: path, directoryHint: .notDirectory)))
        } catch {
            add(.unreadable, file: path, "The file couldn't be read: \(error)")
            return nil
        }
    }

    private func parseStrings(_ bytes: [UInt8], _ file: File) -> TableFile {
        if PropertyListNode.isBinary(bytes) || PropertyListNode.isXML(bytes) {
            guard let root = propertyList(bytes, file) else { return TableFile() }
            return StringsReader.read(root)
        }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            add(
                .unsupportedEncoding,
                file: file.path,
                "The text is in UTF-16 or UTF-32, not UTF-8."
            )
            return TableFile()
        }
        return StringsReader.read(bytes)
    }

    private func parseStringsDict(_ bytes: [UInt8], _ file: File) -> TableFile {
        guard !bytes.isEmpty, let root = propertyList(bytes, file) else { return TableFile() }
        return StringsDictReader.read(root)
    }

    private func propertyList(_ bytes: [UInt8], _ file: File) -> [String: PropertyListNode]? {
        switch PropertyListNode.read(bytes) {
        case .success(.dictionary(let root)):
            return root
        case .failure(.unsupportedEncoding):
            add(.unsupportedEncoding, file: file.path, "The property list is not in UTF-8.")
        case .failure(.tooLarge):
            add(.limitExceeded, file: file.path, "The property list is too large or too deep.")
        case .success, .failure:
            add(.invalidPropertyList, file: file.path, "This is no property list of a dictionary.")
        }
        return nil
    }

    private func add(_ code: LocalizationReport.Code, file: String, _ message: String) {
        add(TableFile.Finding(code: code, outcome: .skipped, message: message), file: file)
    }

    private func add(_ finding: TableFile.Finding, file: String) {
        log.add(
            LocalizationReport.Issue(
                code: finding.code,
                file: file,
                line: finding.line,
                key: finding.key,
                outcome: finding.outcome,
                message: finding.message
            )
        )
    }
}

extension StringsReader {
    /// Makes entries of a `.strings` file that is a property list.
    static func read(_ root: [String: PropertyListNode]) -> TableFile {
        var file = TableFile()
        for (key, node) in root.sorted(by: { $0.key < $1.key }) {
            if let text = node.text {
                file.addEntry(key: key, text: text, line: nil)
            } else {
                file.add(
                    TableFile.Finding(
                        code: .nonStringValue,
                        key: key,
                        outcome: .skipped,
                        message: "The value of “\(key)” is no text."
                    )
                )
            }
        }
        return file
    }
}

extension String {
    /// The text before a suffix of whatever case, or `nil` if there is none.
    fileprivate func dropping(suffix: String) -> String? {
        guard utf8.count > suffix.utf8.count, lowercased().hasSuffix(suffix) else { return nil }
        return String(dropLast(suffix.count))
    }
}
