import FootingLocalization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A search for the keys in tables that have members.
struct MemberSearch {
    /// The members by name, of each type in turn: first of `LocalizedMessage` itself, with an empty
    /// name.
    private(set) var members: [(type: String, members: [Member])] = []
    /// In the format of compilers.
    private(set) var warnings: [String] = []

    private var catalogs: [String: CatalogAttributes] = [:]
    private var texts: [String: StringsText] = [:]

    init(tablesAt paths: [String], language: LanguageTag) {
        let paths = Set(paths.map(Self.absolute)).sorted()
        for path in paths where LocalizationStore.isMultilingualTable(path) == true {
            catalogs[path] = CatalogAttributes(ofFileAt: path)
        }
        let sources = catalogs.values.compactMap(\.sourceLanguage).filter { $0 != language }
        let store = LocalizationStore(
            Set(paths.map(Self.folder)).sorted().map {
                ResourceBundle(folder: URL(filePath: $0, directoryHint: .isDirectory))
            },
            developmentLanguage: language,
            // The development language is last: no other one is read for a reader who prefers it.
            for: LanguagePreferences(sources + [language])
        )
        for issue in store.report.issues {
            warn(issue.message, "\(issue.code)", issue.file, issue.line)
        }
        var known: Set<[KeyBytes]> = []
        var named: [String: [String: [Member]]] = [:]
        for entry in store.tables.joined().flatMap(\.entries) {
            let catalog = catalogs[entry.location.file ?? ""]
            let attributes = catalog?[entry.key]
            guard entry.language == catalog?.sourceLanguage ?? language,
                Self.hasMember(entry.key, attributes),
                known.insert([KeyBytes(entry.table.name), KeyBytes(entry.key)]).inserted
            else { continue }
            let name = StringTable.memberName(of: entry.key)
            let comment = catalog == nil ? comment(of: entry) : attributes?.comment
            let member = Member(entry, name: name, comment: comment)
            named[Self.type(of: entry.table), default: [:]][name, default: []].append(member)
        }
        for (type, own) in named.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
        {
            var members: [Member] = []
            for (name, group) in own.sorted(by: {
                $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
            }) {
                if group.count == 1, !name.isEmpty, type != "" || named[name] == nil {
                    members += group
                } else {
                    warnAboutCollision(group, name)
                }
            }
            if !members.isEmpty { self.members.append((type, members)) }
        }
    }

    /// Whether a key has a member: one that is made of words without spaces, or that a catalog
    /// contains by hand.
    private static func hasMember(_ key: String, _ attributes: EntryAttributes?) -> Bool {
        guard attributes?.hasMember != false, attributes?.isTranslatable != false,
            attributes?.extractionState != "stale"
        else { return false }
        if attributes?.extractionState == "manual" { return true }
        let words = key.split(separator: " ", omittingEmptySubsequences: false)
        return words[0].allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
            && !words[0].isEmpty && words.dropFirst().allSatisfy(isSpecifier)
    }

    private static func isSpecifier(_ word: Substring) -> Bool {
        var isSpecifier = false
        StringTable.visitString(String(word), knowsNames: true) { element in
            if case .specifier(let text, _, _, _, _) = element { isSpecifier = text == word }
        }
        return isSpecifier
    }

    /// The name of the type with the members of a table; empty for `Localizable`.
    private static func type(of table: StringTable) -> String {
        guard table.name != "Localizable" else { return "" }
        let words = table.name.split { !$0.isLetter && !$0.isNumber }
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        // No member can have one of these names.
        let isTaken = ["", "Type", "Protocol", "Self", "Any"].contains(name)
        return (name.first?.isNumber == true ? "_" : "") + name + (isTaken ? "_" : "")
    }

    private mutating func warnAboutCollision(_ members: [Member], _ name: String) {
        for member in members {
            let others = members.map { "“\($0.entry.key)”" }.filter {
                $0 != "“\(member.entry.key)”"
            }
            let reason =
                name.isEmpty
                ? "has no letter or digit"
                : others.isEmpty
                    ? "would have the name of the table “\(name)”"
                    : "and \(others.joined(separator: ", ")) would have the name “\(name)”"
            warn(
                "“\(member.entry.key)” \(reason), so it has no member: rename the key, or set "
                    + "“generatesSymbol” to false.",
                "memberCollision",
                member.entry.location.file,
                member.entry.location.line
            )
        }
    }

    private mutating func warn(_ message: String, _ code: String, _ file: String?, _ line: Int?) {
        warnings.append(FindingLocation(file: file, line: line).line("warning", message, code))
    }

    /// The comment of an entry of a `.strings` file.
    private mutating func comment(of entry: TableEntry) -> String? {
        guard let file = entry.location.file, file.hasSuffix(".strings") else { return nil }
        if texts[file] == nil {
            // A text with faults has no comments.
            let bytes = LocalizationStore.contents(ofFileAt: file) ?? []
            texts[file] = (try? StringsText(bytes)) ?? StringsText()
        }
        return texts[file]?.comment(of: entry.key)
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// The folder that contains a table, or the `.lproj` folder of a table.
    private static func folder(of path: String) -> String {
        let parent = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        guard parent.lowercased().hasSuffix(".lproj") else { return String(parent) }
        return String(parent[..<(parent.lastIndex(of: "/") ?? parent.startIndex)])
    }
}
