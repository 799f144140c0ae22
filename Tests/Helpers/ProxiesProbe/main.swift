// Says how the main queue fares in a program that treats it as the argument tells. One fact a line:
//
//   before   on the thread that starts the program, before anything serves the main queue
//   after    in the main task, after its first suspension
//   plain    on a thread of its own
//   served   whether the main queue is served, asked from there
//   waited   inside a call to the main queue that is waited for there
//   hopped   inside a call to the main queue that is not
//
// With `cycle` it closes a cycle of waits without time-outs, which stops it.

import Dispatch
import FootingProxies
import Foundation

final class Probe: NSObject, Sendable {
    func say(_ fact: String, _ answer: some CustomStringConvertible) {
        print("\(fact) \(answer)")
    }

    func askFromThread() {
        Thread.detachNewThread {
            self.say("plain", MainDestination.isCurrent)
            guard MainDestination.isServed(within: .seconds(10)) else { return self.end(false) }
            self.say("served", true)
            self.say("waited", self.on(.main).sync { _ in MainDestination.isCurrent })
            self.on(.main) {
                $0.say("hopped", MainDestination.isCurrent)
                exit(0)
            }
        }
    }

    func askFromThreadWhileBlocked() {
        Thread.detachNewThread {
            self.say("plain", MainDestination.isCurrent)
            self.end(MainDestination.isServed(within: .milliseconds(50)))
        }
    }

    func end(_ served: Bool) {
        say("served", served)
        exit(0)
    }
}

let probe = Probe()

switch CommandLine.arguments.dropFirst().first {
case "runLoop":
    probe.say("before", MainDestination.isCurrent)
    probe.askFromThread()
    RunLoop.main.run(until: .now + 60)
case "dispatchMain":
    probe.say("before", MainDestination.isCurrent)
    probe.askFromThread()
    dispatchMain()
case "blocked":
    probe.say("before", MainDestination.isCurrent)
    probe.askFromThreadWhileBlocked()
    DispatchSemaphore(value: 0).wait()
case "cycle":
    // main → files → main, on one thread.
    let files = DispatchQueue(label: "files")
    probe.on(.queue(files)).sync { $0.on(.main).sync { _ in } }
case "async":
    // What an asynchronous `main` is, in a program that has another one.
    guard #available(macOS 26, iOS 26, *) else { exit(0) }
    Task.immediate { @MainActor in
        probe.say("before", MainDestination.isCurrent)
        await Task.yield()
        probe.say("after", MainDestination.isCurrent)
        probe.askFromThread()
    }
    dispatchMain()
default:
    print("usage: ProxiesProbe runLoop | dispatchMain | blocked | cycle | async")
    exit(2)
}
