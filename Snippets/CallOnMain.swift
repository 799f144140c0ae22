// Calls objects on their threads: a gauge on main, a journal on its own queue.
//
//     swift run CallOnMain

import Dispatch
import FootingProxies
import Foundation

/// Belongs to main, which the compiler checks.
@MainActor final class Panel {
    var title = "" {
        didSet { print("panel “\(title)”") }
    }
}

/// Belongs to a queue: its users promise to use it only there.
final class Journal: @unchecked Sendable {
    private var lines: [String] = []

    var count: Int { lines.count }
    func append(_ line: String) { lines.append(line) }
}

extension Panel: Invocable {}
extension Journal: Invocable {}

/// Confined to main by convention, so it can be created and read elsewhere in between.
final class Gauge: @unchecked Sendable {
    var value = 0.0

    func show(_ value: Double, animated: Bool) {
        self.value = value
        print("gauge shows \(value), on main: \(MainDestination.isCurrent)")
    }
}

let panel = Panel()
let gauge = Gauge()
let journal = Journal()
let files = DispatchQueue(label: "files")

extension Gauge: Invocable {}

gauge.on(.main) { $0.show(0.5, animated: true) }
gauge.on(.main).value = 0.75
panel.on(.main) { $0.title = "Pressure" }
print("three calls made, none has run: the gauge is at \(gauge.value)")

// For many calls to one object, keep the proxy. The calls run in this order.
let entries = journal.on(.queue(files))
entries { $0.append("opened") }
entries { $0.append("closed") }
let count = entries.sync { $0.count }
print("\(count) lines in the journal")

// A wait with a time-out: the call runs in time or never.
files.suspend()
do {
    let count = try entries.sync(timeout: .milliseconds(50)) { $0.count }
    print("\(count) lines")
} catch {
    guard error.code == .timedOut else { throw error }
    print("\(error.destination) is busy")
}
files.resume()

// A wait that would close a cycle is refused at once.
let index = DispatchQueue(label: "index")
entries.sync { journal in
    journal.on(.queue(index)).sync { journal in
        do throws(InvocationError) {
            try journal.on(.queue(files)).sync(timeout: .seconds(5)) { $0.append("indexed") }
        } catch {
            print(error.cycle.joined(separator: " → "))
        }
    }
}

// A custom destination.
struct Traced<Place: Destination>: Destination {
    let place: Place
    var isCurrent: Bool { place.isCurrent }

    func enqueue(_ job: @escaping @Sendable () -> Void) {
        print("a call is on its way")
        place.enqueue(job)
    }
}

let tracedCount = journal.on(Traced(place: .queue(files))).sync { $0.count }
print("\(tracedCount) lines, by a traced call")

// A method for callers on any thread.
extension Gauge {
    func update(_ value: Double) {
        guard MainDestination.isCurrent else { return on(.main) { $0.update(value) } }
        show(value, animated: false)
    }
}

// One hop for all.
let gauges = [Gauge(), Gauge()]
gauges.on(.main) { $0.show(0, animated: false) }

// In asynchronous code nothing blocks.
func report(on gauge: Gauge, _ journal: Journal) async {
    let count = await journal.on(.queue(files)).run { $0.count }
    gauge.update(Double(count))
}

func work(on gauge: Gauge, _ journal: Journal) {
    let value = gauge.on(.main).sync { $0.value }
    print("the gauge is at \(value)")
    Task {
        await report(on: gauge, journal)
        gauge.on(.main) { _ in exit(0) }
    }
}

// On another thread, the program checks once whether main is served at all.
Thread.detachNewThread { [gauge, journal] in
    guard MainDestination.isServed(within: .seconds(5)) else {
        print("Nothing serves the main queue.")
        exit(1)
    }
    work(on: gauge, journal)
}
RunLoop.main.run()
