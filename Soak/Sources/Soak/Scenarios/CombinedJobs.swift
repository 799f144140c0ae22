import Dispatch
import FootingOperations

/// Futures that are made from others, promises, and values that are made once.
final class CombinedJobs: Scenario {
    private let queue = FutureQueue(name: "combined", maxConcurrentJobs: 2)
    private let shared: SyncAsyncPair<Int, Int, Never>
    private let sums: Counter
    private let nested: Counter
    private let dropped: Counter
    private let timedOut: Counter
    private let calls: Counter
    private let made: Counter
    private let reset: Counter

    init(_ setting: Setting) {
        let ledger = setting.ledger
        sums = ledger.counter("combined: sums")
        nested = ledger.counter("combined: waits within jobs")
        dropped = ledger.counter("combined: dropped promises")
        timedOut = ledger.counter("combined: times that were up")
        calls = ledger.counter("combined: calls of a pair")
        made = ledger.counter("combined: initializers run")
        reset = ledger.counter("combined: values made once")
        shared = SyncAsyncPair(joiningRunningCalls: true) { (number: Int) in number * 3 }
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        switch random.number(1...5) {
        case 1: try addUp(&random)
        case 2: try waitWithin(&random)
        case 3: try dropPromises()
        case 4: try callPair(&random)
        default: try makeOnce(&random)
        }
    }

    private func addUp(_ random: inout RandomSource) throws {
        let queue = queue
        let count = random.number(1...10)
        let promises = (1...count).map { _ in Promise<Int, Never>() }
        let futures = promises.map { promise in
            promise.future.flatMap { number in queue.submit { number * number } }.map { $0 + 1 }
        }
        let all = Future<Int, Never>.all(futures).map { $0.reduce(0, +) }
        DispatchQueue.global().async {
            for (number, promise) in promises.enumerated() { promise.succeed(number) }
        }
        let expected = (0..<count).reduce(0) { $0 + $1 * $1 + 1 }
        sums.check(try all.wait(timeout: patience), is: expected)
    }

    /// A job waits for jobs of its own queue.
    private func waitWithin(_ random: inout RandomSource) throws {
        let queue = queue
        let count = random.number(1...5)
        let sum = queue.submit {
            let parts = (1...count).map { number in queue.submit { number * number } }
            return try parts.reduce(0) { try $0 + $1.wait() }
        }
        nested.check(try sum.wait(timeout: patience), is: (1...count).reduce(0) { $0 + $1 * $1 })
    }

    private func dropPromises() throws {
        let future = Promise<Int, Never>().future
        dropped.check(future.settledOutcome, is: .cancelled(.abandoned))

        let never = Promise<Int, Never>()
        timedOut.check(reason(of: never.future.timeout(.milliseconds(1))), is: .timedOut)
    }

    private func reason(of future: Future<Int, Never>) -> CancellationReason? {
        do throws(FutureError<Never>) {
            _ = try future.wait(timeout: patience)
            return nil
        } catch {
            guard case .cancelled(let reason) = error else { return nil }
            return reason
        }
    }

    private func callPair(_ random: inout RandomSource) throws {
        let inputs = (1...random.number(1...8)).map { _ in random.number(1...4) }
        let futures = inputs.map { shared.submit($0, in: queue) }
        for (input, future) in zip(inputs, futures) {
            calls.check(try future.wait(timeout: patience), is: input * 3)
        }
        calls.check(try shared(5), is: 15)
    }

    private func makeOnce(_ random: inout RandomSource) throws {
        let once = Once { [made] in
            made.see()
            return 7
        }
        let lazily = AsyncOnce { [made] in
            made.see()
            await Task.yield()
            return 8
        }
        made.expect(2)
        let count = random.number(1...6)
        let values = (0..<count).map { _ in queue.submit { once.value } }
        let others = (0..<count).map { _ in queue.submit { try await lazily.value } }
        for future in values { reset.check(try future.wait(timeout: patience), is: 7) }
        for future in others { reset.check(try future.wait(timeout: patience), is: 8) }
    }
}
