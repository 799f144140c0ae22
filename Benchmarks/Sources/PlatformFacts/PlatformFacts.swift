import Foundation

/// Prints what the platform is known to do and what it does now, so that a change is noticed.
///
/// Each fact is tried in a process of its own, since some of them end it. A change is reported and
/// is no failure, except with `--strict`.
@main
enum PlatformFacts {
    private static let usage = """
        Usage: PlatformFacts [--list] [--strict] [MODULE | MODULE/FACT …]

          --list    print the facts and what is known of them, and try none
          --strict  exit with status 1 if a fact has changed

        A line that begins with ! is a fact that has changed, with ? one that was not tried.

        """

    /// The number of facts that are tried at once.
    private static let width = 2

    static func main() throws {
        Child.tryIfAsked()
        let arguments = CommandLine.arguments.dropFirst()
        let options = arguments.filter { $0.hasPrefix("-") }
        let wanted = arguments.filter { !$0.hasPrefix("-") }.map { $0.lowercased() }
        let facts = Fact.all.filter { fact in
            wanted.isEmpty || wanted.contains(fact.module.lowercased())
                || wanted.contains(fact.identifier.lowercased())
        }
        guard Set(options).isSubset(of: ["--list", "--strict"]), !facts.isEmpty else {
            FileHandle.standardError.write(Data(usage.utf8))
            exit(64)
        }
        if options.contains("--list") {
            report(facts.map { ($0, nil) })
            return
        }
        let changed = try tryAll(facts)
        exit(options.contains("--strict") && changed > 0 ? 1 : 0)
    }

    private static func report(_ facts: [(fact: Fact, outcome: Outcome?)]) {
        var table = Table(facts.map(\.fact))
        for (fact, outcome) in facts { table.print(fact, outcome) }
    }

    /// Tries the facts and prints each as soon as it and all before it are known.
    ///
    /// - Returns: How many have changed.
    private static func tryAll(_ facts: [Fact]) throws -> Int {
        let folder = FileManager.default.temporaryDirectory
            .appending(component: "platform-facts-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let interrupted = Shared<Int32>(0)
        let interrupts = [SIGINT, SIGTERM].map { onSignal($0) { interrupted.value = $0 } }
        defer { interrupts.forEach { $0.cancel() } }

        var table = Table(facts)
        var waiting = facts.enumerated().makeIterator()
        var running: [(index: Int, child: Child)] = []
        var outcomes: [Outcome?] = Array(repeating: nil, count: facts.count)
        var printed = 0
        while printed < facts.count {
            guard interrupted.value == 0 else {
                running.forEach { $0.child.end() }
                try? FileManager.default.removeItem(at: folder)
                exit(128 + interrupted.value)
            }
            while running.count < width, let (index, fact) = waiting.next() {
                running.append((index, try Child(trying: fact, in: folder)))
            }
            running.removeAll { index, child in
                outcomes[index] = child.outcome()
                return outcomes[index] != nil
            }
            while printed < facts.count, let outcome = outcomes[printed] {
                table.print(facts[printed], outcome)
                printed += 1
                fflush(nil)
            }
            Thread.sleep(forTimeInterval: 0.005)
        }
        print("\n\(facts.count) facts, \(table.changed) changed, \(table.untried) not tried")
        return table.changed
    }

    private static func onSignal(
        _ number: Int32,
        do body: @escaping @Sendable (Int32) -> Void
    ) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { body(number) }
        source.resume()
        return source
    }
}
