import Foundation

/// Uses all products at once from many threads, and compares what it expects with what it sees.
///
/// Each thread chooses a scenario at random, takes one step of it, and chooses again. Every step
/// knows what has to come of it and adds that to its counters; handlers, bodies and readers add
/// what really happened. When the time is over, the threads end, what is still on its way arrives,
/// and a table shows both sides of each counter.
///
/// The threads rest from time to time, so that ``MemorySamples`` can judge the memory. Some steps
/// start this program with a ``ChildTask``.
///
/// The exit status is 0 if each counter saw what it expected and the memory is flat, 1 if not, 64
/// for wrong arguments, and 69 if the temporary folder keeps no extended attributes.
@main
struct Soak {
    @MainActor static func main() async {
        if let task = ChildTask(CommandLine.arguments) {
            do {
                try await task.run()
                exit(0)
            } catch {
                print(error)
                exit(1)
            }
        }
        let options = Options(CommandLine.arguments.dropFirst())
        print("seconds: \(options.seconds), threads: \(options.threads), seed: \(options.seed)")
        // If the program is killed, its output shows the seed.
        fflush(nil)

        let ledger = Ledger()
        let folder = URL.temporaryDirectory.appending(path: "footing-soak-\(getpid())")
        do {
            let soak = try Soak(options, ledger, folder)
            let succeeded = await soak.run()
            try? FileManager.default.removeItem(at: folder)
            exit(succeeded ? 0 : 1)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            print("soak: \(error)")
            exit(69)
        }
    }

    private let options: Options
    private let ledger: Ledger
    private let crew: Crew

    private init(_ options: Options, _ ledger: Ledger, _ folder: URL) throws {
        self.options = options
        self.ledger = ledger
        let unknown = options.only.subtracting(scenarios.map(\.name))
        guard unknown.isEmpty else {
            let names = scenarios.map(\.name).joined(separator: ", ")
            Options.misuse("there is no scenario “\(unknown.sorted()[0])” among \(names)")
        }
        var chosen: [(String, any Scenario)] = []
        for (name, make) in scenarios where options.only.isEmpty || options.only.contains(name) {
            let own = folder.appending(path: name)
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            let setting = Setting(ledger: ledger, folder: own, threads: options.threads)
            chosen.append((name, try make(setting)))
        }
        crew = Crew(chosen, options, ledger)
    }

    private func run() async -> Bool {
        crew.start()
        var memory = MemorySamples(seconds: options.seconds, limit: options.memory)
        // Rests don't count.
        for second in 1...options.seconds {
            try? await Task.sleep(for: .seconds(1))
            if memory.isDue(at: second), await crew.rest(within: .seconds(100)) {
                await ledger.settle(within: .seconds(30))
                await memory.take()
                crew.resume()
            }
            if let stuck = crew.stuckThread(after: .seconds(100)) {
                ledger.printTable()
                print("\nstuck: \(stuck)")
                return false
            }
            if second.isMultiple(of: 60) {
                print("\(second) s: \(MemorySamples.now), \(crew.steps) steps")
                fflush(nil)
            }
        }

        guard await crew.stop(within: .seconds(100)) else {
            ledger.printTable()
            print("\nstuck: \(crew.stuckThread(after: .zero) ?? "a thread")")
            return false
        }
        await ledger.settle(within: .seconds(30))
        ledger.printTable()
        print("\n\(crew.summary)\n")
        let isFlat = memory.judge()
        return ledger.isComplete && isFlat
    }
}
