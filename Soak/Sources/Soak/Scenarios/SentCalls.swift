import Dispatch
import FootingOperations
import FootingProxies
import Foundation

/// Calls at all kinds of destinations, which have to arrive once and in order.
final class SentCalls: Scenario {
    /// A destination with the journal that belongs to it.
    private struct Post: Sendable {
        let journal: Journal
        let send: @Sendable (_ number: Int, _ sender: Int) -> Void
        let wait: @Sendable (_ sender: Int) -> Int
        let run: @Sendable (_ sender: Int) async -> Int

        init<Place: Destination>(_ journal: Journal, _ place: Place) {
            self.journal = journal
            send = { number, sender in journal.on(place) { $0.note(number, from: sender) } }
            wait = { sender in journal.on(place).sync { $0.last(from: sender) } }
            run = { sender in await journal.on(place).run { $0.last(from: sender) } }
        }

        init(_ journal: Journal, _ place: MainDestination) {
            self.journal = journal
            send = { number, sender in journal.on(place) { $0.note(number, from: sender) } }
            wait = { sender in journal.on(place).sync { $0.last(from: sender) } }
            run = { sender in await journal.on(place).run { $0.last(from: sender) } }
        }
    }

    private let posts: [Post]
    private let tasks = FutureQueue(name: "calls", maxConcurrentJobs: 3)
    /// The numbers of calls that each thread has sent to each post; a thread uses only its own.
    private let numbers: [[Tally]]
    private let waited: Counter
    private let background: Counter
    private let several: Counter
    private let crossed: Counter

    init(_ setting: Setting) {
        let ledger = setting.ledger
        let threads = setting.threads
        let inOrder = ledger.counter("calls: made in order")
        waited = ledger.counter("calls: waits that saw all before")
        background = ledger.counter("calls: made in the background")
        several = ledger.counter("calls: made on several objects")
        crossed = ledger.counter("calls: waits that crossed")

        let single = OperationQueue()
        single.name = "calls"
        single.maxConcurrentOperationCount = 1
        let make = { Journal(senders: threads, inOrder) }
        posts = [
            Post(make(), .queue(DispatchQueue(label: "calls"))),
            Post(make(), WorkerThread(name: "calls")),
            Post(make(), .operationQueue(single)),
            Post(make(), .main),
        ]
        let count = posts.count
        let tallies = (0..<threads).map { _ in (0..<count).map { _ in Tally() } }
        numbers = tallies
        ledger.compare("calls: numbers that arrived") {
            tallies.joined().reduce(0) { $0 + $1.count }
        } seen: { [posts] in
            posts.reduce(0) { sum, post in
                sum + (0..<threads).reduce(0) { $0 + post.wait($1) }
            }
        }
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        switch random.number(1...6) {
        case 1: try sendToBackground(&random)
        case 2: try cross(&random)
        default: try send(&random, from: thread)
        }
    }

    private func send(_ random: inout RandomSource, from thread: Int) throws {
        let index = random.number(0...posts.count - 1)
        let (post, sent) = (posts[index], numbers[thread][index])
        for _ in 1...random.number(1...30) {
            sent.add()
            post.send(sent.count, thread)
        }
        if random.oneIn(3) {
            let run = post.run
            let last = tasks.submit { await run(thread) }
            waited.check(try last.wait(timeout: patience), is: sent.count)
        } else {
            waited.check(post.wait(thread), is: sent.count)
        }
    }

    private func sendToBackground(_ random: inout RandomSource) throws {
        let count = random.number(1...20)
        background.expect(count)
        let tallies = [Tally(), Tally(), Tally()]
        let calls = (1...count).map { [background] _ in
            tallies[0].on(.background).submit { tally in
                tally.add()
                background.see()
                return tally.count
            }
        }
        for call in calls { _ = try call.wait(timeout: patience) }
        waited.check(tallies[0].count, is: count)

        let queue = QueueDestination.queue(DispatchQueue(label: "several"))
        tallies.on(queue) { $0.add() }
        tallies[0].on(queue).sync { _ in }
        several.check(tallies.map(\.count), is: [count + 1, 1, 1])
    }

    /// Two queues wait for each other: one of the waits fails, the other succeeds.
    private func cross(_ random: inout RandomSource) throws {
        let first = QueueDestination.queue(DispatchQueue(label: "first"))
        let second = QueueDestination.queue(DispatchQueue(label: "second"))
        let tally = Tally()
        let bothBegan = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        func wait(
            at place: QueueDestination,
            for other: QueueDestination,
            _ index: Int
        ) -> PendingCall<Bool> {
            tally.on(place).submit { tally in
                bothBegan[index].signal()
                bothBegan[1 - index].wait()
                do throws(InvocationError) {
                    try tally.on(other).sync(timeout: patience) { $0.add() }
                    return true
                } catch {
                    guard error.code == .wouldDeadlock else { throw error }
                    return false
                }
            }
        }
        let waits = [wait(at: first, for: second, 0), wait(at: second, for: first, 1)]
        let succeeded = try waits.map { try $0.wait(timeout: patience) }.filter(\.self).count
        crossed.check(succeeded, is: 1)
        crossed.check(tally.count, is: 1)
    }
}
