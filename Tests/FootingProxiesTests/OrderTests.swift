import Dispatch
import FootingProxies
import TestSupport
import XCTest

/// The order of calls that several threads make.
final class OrderTests: XCTestCase {
    private let producers = 8
    private let calls = rounds(500, underStress: 50_000)

    func testCallsOfEachProducerKeepTheirOrder() {
        let members: [Member] = [
            .queue(DispatchQueue(label: "queue")),
            .worker(WorkerThread(name: "worker")),
            .operations(named: "operations"),
        ]
        for member in members { check(member, calls) }
    }

    func testCallsOfEachProducerKeepTheirOrderInARunLoop() {
        // Each wakes the loop with a timer, which costs more the more of them wait.
        check(.loop(LoopThread()), calls / 10)
    }

    private func check(_ member: Member, _ calls: Int) {
        let counter = Ledger()
        DispatchQueue.concurrentPerform(iterations: producers) { producer in
            for call in 0..<calls {
                member.enqueue { counter.append(producer * calls + call) }
            }
        }
        member.sync()
        check(counter, calls, member.name)
    }

    func testCallIsNeverInlineAtAnyKindOfDestination() {
        for member in Pool().members {
            let log = Log<String>()
            member.sync {
                member.enqueue { log.add("call") }
                log.add("after the call was made")
            }
            member.sync()
            XCTAssertEqual(log.entries, ["after the call was made", "call"], member.name)
        }
    }

    func testWaitIsInlineThereAndElsewhereComesAfterEarlierCalls() throws {
        for member in Pool().members {
            let log = Log<String>()
            member.enqueue { log.add("earlier") }
            try member.timedSync {
                member.enqueue { log.add("later") }
                member.sync { log.add("inline") }
                XCTAssertNil(thrown { try member.timedSync(.zero) { log.add("timed") } })
            }
            member.sync { log.add("last") }
            XCTAssertEqual(
                log.entries,
                ["earlier", "inline", "timed", "later", "last"],
                member.name
            )
        }
    }

    func testCallsOfEachProducerKeepTheirOrderOnMain() async {
        let counter = Ledger()
        await onThread { [producers, calls] in
            DispatchQueue.concurrentPerform(iterations: producers) { producer in
                for call in 0..<calls {
                    counter.on(.main) { $0.append(producer * calls + call) }
                }
            }
        }
        await counter.on(.main).run { _ in }
        check(counter, calls, "main")
    }

    private func check(_ counter: Ledger, _ calls: Int, _ name: String) {
        XCTAssertEqual(counter.history.count, producers * calls, name)
        var next = (0..<producers).map { $0 * calls }
        for call in counter.history {
            XCTAssertEqual(call, next[call / calls], name)
            next[call / calls] = call + 1
        }
    }
}
