import FootingLocalizationReports

enum Command {
    static let name = "localization-report"

    /// Runs the command with the arguments that follow its name.
    static func run(_ arguments: [String], progress: Progress) -> CommandResult {
        do {
            let options = try Options(arguments)
            guard !options.isHelp else { return CommandResult(output: help) }
            switch options.task {
            case .lint: return try lint(options, progress)
            case .join: return try join(options, progress)
            case .compare(let old): return try compare(options, with: old, progress)
            }
        } catch let misuse as Misuse {
            let message = "\(misuse.reason); see --help"
            return CommandResult(message: message, status: Terminal.misuse)
        } catch {
            // Unreachable: no encoded value has a non-finite number.
            return CommandResult(message: "\(error)", status: Terminal.failure)
        }
    }

    private static func lint(_ options: Options, _ progress: Progress) throws -> CommandResult {
        var report = FindingsReport(options)
        report.lint(progress)
        return try result(of: report, report.output(options.format))
    }

    /// Prints the readable tables, and reports the unreadable ones.
    private static func join(_ options: Options, _ progress: Progress) throws -> CommandResult {
        let folders = ResourceFolders(options)
        let joined = JoinedReport(
            folders.paths,
            developmentLanguage: options.language,
            progress
        )
        var report = FindingsReport(options)
        report.add(folders.findings)
        let output = options.format == .json ? try JSON.document(joined.rows) : joined.csv
        guard report.fails else { return CommandResult(output: output) }
        let message = report.findings.map(\.text).joined(separator: "\n")
        return CommandResult(output: output, message: message, status: Terminal.failure)
    }

    private static func compare(
        _ options: Options,
        with old: String,
        _ progress: Progress
    ) throws -> CommandResult {
        let report = ChangesReport(options, since: old, progress)
        return try result(of: report.findings, report.output(options.format))
    }

    private static func result(of report: FindingsReport, _ output: String) -> CommandResult {
        guard report.fails else { return CommandResult(output: output) }
        return CommandResult(
            output: output,
            message: report.counts.description,
            status: Terminal.failure
        )
    }
}
