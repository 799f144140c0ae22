import FootingLocalizationMembers
import FootingLocalizationTools

/// A command of the program.
enum Command: String, CaseIterable {
    case export, `import`, keys, report, update

    /// The name in messages: `swift package` has a verb of its own for the report.
    var name: String { self == .report ? "localization-report" : "localization \(rawValue)" }

    func run(_ arguments: [String]) -> CommandResult {
        do {
            let options = try Options(arguments, of: self)
            guard !options.isHelp else { return CommandResult(output: help) }
            switch self {
            case .export: return try CommandResult(exporting: options)
            case .import: return CommandResult(importing: options)
            case .keys: return try CommandResult(keysOf: options)
            case .report: return try Self.report(options)
            case .update: return try CommandResult(updating: options)
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

    private static func report(_ options: Options) throws -> CommandResult {
        var options = options
        if options.readsSources { options.functions += try LocalizationSettings.functions() }
        var report = Report(options)
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
