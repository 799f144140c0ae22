import FootingLocalization
import FootingLocalizationTools
import Foundation

/// The promises of tables that are written back, for any bytes: a string catalog if they begin with
/// a brace, and else a `.strings` file.
///
/// A fuzzer and an ordinary test share this file; `expect` is theirs.
struct EditPromises {
    private let bytes: [UInt8]
    private let isCatalog: Bool

    private static let folder = FileManager.default.temporaryDirectory
        .appending(path: "CatalogEdits-\(ProcessInfo.processInfo.processIdentifier)")
    private static let key = "planted"
    /// The keys of a source that looks up one.
    private static let options: TableUpdate.Options = {
        var options = TableUpdate.Options.standard
        options.allowsManyStale = true
        return options
    }()

    private static let keys: SourceKeys = {
        let sources = folder.appending(path: "Sources")
        let text = "l10n(\"\(key)\", table: \"T\", default: \"%@ of %@\") // Translators: */ \\"
        try? FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        try? Data(text.utf8).write(to: sources.appending(path: "A.swift"))
        return SourceKeys(in: [sources])
    }()

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        isCatalog = start.first == UInt8(ascii: "{")
    }

    func check() {
        expect(Self.keys.calls.count == 1, "no file can be written below \(Self.folder.path)")
        let path = isCatalog ? "T.xcstrings" : "en.lproj/T.strings"
        let url = Self.folder.appending(path: path)
        defer { try? FileManager.default.removeItem(at: url) }
        write(bytes, to: url)
        guard var table = try? TableFile(contentsOf: url) else { return }
        expect(!table.isChanged, "a table is changed without an edit")
        let isForeign = table.reformat()
        expect(table.isChanged == isForeign, "another layout is no change")
        if isForeign {
            write(table, url)
            expect(tables(read(url)) == tables(bytes), "other strings in Xcode's layout")
            table = reread(url)
        }
        let old = read(url)
        checkUpdate(of: table, url, old)
    }

    private func checkUpdate(of table: TableFile, _ url: URL, _ old: [UInt8]) {
        var table = table
        guard let changes = try? table.update(from: Self.keys, options: Self.options).changes
        else { return expect(false, "an update fails") }
        expect(table.isChanged == !changes.isEmpty, "\(changes) in a table that has no change")
        write(table, url)
        let new = read(url)
        let isNew = changes.contains { $0.kind == .added }
        if !isCatalog {
            expect(new.starts(with: old), "an update moves other entries")
            expect(isNew == (new.count > old.count), "\(changes) without a longer file")
        } else if isNew, changes.count == 1 {
            let lines = lines(new)
            let kept = Set(
                self.lines(old).map { $0.last == UInt8(ascii: ",") ? $0.dropLast() : $0 }
            )
            let added = lines.count {
                !kept.contains($0.last == UInt8(ascii: ",") ? $0.dropLast() : $0)
            }
            expect(added <= 14, "\(added) lines change for one key")
        }
        if isNew {
            let (first, second) = (tables(old), tables(new))
            for (row, cells) in first where row != Self.key {
                expect(second[row] == cells, "“\(row)” changes")
            }
            expect(second[Self.key] != nil, "the key isn't found")
        }
        // The result can be edited, and needs no more changes.
        table = reread(url)
        let again = try? table.update(from: Self.keys, options: Self.options).changes
        expect(again == [], "changes of a second update")
        expect(!table.isChanged, "a second update changes the file")
    }

    private func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] { bytes.split(separator: 0x0A) }

    /// The strings of each key, with the languages.
    private func tables(_ bytes: [UInt8]) -> [String: [String]] {
        let name = isCatalog ? "T.xcstrings" : "en.lproj/T.strings"
        let store = LocalizationStore(ResourceBundle(name: "B", files: [name: bytes]))
        let table = JoinedTable(store, table: "T")
        let rows = table.rows.map { row in
            let cells = zip(table.languages, row.cells).compactMap { language, cell in
                cell.map { "\(language) \($0)" }
            }
            return (row.key, cells)
        }
        return Dictionary(rows) { first, _ in first }
    }

    private func reread(_ url: URL) -> TableFile {
        do {
            var table = try TableFile(contentsOf: url)
            expect(!table.reformat(), "a table that was written has another layout")
            return table
        } catch {
            fatalError("a table that was written can't be read: \(error)")
        }
    }

    private func write(_ table: TableFile, _ url: URL) {
        var table = table
        do {
            try table.write()
        } catch {
            expect(false, "a table can't be written: \(error)")
        }
        expect(!table.isChanged, "a table is changed after it was written")
    }

    private func write(_ bytes: [UInt8], to url: URL) {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(bytes).write(to: url)
        } catch {
            expect(false, "no file can be written below \(Self.folder.path)")
        }
    }

    private func read(_ url: URL) -> [UInt8] {
        (try? Data(contentsOf: url)).map { [UInt8]($0) } ?? []
    }
}
