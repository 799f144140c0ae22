import FootingLocalizationTools

enum Command {
    static let name = "localization-report"

    /// Runs the command with the arguments that follow its name.
    static func run(_ arguments: [String], progress: Progress) -> CommandResult {
        do {
            var options = try Options(arguments)
            guard !options.isHelp else { return CommandResult(output: help) }
            if options.readsSources { options.functions += try Settings.functions() }
            var report = Report(options, progress)
            switch options.task {
            case .lint: report.lint()
            case .join: report.join()
            case .compare(let old): report.compare(with: old)
            }
            let output = try report.output()
            guard report.fails else { return CommandResult(output: output) }
            return CommandResult(
                output: output,
                message: report.message,
                status: Terminal.failure
            )
        } catch let misuse as Misuse {
            let message = "\(misuse.reason); see --help"
            return CommandResult(message: message, status: Terminal.misuse)
        } catch {
            // Unreachable: no encoded value has a non-finite number.
            return CommandResult(message: "\(error)", status: Terminal.failure)
        }
    }
}
