let progress = Progress()
var result = Command.run(Array(CommandLine.arguments.dropFirst()), progress: progress)
progress.finish()
if !Terminal.print(result.output) {
    result = CommandResult(message: "the output can't be written", status: Terminal.outputFailed)
}
if let message = result.message { Terminal.tell("\(Command.name): \(message)\n") }
Terminal.finish(result.status)
