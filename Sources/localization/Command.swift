import FootingLocalizationMembers
import FootingLocalizationTools

/// A command of the program.
enum Command: String, CaseIterable {
    case export, `import`, keys, report, update

    /// The name in messages: `swift package` has a verb of its own for the report.
    var name: String { self == .report ? "localization-report" : "localization \(rawValue)" }

    /// Runs the command with the arguments that follow its name.
    func run(_ arguments: [String], progress: Progress) -> CommandResult {
        do {
            return switch self {
            case .export, .import: try exchange(arguments)
            case .keys: try KeysFile(arguments).result()
            case .report: try Self.report(arguments, progress)
            case .update: try UpdatedTables(arguments).result(progress)
            }
        } catch let misuse as Misuse {
            let message = "\(misuse.reason); see --help"
            return CommandResult(message: message, status: Terminal.misuse)
        } catch {
            // Unreachable: no encoded value has a non-finite number.
            return CommandResult(message: "\(error)", status: Terminal.failure)
        }
    }

    /// The result of a name that is not a command's.
    static func usage(_ name: String?) -> CommandResult {
        if name == "--help" || name == "-h" { return CommandResult(output: overview) }
        let reason = name.map { "there is no command “\($0)”" } ?? "a command is missing"
        return CommandResult(message: "\(reason); see --help", status: Terminal.misuse)
    }

    private func exchange(_ arguments: [String]) throws(Misuse) -> CommandResult {
        let options = try ExchangeOptions(arguments, of: self)
        guard !options.isHelp else {
            return CommandResult(output: self == .export ? Self.exportHelp : Self.importHelp)
        }
        guard self == .export else { return ImportCommand(options).result() }
        var command = ExportCommand(options)
        return try command.result()
    }

    private static func report(
        _ arguments: [String],
        _ progress: Progress
    ) throws -> CommandResult {
        var options = try Options(arguments)
        guard !options.isHelp else { return CommandResult(output: help) }
        if options.readsSources { options.functions += try LocalizationSettings.functions() }
        var report = Report(options, progress)
        switch options.task {
        case .lint: report.lint()
        case .join: report.join()
        case .compare(let old): report.compare(with: old)
        }
        let output = try report.output()
        guard report.fails else { return CommandResult(output: output) }
        return CommandResult(output: output, message: report.message, status: Terminal.failure)
    }
}
