import FootingLocalization
import FootingLocalizationMembers
import FootingLocalizationTools
import Foundation

/// The command `keys`: a file with messages, written into the sources instead of by the plugin.
struct KeysFile {
    private let options: Options

    init(_ options: Options) { self.options = options }

    /// Writes the file, unless it is there already, and returns the faults in the tables.
    func result() throws(Misuse) -> CommandResult {
        let access = try LocalizationSettings.current().access
        let found = ResourceFolders(below: options.folders, expectingTablesIn: options.folders)
        guard found.findings.isEmpty else {
            return CommandResult(
                output: found.findings.map { "\($0)\n" }.joined(),
                message: "nothing is written",
                status: Terminal.failure
            )
        }
        let tables = found.tables.map(\.path)
        let file = MemberFile(tablesAt: tables, language: options.language, access: access)
        let root = FileManager.default.currentDirectoryPath + "/"
        let warnings = file.warnings.map { $0.trimmingPrefix(root) + "\n" }.joined()
        if let message = file.content.writeIfChanged(to: options.destination) {
            return CommandResult(
                output: warnings,
                message: "\(options.destination): \(message)",
                status: Terminal.outputFailed
            )
        }
        return CommandResult(output: warnings)
    }
}
