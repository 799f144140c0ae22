import Foundation
import Harness

/// Runs a command to its end, with its output thrown away, or throws why it can't be run.
///
/// Waits in the system until the process exits, where Foundation's `Process` polls.
func run(_ command: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    guard let program = command.first,
        posix_spawnp(&process, program, &actions, nil, &arguments, environ) == 0
    else { throw Comparison.Unavailable("\(command.first ?? "the command") can't be started") }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
}
