import FootingLocalization
import FootingLocalizationMembers
import FootingLocalizationTools
import Foundation

extension CommandResult {
    /// The command `keys`: writes a file with messages into the sources instead of by the plugin,
    /// unless it is there already; the output is the faults in the tables.
    init(keysOf options: Options) throws(Misuse) {
        let access = try LocalizationSettings.current().access
        let found = ResourceFolders(below: options.folders, expectingTablesIn: options.folders)
        guard found.findings.isEmpty else {
            output = found.findings.map { "\($0)\n" }.joined()
            fail("nothing is written")
            return
        }
        let tables = found.tables.map(\.path)
        let file = MemberFile(tablesAt: tables, language: options.language, access: access)
        output = file.warnings.map { Terminal.shown($0) + "\n" }.joined()
        if let message = file.content.writeIfChanged(to: options.destination) {
            fail("\(options.destination): \(message)", status: Terminal.outputFailed)
        }
    }
}
