import FootingLocalization
import FootingLocalizationMembers
import FootingLocalizationTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The command `export`: the strings of tables, in files for translators.
struct ExportCommand {
    private let options: ExchangeOptions
    private var output = ""
    private var status = Terminal.success
    private var message: String?

    init(_ options: ExchangeOptions) { self.options = options }

    /// Writes the files, unless they are there already.
    mutating func result() throws(Misuse) -> CommandResult {
        let opened = PackageTables(
            below: options.folders,
            developmentLanguage: options.sourceLanguage
        )
        let leftOut = PackageTables.leftOut(below: options.folders, options.sourceLanguage)
        output = (opened.lines + leftOut).joined()
        if opened.hasFaults { status = Terminal.failure }
        guard !opened.tables.isEmpty else {
            let text = "no table is found; see --help"
            return CommandResult(output: output, message: text, status: Terminal.failure)
        }
        var keys: SourceKeys?
        if options.format == .po {
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
                    in: language,
                    root: options.root,
                    usedBy: keys
                )
                write(file)
            } catch {
                output += Terminal.line(error)
                status = Terminal.failure
            }
        }
        return CommandResult(output: output, message: message, status: status)
    }

    private mutating func write(_ file: TranslationFile) {
        for finding in file.findings {
            output += ReportFinding(finding, file: finding.file.map(Terminal.shown)).text + "\n"
        }
        if !file.findings.isEmpty { status = max(status, Terminal.failure) }
        for (name, content) in file.documents(as: options.format) {
            let path = FolderSearch.trimmed(options.destination).appendingComponent(name)
            if let fault = Self.write(content, to: path) {
                message = "\(path): the file can't be written: check the folder (\(fault))"
                status = Terminal.outputFailed
                return
            }
            output += "\(path)\n"
        }
    }

    /// Writes a file, unless it is there already, and the folders that lead to it; returns a fault.
    private static func write(_ content: String, to path: String) -> String? {
        let bytes = Array(content.utf8)
        guard LocalizationStore.contents(ofFileAt: path) != bytes else { return nil }
        let url = URL(filePath: path)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(bytes).write(to: url, options: .atomic)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
