import CProcess
import Foundation

/// A process that this program starts, and whose output it reads.
struct ChildProcess: ~Copyable {
    private let id: pid_t
    private let output: FileHandle

    /// Starts a program with its arguments; it inherits no descriptor.
    init(_ command: [String]) throws {
        let pipe = Pipe()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for number: Int32 in 1...2 {
            posix_spawn_file_actions_adddup2(
                &actions,
                pipe.fileHandleForWriting.fileDescriptor,
                number
            )
        }
        add_closing(&actions)
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var id = pid_t()
        let status = posix_spawnp(&id, command[0], &actions, nil, &arguments, environ)
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EIO) }
        try pipe.fileHandleForWriting.close()
        (self.id, output) = (id, pipe.fileHandleForReading)
    }

    /// Starts this program with a task that ``ChildTask`` reads.
    init(_ task: String, _ work: FileWork, under prefix: [String] = []) throws {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let places = [work.sources.path, work.folder.path, work.server.absoluteString]
        try self.init(prefix + [program, "--child", task] + places)
    }

    /// Waits for the first byte of the output.
    func waitForOutput() throws { _ = try output.read(upToCount: 1) }

    /// Waits until the process ends.
    ///
    /// - Returns: The exit status, or 128 plus the number of the signal; and the other output.
    consuming func end(by signal: Int32? = nil) throws -> (status: Int32, output: String) {
        if let signal { kill(id, signal) }
        let text = try output.readToEnd() ?? Data()
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return (signal == 0 ? status >> 8 : 128 + signal, String(decoding: text, as: UTF8.self))
    }
}
