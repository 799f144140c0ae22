import FootingLocalization
import FootingLocalizationMembers
import FootingLocalizationTools
import Foundation

extension CommandResult {
    /// The command `update`: writes the keys of sources into their tables; the output has a line
    /// for each change.
    init(updating options: Options) throws(Misuse) {
        let functions = .standard + options.functions + (try LocalizationSettings.functions())
        let folders = options.folders.map(FolderSearch.trimmed)
        let opened = PackageTables(below: folders, developmentLanguage: options.language)
        // Catalogs first: they get the keys of a table that also has other files.
        var tables = opened.tables.filter(\.isCatalog) + opened.tables.filter { !$0.isCatalog }
        guard !tables.isEmpty else {
            let message =
                "No folder has a string catalog, or a .strings file in \(options.language): create "
                + "one, such as Localizable.xcstrings."
            let finding = LocalizationFinding.noTables(in: folders[0], message)
            output = opened.hasFaults ? opened.lines.joined() : "\(finding)\n"
            fail("nothing is written")
            return
        }
        let keys = SourceKeys(below: folders, functions: functions, ignoring: [])
        let calls = CallsByTable(keys, for: tables, in: folders, except: opened.unreadableNames)
        let faults = opened.lines + calls.faults
        do throws(LocalizationToolsError) {
            var lines: [String] = []
            for index in tables.indices {
                let path = tables[index].path
                if options.reformats, tables[index].reformat() {
                    lines.append("\(path): reformatted\n")
                }
                let update = try tables[index].update(
                    from: keys,
                    calls: calls.calls[index],
                    options: options.update
                )
                lines += update.changes.map { "\(path): \($0.description.onOneLine)\n" }
            }
            if !options.isCheck { try TableFile.write(tables) }
            output = (lines + faults).joined()
            if options.isCheck, !lines.isEmpty {
                fail("\(lines.count) change\(lines.count == 1 ? "" : "s"): run it without --check")
            } else if !faults.isEmpty {
                fail("\(faults.count) finding\(faults.count == 1 ? "" : "s")")
            }
        } catch {
            output = faults.joined() + "\(error)\n"
            fail(error.isOfWriting ? "a table can't be written" : "nothing is written", by: error)
        }
    }
}

/// The calls of sources by the tables to which their keys belong.
private struct CallsByTable {
    /// The calls of each table: one of the name in the target of the call, or else in the only
    /// other target that has one.
    private(set) var calls: [[SourceKeys.Call]]
    /// The findings about calls without a table, a line each.
    private(set) var faults: [String] = []

    private let folders: [String]

    init(
        _ keys: SourceKeys,
        for tables: [TableFile],
        in folders: [String],
        except unreadableNames: Set<String>
    ) {
        self.folders = folders
        calls = tables.map { _ in [] }
        let owners = tables.map { owner(of: $0.path) }
        let named = Dictionary(grouping: tables.indices) { tables[$0].name }
        for call in keys.calls {
            guard let name = call.table else { continue }
            let all = named[name] ?? []
            let target = owner(of: call.file)
            var own = all.filter { owners[$0] == target }
            if own.isEmpty, Set(all.map { owners[$0] }).count == 1 { own = all }
            guard let first = own.first else {
                // A fault of the table explains this.
                if all.isEmpty, unreadableNames.contains(name) { continue }
                let fault = all.isEmpty ? "no target has" : "several other targets have"
                let message =
                    "“\(call.key)” is not added, since \(fault) a table “\(name)”: create one in "
                    + "the target, or correct the name."
                let location = FindingLocation(file: call.file, line: call.line)
                let finding = LocalizationFinding(.undefinedKey, .error, at: location, message)
                faults.append("\(finding)\n")
                continue
            }
            calls[own.first { tables[$0].hasEntry(call.key) } ?? first].append(call)
        }
    }

    /// The innermost folder of the command that contains a file.
    private func owner(of path: String) -> String? {
        folders.filter { path.path(below: $0) != nil }
            .max { $0.utf8.count < $1.utf8.count }
    }
}
