import FootingLocalization
import FootingLocalizationMembers
import FootingLocalizationTools
import Foundation

/// The command `export`: the strings of tables, in files for translators.
struct ExportCommand {
    private let options: Options
    private var output = ""
    private var status = Terminal.success
    private var message: String?

    init(_ options: Options) { self.options = options }

    /// Writes the files, unless they are there already.
    mutating func result() throws(Misuse) -> CommandResult {
        let opened = PackageTables(
            below: options.folders,
            developmentLanguage: options.language
        )
        output = (opened.lines + opened.leftOut).joined()
        if opened.hasFaults { status = Terminal.failure }
        guard !opened.tables.isEmpty else {
            let text = "no table is found; see --help"
            return CommandResult(output: output, message: text, status: Terminal.failure)
        }
        var keys: SourceKeys?
        if options.exchangeFormat == .po {
            keys = SourceKeys(
                below: options.folders,
                functions: .standard + (try LocalizationSettings.functions()),
                ignoring: []
            )
        }
        let languages = options.languages.isEmpty ? [nil] : options.languages.map(Optional.some)
        for language in languages {
            do throws(LocalizationToolsError) {
                let file = try TranslationFile(
                    of: opened.tables,
                    language: language,
                    root: options.root,
                    usedBy: keys
                )
                write(file)
            } catch {
                output += Terminal.line(error)
                status = max(status, Terminal.failure)
            }
        }
        return CommandResult(output: output, message: message, status: status)
    }

    private mutating func write(_ file: TranslationFile) {
        for finding in file.findings { output += Terminal.line(finding) }
        if file.findings.contains(where: { $0.severity > .info }) {
            status = max(status, Terminal.failure)
        }
        var names: Set<String> = []
        for (name, content) in file.documents(as: options.exchangeFormat) {
            let path = FolderSearch.trimmed(options.destination).appendingComponent(name)
            guard names.insert(name).inserted else {
                message = "\(path): two tables have this file: rename a folder"
                status = max(status, Terminal.failure)
                return
            }
            try? FileManager.default.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            if let fault = content.writeIfChanged(to: path) {
                message = "\(path): \(fault)"
                status = Terminal.outputFailed
                return
            }
            output += "\(path)\n"
        }
    }
}
