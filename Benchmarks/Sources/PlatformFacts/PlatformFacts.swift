import Foundation

/// Prints what the platform is known to do and what it does now, so that a change is noticed.
///
/// Each fact is tried in a process of its own, since some of them end it.
@main
enum PlatformFacts {
    static let facts: [Fact] = []

    static func main() throws {
        switch CommandLine.arguments.dropFirst().first {
        case "--probe":
            guard let fact = facts.first(where: { $0.identifier == CommandLine.arguments.last })
            else { exit(64) }
            FileHandle.standardOutput.write(Data(try fact.probe().utf8))
        case let module:
            let chosen = facts.filter { module == nil || $0.module == module }
            var changed = 0
            for fact in chosen {
                let now = try outcome(of: fact)
                changed += now == fact.known ? 0 : 1
                print("\(now == fact.known ? "  " : "! ")\(fact.identifier)  \(fact.known)  \(now)")
            }
            print("\(chosen.count) facts, \(changed) changed")
        }
    }

    /// What the fact's probe printed, or how its process ended.
    private static func outcome(of fact: Fact) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["--probe", fact.identifier]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let watchdog = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + 10, execute: watchdog)
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        watchdog.cancel()
        if process.terminationReason == .uncaughtSignal {
            return process.terminationStatus == SIGTERM
                ? "hangs" : "signal \(process.terminationStatus)"
        }
        guard process.terminationStatus == 0 else { return "exit \(process.terminationStatus)" }
        return String(decoding: printed, as: UTF8.self)
    }
}
