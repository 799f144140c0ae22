// Runs a library and an actor on one thread, and calls objects on operation queues and run loops.
//
//     swift run ScanPages

import Dispatch
import FootingProxies
import Foundation

/// A library that must be called on the thread that opened it.
final class Device: @unchecked Sendable {
    private var thread: Thread?
    private var pageCount = 0

    func open() { thread = Thread.current }

    func scan() -> String {
        precondition(Thread.current === thread, "The device was called on another thread.")
        pageCount += 1
        return "page \(pageCount)"
    }
}

extension Device: Invocable {}

let device = Device()

// A thread for the library.
let scanner = WorkerThread(name: "scanner")
device.on(scanner) { $0.open() }
let page = device.on(scanner).sync { $0.scan() }
print(page)  // page 1

/// Runs on the thread of its device, so it calls the device without a hop.
actor Archive {
    nonisolated let thread: WorkerThread
    private let device: Device
    private var pages: [String] = []

    init(of device: Device, on thread: WorkerThread) {
        self.thread = thread
        self.device = device
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    func scanPage() -> Int {
        pages.append(device.scan())
        return pages.count
    }
}

func fillArchive() async {
    let archive = Archive(of: device, on: scanner)
    print("\(await archive.scanPage()) page in the archive")  // 1 page in the archive
    let next = await Task(executorPreference: scanner) { device.scan() }.value
    print(next)  // page 3
}

// The end of the thread.
func stopScanner() {
    scanner.stop()
    do throws(InvocationError) {
        print(try device.on(scanner).sync(timeout: .seconds(1)) { $0.scan() })
    } catch {
        print(error.code)  // destinationGone
    }
    print(device.on(scanner).sync { $0.scan() })  // page 4

    let printer = WorkerThread(name: "printer") { error in print(error) }
    printer.stop()
    journal.on(printer) { $0.append("printed") }
}

final class Journal: @unchecked Sendable {
    private var lines: [String] = []

    var count: Int { lines.count }
    func append(_ line: String) { lines.append(line) }
}

extension Journal: Invocable {}

let journal = Journal()

// An operation queue.
let copies = OperationQueue()
copies.name = "copies"
copies.maxConcurrentOperationCount = 1
journal.on(.operationQueue(copies)) { $0.append("copied") }
print(journal.on(.operationQueue(copies)).sync { $0.count })  // 1

// A thread that runs its loop.
final class Framework: @unchecked Sendable {
    private let started = DispatchSemaphore(value: 0)
    private var thread: Thread?
    private var loop: RunLoopDestination?

    func start() -> RunLoopDestination? {
        let thread = Thread { [self] in
            loop = .runLoop(.current)
            // A loop without a timer or a source returns immediately.
            let timer = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
            RunLoop.current.add(timer, forMode: .common)
            started.signal()
            while !Thread.current.isCancelled {
                RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.02))
            }
        }
        self.thread = thread
        thread.start()
        started.wait()
        return loop
    }

    func stop() { thread?.cancel() }
}

let framework = Framework()
if let loop = framework.start() {
    print(journal.on(loop).sync { $0.count })  // 1
}
framework.stop()

/// Not `Sendable`: it may be used in one place only.
final class Parser {
    private(set) var count = 0

    func feed(_ chunk: String) { count += chunk.split(separator: " ").count }
}

// The parser moves to a queue.
let files = DispatchQueue(label: "files")
let chunk = "the wind has gone"
let parser = Confined(Parser(), on: .queue(files))
parser { $0.feed(chunk) }
let count = parser.sync { $0.count }
print("\(count) words")  // 4 words

// A parser that is created on the thread where it is used.
let lateParser = Confined(Parser?.none, on: scanner)
lateParser { $0 = Parser() }
lateParser { $0?.feed(chunk) }
print(lateParser.sync { $0?.count ?? 0 })  // 4

Task {
    await fillArchive()
    stopScanner()
    exit(0)
}
dispatchMain()
