import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A process that tries one fact.
///
/// It runs this same executable in a folder of its own, leads a process group, so that what it
/// starts can be ended with it, and hands its answer over in a file: the platform prints to
/// standard output now and then.
final class Child {
    private static let flag = "--probe"
    private static let answerName = "answer"

    let fact: Fact
    private let folder: URL
    private let process = Process()
    private let deadline: ContinuousClock.Instant

    /// Starts trying `fact` in a new folder inside `parent`.
    init(trying fact: Fact, in parent: URL) throws {
        self.fact = fact
        folder = parent.appending(component: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        process.executableURL = URL(filePath: try Self.executablePath())
        process.arguments = [Self.flag, fact.identifier] + fact.arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment
            .merging(["TMPDIR": folder.path, "SWIFT_BACKTRACE": "enable=no"]) { $1 }
            .merging(fact.environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        deadline = .now + fact.limit
        try process.run()
    }

    /// The outcome, or `nil` while the process runs.
    ///
    /// Kills a process that exceeds its time limit.
    func outcome() -> Outcome? {
        guard process.isRunning else {
            defer { end() }
            return finished()
        }
        guard ContinuousClock.now >= deadline else { return nil }
        end()
        return .happened("hangs")
    }

    private func finished() -> Outcome {
        if let failure = process.failure { return .happened(failure) }
        let answer = try? Data(contentsOf: folder.appending(component: Self.answerName))
        guard let answer, let mark = answer.first else { return .happened("no answer") }
        let text = String(decoding: answer.dropFirst(), as: UTF8.self)
        return mark == UInt8(ascii: "?") ? .untried(text) : .happened(text)
    }

    /// Ends the process, if it goes on, with all that it started, and removes its folder.
    func end() {
        kill(-process.processIdentifier, SIGKILL)
        // It may not lead its group yet.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        while process.isRunning { Thread.sleep(forTimeInterval: 0.002) }
        try? FileManager.default.removeItem(at: folder)
    }

    private static func executablePath() throws -> String {
        #if os(Linux)
        return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #else
        return Bundle.main.executablePath ?? CommandLine.arguments[0]
        #endif
    }
}

/// The result of a try.
enum Outcome: Equatable {
    case happened(String)
    case untried(String)
}

// MARK: - Inside the child

extension Child {
    /// Tries the fact that the command line names, if this process was started to do that.
    static func tryIfAsked() {
        guard CommandLine.arguments.count > 2, CommandLine.arguments[1] == flag else { return }
        setpgid(0, 0)
        _ = answerLocation
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(coreSize, &none)
        guard let fact = Fact.all.first(where: { $0.identifier == CommandLine.arguments[2] })
        else { exit(64) }
        // Ends this process even when the one that started it has been ended.
        alarm(UInt32(fact.limit.components.seconds) + 2)
        do {
            answer(try fact.probe())
        } catch let untried as Untried {
            leave("?", untried.reason)
        } catch {
            answer("throws \(error)")
        }
    }

    fileprivate static func leave(_ mark: String, _ text: String) -> Never {
        try? Data((mark + text).utf8).write(to: answerLocation)
        _exit(0)
    }

    /// Found before the probe runs, which may go to another folder.
    private static let answerLocation = URL(
        filePath: FileManager.default.currentDirectoryPath,
        directoryHint: .isDirectory
    ).appending(component: answerName)

    #if canImport(Glibc)
    private static let coreSize = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    #else
    private static let coreSize = RLIMIT_CORE
    #endif
}

/// Ends the probe's process with an answer, from any thread.
func answer(_ text: String) -> Never {
    Child.leave("=", text)
}
