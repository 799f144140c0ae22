import Foundation

/// The compiler of this toolchain, for facts about what it accepts.
enum Compiler {
    enum Stage {
        case typeCheck
        case object
        case executable
    }

    /// The compiler's verdict on a program: "compiles", "does not compile" or "compiler crashes".
    static func verdict(
        on source: String,
        stage: Stage = .typeCheck,
        options: [String] = []
    ) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(component: "main.swift")
        try Data(source.utf8).write(to: file)
        var arguments = ["swiftc", "-swift-version", "6"] + options
        switch stage {
        case .typeCheck: arguments.append("-typecheck")
        case .object: arguments += ["-c", "-o", "main.o"]
        case .executable: arguments += ["-o", "program"]
        }
        let (failure, messages) = try run("/usr/bin/env", arguments + [file.path])
        switch failure {
        case nil: return "compiles"
        case "exit 127": throw Untried("no swiftc")
        case _ where messages.contains("Please submit a bug report"): return "compiler crashes"
        case _ where messages.contains("undefined reference"): return "does not link"
        default: return "does not compile"
        }
    }

    /// Compiles a program, runs it and gives what it printed.
    static func output(of source: String, options: [String] = []) throws -> String {
        let verdict = try verdict(on: source, stage: .executable, options: options)
        guard verdict == "compiles" else { return verdict }
        let program = FileManager.default.temporaryDirectory.appending(component: "program")
        let (failure, output) = try run(program.path, [])
        return failure ?? output.trimmingCharacters(in: .newlines)
    }

    /// Builds a package, given as its files, in a folder.
    static func build(
        _ files: [String: String],
        at folder: URL,
        options: [String] = []
    ) throws {
        for (path, text) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        let arguments = ["swift", "build", "--package-path", folder.path] + options
        let (failure, messages) = try run("/usr/bin/env", arguments)
        if failure != nil { throw Untried(String(messages.suffix(200))) }
    }

    static func run(
        _ path: String,
        _ arguments: [String] = []
    ) throws -> (failure: String?, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        let log = FileManager.default.temporaryDirectory.appending(component: "log")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        let handle = try FileHandle(forWritingTo: log)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        process.waitUntilExit()
        return (process.failure, try String(contentsOf: log, encoding: .utf8))
    }
}
