import FootingOperations
import Foundation
import Synchronization
import XCTest

/// Whether tests do all the work that is asked of them, rather than some of it.
let isUnderStress = ProcessInfo.processInfo.environment["FOOTING_STRESS"] == "1"

/// How often a race is run: a few hundred times by default, and under stress thirty times as often, or as
/// often as is said.
func rounds(_ count: Int, underStress stressCount: Int? = nil) -> Int {
    isUnderStress ? stressCount ?? count * 30 : count
}

/// The length of a chain or a list that may have any length: a million under stress.
let greatLength = rounds(25_000, underStress: 1_000_000)

/// The length of a chain of operations, of which each takes more.
let chainLength = rounds(10_000, underStress: 100_000)

/// The size of a stack on which no long recursion ends well.
let smallStack = 512 << 10

/// Long enough for any machine, and the end of a test that hangs.
let patience: Duration = .seconds(60)

struct Refusal: Error, Hashable {
    var code = 1
}

/// Events in order, noted from any thread.
// `NSLock`, because the thread sanitizer does not see how `Mutex` waits. All access is inside it.
final class Log<Entry: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var noted: [Entry] = []

    func note(_ entry: Entry) {
        lock.withLock { noted.append(entry) }
    }

    var entries: [Entry] {
        lock.withLock { noted }
    }
}

/// A gate at which any number of threads wait until it opens, once.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() {
        semaphore.signal()
    }

    /// Blocks until the gate is open, and fails the test if that takes too long.
    func pass(file: StaticString = #filePath, line: UInt = #line) {
        let end = semaphore.wait(timeout: .now() + 60)
        XCTAssertEqual(end, .success, "The gate stayed shut.", file: file, line: line)
        semaphore.signal()
    }

    var isOpen: Bool {
        guard semaphore.wait(timeout: .now()) == .success else { return false }
        semaphore.signal()
        return true
    }
}

/// Opens a gate, or does something else, when it is released.
final class Canary: Sendable {
    private let onRelease: @Sendable () -> Void

    init(_ gate: Gate) {
        onRelease = { gate.open() }
    }

    init(_ onRelease: @escaping @Sendable () -> Void) {
        self.onRelease = onRelease
    }

    deinit {
        onRelease()
    }
}

/// A number that several threads change.
final class Counter: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .sequentiallyConsistent) }

    @discardableResult
    func add(_ difference: Int) -> Int {
        number.add(difference, ordering: .sequentiallyConsistent).newValue
    }

    /// Keeps the greater one of its value and `other`.
    func raise(to other: Int) {
        number.max(other, ordering: .sequentiallyConsistent)
    }
}

/// A place for something that is known only later, or not any more.
// All access is inside the lock.
final class Slot<Content: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Content?

    init(_ content: Content? = nil) {
        stored = content
    }

    var content: Content? {
        get { lock.withLock { stored } }
        set {
            // The old content is released after the lock: its deinit may come back here.
            let old = lock.withLock {
                let old = stored
                stored = newValue
                return old
            }
            withExtendedLifetime(old) {}
        }
    }
}

extension XCTestCase {
    /// Runs `body` on a thread of its own, and fails if it does not come back.
    func onThread(
        stackSize: Int = 8 << 20,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping @Sendable () -> Void
    ) {
        let done = Gate()
        let thread = Thread {
            body()
            done.open()
        }
        thread.stackSize = stackSize
        thread.start()
        done.pass(file: file, line: line)
    }

    /// Runs asynchronous code from a test that is none, and fails if it does not come back.
    func inTask(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping @Sendable () async -> Void
    ) {
        let done = Gate()
        Task {
            await body()
            done.open()
        }
        done.pass(file: file, line: line)
    }
}

/// Asserts that `body` throws exactly `expected`.
func assertThrows<Success, Failure: Equatable>(
    _ expected: FutureError<Failure>,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: () throws(FutureError<Failure>) -> Success
) {
    do throws(FutureError<Failure>) {
        XCTFail("No error but \(try body())", file: file, line: line)
    } catch {
        XCTAssertEqual(error, expected, file: file, line: line)
    }
}

/// The thread that asks.
var thisThread: ObjectIdentifier { ObjectIdentifier(Thread.current) }

/// Waits for a future that must give a value.
func assertSucceeds<Success, Failure>(
    _ future: Future<Success, Failure>?,
    file: StaticString = #filePath,
    line: UInt = #line
) {
    do throws(FutureError<Failure>) {
        _ = try future?.wait(timeout: patience)
    } catch {
        XCTFail("\(error)", file: file, line: line)
    }
}

/// Waits for a future, and returns why there was no value, or `nil` if there was one.
func failure<Success, Failure>(
    ofWaitingFor future: Future<Success, Failure>?,
    timeout: Duration? = nil
) -> FutureError<Failure>? {
    do throws(FutureError<Failure>) {
        _ = try future?.wait(timeout: timeout)
        return nil
    } catch {
        return error
    }
}

/// A future that is settled already.
func settled<Success, Failure>(_ outcome: Outcome<Success, Failure>) -> Future<Success, Failure> {
    let promise = Promise<Success, Failure>()
    promise.settle(outcome)
    return promise.future
}

/// A job that has begun, and whose body returns when it is let go.
final class HeldJob: Sendable {
    let future: Future<Void, Never>
    private let hold: Gate
    private let end: Gate

    init(
        in queue: FutureQueue,
        priority: FutureQueue.Priority = .normal,
        until hold: Gate = Gate()
    ) {
        let (begun, end) = (Gate(), Gate())
        (self.hold, self.end) = (hold, end)
        future = queue.submit(priority: priority) {
            begun.open()
            hold.pass()
            end.open()
        }
        begun.pass()
    }

    /// Whether the body has returned.
    var hasEnded: Bool { end.isOpen }

    func letGo() {
        hold.open()
    }
}

/// A job that waits for a job, and so on, each of which calls `visit`; its value is `depth`.
func nest(
    _ depth: Int,
    in queue: FutureQueue,
    _ visit: @escaping @Sendable () -> Void = {}
) -> Future<Int, Never> {
    queue.submit {
        visit()
        if depth == 0 { return 0 }
        return ((try? nest(depth - 1, in: queue, visit).wait()) ?? -1_000_000) + 1
    }
}

/// Waits until `condition` holds, and fails the test if that takes too long.
func assertComesTrue(
    _ condition: @autoclosure () -> Bool,
    _ message: String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) {
    let deadline = ContinuousClock.now + patience
    while !condition() {
        guard ContinuousClock.now < deadline else {
            return XCTFail("It did not come true. \(message)", file: file, line: line)
        }
        sched_yield()
    }
}

/// Waits as the synchronous form does, without holding one of the threads that run tasks.
func assertComesTrue(
    _ condition: @autoclosure () -> Bool,
    _ message: String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) async {
    let deadline = ContinuousClock.now + patience
    while !condition() {
        guard ContinuousClock.now < deadline else {
            return XCTFail("It did not come true. \(message)", file: file, line: line)
        }
        await Task.yield()
    }
}

/// How many canaries are alive.
final class Population: Sendable {
    private let alive = Counter()

    var count: Int { alive.value }

    func canary() -> Canary {
        alive.add(1)
        return Canary { [alive] in alive.add(-1) }
    }
}

/// The same numbers for the same seed.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: Int) {
        state = UInt64(truncatingIfNeeded: seed)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

/// Two threads that do one thing each at the same time, as exactly as can be had.
final class Racer: Sendable {
    private let queue = DispatchQueue(label: "racer")

    func run(
        _ one: @escaping @Sendable () -> Void,
        _ other: @escaping @Sendable () -> Void
    ) {
        let arrived = Counter()
        let done = Gate()
        queue.async {
            arrived.add(1)
            while arrived.value < 2 { sched_yield() }
            other()
            done.open()
        }
        arrived.add(1)
        while arrived.value < 2 { sched_yield() }
        one()
        done.pass()
    }
}

/// Asserts the outcome of a future that is made of another one, before or after that is settled.
func assertDerived<Success, NewSuccess, Failure>(
    from outcome: Outcome<Success, Failure>,
    is expected: Outcome<NewSuccess, Failure>,
    line: UInt = #line,
    _ derive: (Future<Success, Failure>) -> Future<NewSuccess, Failure>
) where NewSuccess: Equatable, Failure: Equatable {
    let early = derive(settled(outcome))
    XCTAssertEqual(early.settledOutcome, expected, "settled before", line: line)
    let promise = Promise<Success, Failure>()
    let late = derive(promise.future)
    XCTAssertNil(late.settledOutcome, line: line)
    promise.settle(outcome)
    XCTAssertEqual(late.settledOutcome, expected, "settled afterwards", line: line)
}
