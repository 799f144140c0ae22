// Says how the main queue fares in a program that treats it as the argument tells. One fact a line:
//
//   before   on the thread that starts the program, before anything serves the main queue
//   after    in the main task, after its first suspension
//   plain    on a thread of its own
//   served   whether the main queue is served, asked from there
//   waited   inside a call to the main queue that is waited for there
//   hopped   inside a call to the main queue that is not
//
//   loop         how a call to the main run loop fares after an operation of main named that loop
//   operations   how main code fares that waits for `OperationQueue.main`
//
// The other arguments misuse waits and calls that have no error to throw; all of them stop the
// program, but `refused` and `unheard`.

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

/// Lets go of every job.
struct Forgetful: Destination {
    var isCurrent: Bool { false }
    func enqueue(_ job: @escaping @Sendable () -> Void) {}
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
case "crossing":
    // Two threads, of which neither can be told.
    let files = DispatchQueue(label: "files")
    let scanner = WorkerThread(name: "scanner")
    let inside = DispatchGroup()
    inside.enter()
    inside.enter()
    probe.on(scanner) { probe in
        inside.leave()
        inside.wait()
        probe.on(.queue(files)).sync { _ in }
    }
    probe.on(.queue(files)) { probe in
        inside.leave()
        inside.wait()
        probe.on(scanner).sync { _ in }
    }
    DispatchSemaphore(value: 0).wait()
case "forgotten":
    probe.on(Forgetful()).sync { _ in }
case "forgottenRun":
    Task { await probe.on(Forgetful()).run { _ in } }
    dispatchMain()
case "endedLoop":
    // Made on the thread, which ends without a turn of its loop.
    nonisolated(unsafe) var place: RunLoopDestination?
    let isMade = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        unsafe place = .runLoop(.current)
        isMade.signal()
    }
    isMade.wait()
    if let place = unsafe place { probe.on(place).sync { _ in } }
case "endedLoopRun":
    let isMade = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        let place = RunLoopDestination.runLoop(.current)
        Task { await probe.on(place).run { _ in } }
        isMade.signal()
    }
    isMade.wait()
    dispatchMain()
case "confined":
    let tally = Confined(0, on: .queue(DispatchQueue(label: "tally")))
    tally.sync { _ in tally.sync { $0 += 1 } }
case "confinedOnWorker":
    let tally = Confined(0, on: WorkerThread(name: "counter"))
    tally.sync { _ in tally.sync { $0 += 1 } }
case "isolation":
    WorkerThread(name: "scanner").checkIsolated()
case "refused":
    let scanner = WorkerThread(name: "scanner")
    scanner.stop()
    probe.on(scanner) { $0.say("ran", true) }
case "unheard":
    close(STDERR_FILENO)
    let scanner = WorkerThread(name: "scanner")
    scanner.stop()
    probe.on(scanner) { $0.say("ran", true) }
    probe.say("survived", true)
case "deinit":
    final class Closing: Sendable, Invocable {
        static let files = DispatchQueue(label: "files")
        deinit {
            Self.files.suspend()
            on(.queue(Self.files)) { _ in }
        }
    }
    _ = Closing()
case "operations":
    let files = DispatchQueue(label: "files")
    // Main code on another thread than the first one.
    files.asyncAfter(deadline: .now() + .milliseconds(100)) {
        probe.on(.main) {
            do throws(InvocationError) {
                try $0.on(.operationQueue(.main)).sync(timeout: .seconds(10)) { _ in }
                probe.say("operations", "ran")
            } catch {
                probe.say("operations", "\(error.code)")
            }
            exit(0)
        }
    }
    dispatchMain()
case "loopInOperation":
    // An operation of main is the first to name the main run loop.
    Thread.detachNewThread {
        let place = RunLoopDestination.runLoop(.main)
        probe.on(.operationQueue(.main)).sync { _ in _ = RunLoopDestination.runLoop(.current) }
        do throws(InvocationError) {
            try probe.on(place).sync(timeout: .seconds(10)) { _ in }
            probe.say("loop", "ran")
        } catch {
            probe.say("loop", "\(error.code)")
        }
        exit(0)
    }
    RunLoop.main.run(until: .now + 60)
case "async":
    // An asynchronous `main`, in a program that has another one.
    guard #available(macOS 26, iOS 26, *) else { exit(0) }
    Task.immediate { @MainActor in
        probe.say("before", MainDestination.isCurrent)
        await Task.yield()
        probe.say("after", MainDestination.isCurrent)
        probe.askFromThread()
    }
    dispatchMain()
default:
    print("usage: ProxiesProbe MODE, with one of the modes in its source")
    exit(2)
}
