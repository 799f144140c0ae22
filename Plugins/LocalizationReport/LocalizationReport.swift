import PackagePlugin

/// Runs the report of the program `localization`, which writes no files, so it needs no permission.
@main
struct LocalizationReport: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        try context.runProgram("report", arguments)
    }
}
