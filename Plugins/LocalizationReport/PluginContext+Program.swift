import Foundation
import PackagePlugin

extension PluginContext {
    /// The options of SwiftPM that it passes on to plugins.
    static let foreignOptions = ["--disable-sandbox", "--allow-writing-to-package-directory"]

    /// Runs a command of the program `localization` with the folders of the package's targets.
    func runProgram(_ command: String, _ arguments: [String]) throws {
        let root = package.directoryURL
        let targets = package.targets.sorted { $0.name < $1.name }.flatMap { target in
            ["--package-target", "\(target.name)=\(path(of: target.directoryURL, in: root))"]
        }
        let language = package.defaultLocalization.map { ["--source-language", $0] } ?? []

        let process = Process()
        process.executableURL = try tool(named: "localization").url
        process.arguments =
            [command] + targets + language
            + arguments.filter { !Self.foreignOptions.contains($0) }
        process.currentDirectoryURL = root
        // Standard output is inherited from `swift package`. Standard error becomes a diagnostic,
        // since otherwise SwiftPM would print it to standard output.
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let data = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()

        guard process.terminationReason == .exit else {
            throw Failure("localization ended with signal \(process.terminationStatus)")
        }
        if process.terminationStatus != 0 {
            let message = String(decoding: data, as: UTF8.self)
            Diagnostics.error(message.trimmingCharacters(in: .whitespacesAndNewlines))
            exit(process.terminationStatus)
        }
    }

    private func path(of folder: URL, in package: URL) -> String {
        let (path, root) = (folder.path, package.path)
        if path == root { return "." }
        return path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path
    }
}

private struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
