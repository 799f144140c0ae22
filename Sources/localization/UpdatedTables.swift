import FootingLocalization
import FootingLocalizationMembers
import FootingLocalizationTools
import Foundation

/// The command `update`: the keys of sources, written into their tables.
struct UpdatedTables {
    private var isHelp = false
    private var language: LanguageTag = "en"
    private var functions: [SourceFunction] = []
    private var options: TableUpdate.Options = []
    /// Whether nothing is written.
    private var checks = false
    private var reformats = false
    private var folders: [String] = []

    /// Reads the arguments that follow the command's name.
    init(_ arguments: [String]) throws(Misuse) {
        var scanner = ArgumentScanner(arguments)
        var targets = PackageTargets()
        while let argument = scanner.next() {
            switch argument {
            case .option("--help"), .option("-h"): isHelp = true
            case .option("--check"): checks = true
            case .option("--reformat"): reformats = true
            case .option("--manual"): options.insert(.marksManual)
            case .option("--prune"): options.insert(.prunes)
            case .option("--force"): options.insert(.allowsManyStale)
            case .option("--swiftui"): functions += .swiftUI
            case .option("--function"):
                functions.append(try Options.function(try scanner.value()))
            case .option("--language"): language = try scanner.language()
            default: try targets.read(argument, from: &scanner)
            }
            try scanner.finish()
        }
        guard !isHelp else { return }
        folders = try targets.searchedFolders().map(FolderSearch.trimmed)
    }

    /// Updates the tables, and returns a line for each change.
    func result(_ progress: Progress) throws(Misuse) -> CommandResult {
        guard !isHelp else { return CommandResult(output: Command.updateHelp) }
        let functions = .standard + self.functions + (try LocalizationSettings.functions())
        progress.show("Reading the tables")
        let opened = PackageTables(below: folders, developmentLanguage: language)
        var (tables, faults) = (opened.tables, opened.lines)
        guard !tables.isEmpty || !faults.isEmpty else {
            let message =
                "No folder has a string catalog, or a .strings file in \(language): create one, "
                + "such as Localizable.xcstrings."
            let finding = ReportFinding(.noTables, file: folders[0], message)
            return fail(finding.text + "\n", "nothing is written")
        }
        do throws(LocalizationToolsError) {
            // Catalogs first: they get the keys of a table that also has other files.
            tables.sort { $0.isCatalog && !$1.isCatalog }
            progress.show("Reading Swift files")
            let keys = SourceKeys(below: folders, functions: functions, ignoring: [])
            let calls = self.calls(in: keys, for: tables, opened.unreadableNames, &faults)
            var lines: [String] = []
            for index in tables.indices {
                let path = tables[index].path
                if reformats, tables[index].reformat() { lines.append("\(path): reformatted") }
                let update = try tables[index].update(
                    from: keys,
                    calls: calls[index],
                    options: options
                )
                lines += update.changes.map { "\(path): \($0.description.onOneLine)" }
            }
            if !checks { try TableFile.write(tables) }
            let output = lines.map { $0 + "\n" }.joined() + faults.joined()
            guard checks && !lines.isEmpty || !faults.isEmpty else {
                return CommandResult(output: output)
            }
            let message =
                checks && !lines.isEmpty
                ? "\(lines.count) change\(lines.count == 1 ? "" : "s"): run it without --check"
                : "\(faults.count) finding\(faults.count == 1 ? "" : "s")"
            return fail(output, message)
        } catch {
            let isOutput = error.code == .notWritten
            return CommandResult(
                output: faults.joined() + "\(error)".onOneLine + "\n",
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
                let (file, line) = (call.file, call.line)
                let finding = ReportFinding(.undefinedKey, file: file, line: line, message)
                faults.append(finding.text + "\n")
                continue
            }
            calls[own.first { tables[$0].hasEntry(call.key) } ?? first].append(call)
        }
        return calls
    }

    /// The innermost folder of the command that contains a file.
    private func owner(of path: String) -> String? {
        folders.filter { $0 == "." || path.hasPrefix($0.appendingComponent("")) }
            .max { $0.utf8.count < $1.utf8.count }
    }
}
