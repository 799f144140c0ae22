import Foundation
import PackagePlugin

/// Generates members of `LocalizedMessage` for the keys in the tables of a target.
@main
struct LocalizationKeys: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let tables = module.sourceFiles.map(\.url).filter(isTable).sorted { $0.path < $1.path }
        guard !tables.isEmpty else { return [] }
        let package = context.package.directoryURL
        let settings = package.appending(path: ".localization.json")
        let inputs = FileManager.default.fileExists(atPath: settings.path) ? [settings] : []
        let output = context.pluginWorkDirectoryURL.appending(path: "LocalizedMessages.swift")
        return [
            .buildCommand(
                displayName: "Generating the messages of \(target.name)",
                executable: try context.tool(named: "localization-keys").url,
                arguments: [output.path, context.package.defaultLocalization ?? "en", package.path]
                    + tables.map(\.path),
                inputFiles: tables + inputs,
                outputFiles: [output]
            )
        ]
    }

    private func isTable(_ file: URL) -> Bool {
        file.pathExtension == "xcstrings"
            || ["strings", "stringsdict"].contains(file.pathExtension)
                && file.deletingLastPathComponent().pathExtension == "lproj"
    }
}
