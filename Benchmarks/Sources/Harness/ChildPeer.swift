import Foundation

/// A peer in another language: a program that does its work as often as it is told, and says how
/// long that took.
///
/// It runs for as long as its row is measured. First it prints `ready`, or the reason for which it
/// isn't. Then it reads a number from each line, does its work as many times, and prints the
/// nanoseconds by its own clock. It exits at the end of its input.
public final class ChildPeer {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var unread = Data()

    /// Starts the program, which is looked for in `PATH`, and waits until it is ready.
    ///
    /// - Throws: ``Comparison/Unavailable`` if it can't be started, or if it prints a reason for
    ///   not being ready.
    public init(_ program: String, _ arguments: [String]) throws {
        // Writing to a child that is gone shall be an error, not the end of this process.
        signal(SIGPIPE, SIG_IGN)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw Comparison.Unavailable("\(program) can't be started")
        }
        // Else the child would never see the end of what it writes into.
        try? output.fileHandleForWriting.close()
        let greeting = try? line()
        guard greeting == "ready" else {
            end()
            throw Comparison.Unavailable(greeting ?? "\(program) is missing, or ends at once")
        }
    }

    /// Has the work done `count` times, and returns how many nanoseconds that took.
    ///
    /// - Throws: ``Ended`` if there is no answer, or one that is no number.
    public func nanoseconds(_ count: Int) throws -> Double {
        try input.fileHandleForWriting.write(contentsOf: Data("\(count)\n".utf8))
        guard let nanoseconds = Double(try line()) else { throw Ended() }
        return nanoseconds
    }

    /// Ends the program and waits until it is gone; does nothing the second time.
    public func end() {
        try? input.fileHandleForWriting.close()
        if process.isRunning { process.waitUntilExit() }
    }

    /// The other program ended, or said something else than a number.
    public struct Ended: Error, CustomStringConvertible {
        /// The event, in a few words.
        public var description: String { "the peer gave no answer" }
    }

    private func line() throws -> String {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = Data(unread[(end + 1)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Ended() }
            unread += more
        }
    }
}
