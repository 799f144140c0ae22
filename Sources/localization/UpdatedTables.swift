import FootingLocalization
import FootingLocalizationMembers
import FootingLocalizationTools
import Foundation

/// The command `update`: the keys of sources, written into their tables.
struct UpdatedTables {
    private let options: Options
    private let folders: [String]

    init(_ options: Options) {
        self.options = options
        folders = options.folders.map(FolderSearch.trimmed)
    }

    /// Updates the tables, and returns a line for each change.
    func result() throws(Misuse) -> CommandResult {
        let functions = .standard + options.functions + (try LocalizationSettings.functions())
        let opened = PackageTables(below: folders, developmentLanguage: options.language)
        var (tables, faults) = (opened.tables, opened.lines)
        guard !tables.isEmpty else {
            let message =
                "No folder has a string catalog, or a .strings file in \(options.language): create "
                + "one, such as Localizable.xcstrings."
            let finding = LocalizationFinding.noTables(in: folders[0], message)
            let output = faults.isEmpty ? "\(finding)\n" : faults.joined()
            return fail(output, "nothing is written")
        }
        do throws(LocalizationToolsError) {
            // Catalogs first: they get the keys of a table that also has other files.
            tables.sort { $0.isCatalog && !$1.isCatalog }
            let keys = SourceKeys(below: folders, functions: functions, ignoring: [])
            let calls = self.calls(in: keys, for: tables, opened.unreadableNames, &faults)
            var lines: [String] = []
            for index in tables.indices {
                let path = tables[index].path
                if options.reformats, tables[index].reformat() {
                    lines.append("\(path): reformatted")
                }
                let update = try tables[index].update(
                    from: keys,
                    calls: calls[index],
                    options: options.update
                )
                lines += update.changes.map { "\(path): \($0.description.onOneLine)" }
            }
            if !options.isCheck { try TableFile.write(tables) }
            let output = lines.map { $0 + "\n" }.joined() + faults.joined()
            guard options.isCheck && !lines.isEmpty || !faults.isEmpty else {
                return CommandResult(output: output)
            }
            let message =
                options.isCheck && !lines.isEmpty
                ? "\(lines.count) change\(lines.count == 1 ? "" : "s"): run it without --check"
                : "\(faults.count) finding\(faults.count == 1 ? "" : "s")"
            return fail(output, message)
        } catch {
            let isOutput = error.isOfWriting
            return CommandResult(
                output: faults.joined() + "\(error)\n",
                message: isOutput ? "a table can't be written" : "nothing is written",
                status: isOutput ? Terminal.outputFailed : Terminal.failure
            )
        }
    }

    private func fail(_ output: String, _ message: String) -> CommandResult {
        CommandResult(output: output, message: message, status: Terminal.failure)
    }

    /// The calls of each table: one of the name in the target of the call, or else in the only
    /// other target that has one.
    private func calls(
        in keys: SourceKeys,
        for tables: [TableFile],
        _ unreadableNames: Set<String>,
        _ faults: inout [String]
    ) -> [[SourceKeys.Call]] {
        var calls = tables.map { _ in [SourceKeys.Call]() }
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
        return calls
    }

    /// The innermost folder of the command that contains a file.
    private func owner(of path: String) -> String? {
        folders.filter { path.path(below: $0) != nil }
            .max { $0.utf8.count < $1.utf8.count }
    }
}
