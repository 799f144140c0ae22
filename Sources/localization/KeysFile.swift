import FootingLocalization
import FootingLocalizationMembers
import FootingLocalizationTools
import Foundation

/// The command `keys`: a file with messages, written into the sources instead of by the plugin.
struct KeysFile {
    private var isHelp = false
    private var path = ""
    private var language: LanguageTag = "en"
    private var folders: [String] = []

    /// Reads the arguments that follow the command's name.
    init(_ arguments: [String]) throws(Misuse) {
        var scanner = ArgumentScanner(arguments)
        var targets = PackageTargets()
        while let argument = scanner.next() {
            switch argument {
            case .option("--help"), .option("-h"): isHelp = true
            case .option("--to"): path = try scanner.value()
            case .option("--language"): language = try scanner.language()
            default: try targets.read(argument, from: &scanner)
            }
            try scanner.finish()
        }
        guard !isHelp else { return }
        guard !path.isEmpty else { throw Misuse("keys needs the file --to FILE") }
        // The file is compiled into one target.
        guard !targets.isEmpty else { throw Misuse("keys needs --target NAME or a FOLDER") }
        folders = try targets.searchedFolders()
    }

    /// Writes the file, unless it is there already, and returns the faults in the tables.
    func result() throws(Misuse) -> CommandResult {
        guard !isHelp else { return CommandResult(output: Command.keysHelp) }
        let access = try LocalizationSettings.current().access
        let found = ResourceFolders(below: folders, expectingTablesIn: folders)
        guard found.findings.isEmpty else {
            return CommandResult(
                output: found.findings.map { $0.text + "\n" }.joined(),
                message: "nothing is written",
                status: Terminal.failure
            )
        }
        let tables = found.tables.map(\.path)
        let file = MemberFile(tablesAt: tables, language: language, access: access)
        let root = FileManager.default.currentDirectoryPath + "/"
        let warnings = file.warnings.map { $0.trimmingPrefix(root) + "\n" }.joined()
        if let message = file.content.writeIfChanged(to: path) {
            return CommandResult(
                output: warnings,
                message: "\(path): \(message)",
                status: Terminal.outputFailed
            )
        }
        return CommandResult(output: warnings)
    }
}
