import PackagePlugin

/// Runs the commands of the program `localization` that write files.
@main
struct Localization: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        // SwiftPM passes its own options on, also those before the verb.
        let command = arguments.firstIndex { !PluginContext.foreignOptions.contains($0) }
        guard let command else { return try context.runProgram("--help", []) }
        let rest = arguments[..<command] + arguments[(command + 1)...]
        try context.runProgram(arguments[command], Array(rest))
    }
}
