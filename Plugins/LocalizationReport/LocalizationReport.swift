import Foundation
import PackagePlugin

/// Runs the program `localization-report` with the folders of a package's targets.
///
/// The program writes no files, so it needs no permission.
@main
struct LocalizationReport: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let package = context.package.directoryURL
        let targets = context.package.targets.sorted { $0.name < $1.name }.flatMap { target in
            ["--package-target", "\(target.name)=\(path(of: target.directoryURL, in: package))"]
        }
        let language = defaultLocalization(of: package).map { ["--language", $0] } ?? []

        let process = Process()
        process.executableURL = try context.tool(named: "localization-report").url
        // SwiftPM passes its own options on to plugins.
        let foreign = ["--disable-sandbox", "--allow-writing-to-package-directory"]
        process.arguments = targets + language + arguments.filter { !foreign.contains($0) }
        process.currentDirectoryURL = package
        // Standard output is inherited from `swift package`. Standard error becomes a diagnostic,
        // since otherwise SwiftPM would print it to standard output.
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let data = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()

        guard process.terminationReason == .exit else {
            throw Failure("localization-report ended with signal \(process.terminationStatus)")
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

    /// The default localization in the manifest, which plugins can't query.
    private func defaultLocalization(of package: URL) -> String? {
        let manifest = package.appending(path: "Package.swift")
        guard let text = try? String(contentsOf: manifest, encoding: .utf8) else { return nil }
        for line in text.split(whereSeparator: \.isNewline) {
            let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
            if let match = code.firstMatch(of: /defaultLocalization:\s*"([^"]+)"/) {
                return String(match.1)
            }
        }
        return nil
    }
}

private struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
