let arguments = Array(CommandLine.arguments.dropFirst())
let command = arguments.first.flatMap(Command.init)
var result = command?.run(Array(arguments.dropFirst())) ?? Command.usage(arguments.first)
if !Terminal.print(result.output) {
    result = CommandResult(message: "the output can't be written", status: Terminal.outputFailed)
}
if let message = result.message {
    Terminal.tell("\(command?.name ?? "localization"): \(message)\n")
}
Terminal.finish(result.status)
