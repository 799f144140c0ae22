let progress = Progress()
var outcome = Command.run(Array(CommandLine.arguments.dropFirst()), progress: progress)
progress.end()
if !Terminal.print(outcome.output) {
    outcome = Outcome(message: "the output can't be written", status: Terminal.outputFailed)
}
if let message = outcome.message { Terminal.tell("\(Command.name): \(message)\n") }
Terminal.exit(outcome.status)
