import FootingLocks
import FootingObservation
import TestSupport
import XCTest

/// The 100,000 changes after which a cascade is feedback.
final class FeedbackLimitTests: XCTestCase {
    func testManyChangesInOneHandlerAreNoFeedback() {
        assertEvents(["issues 0", "last 101000"]) { subject, log, bag in
            let last = Lock(0)
            subject.observe { change in
                last.withLock { $0 = change.newValue }
                if change.newValue == 1 { for next in 2...101_000 { subject.value = next } }
            }?.store(in: bag)
            log.add("issues \(collectIssues { subject.value = 1 }.count)")
            log.add("last \(last.withLock { $0 })")
        }
    }

    func testFeedbackThatMultipliesIsStopped() {
        let values = isUnderStress ? [1, -1] : [1]
        assertEvents(values.map { _ in "endlessFeedback" }) { subject, log, bag in
            let calls = Counter()
            for _ in 0..<2 {
                subject.observe { _ in
                    calls.add(1)
                    subject.add(1)
                }?.store(in: bag)
            }
            for value in values {
                for issue in collectIssues({ subject.value = value }) { log.add("\(issue.code)") }
            }
            XCTAssertLessThan(calls.value, 1_000_000)
        }
    }
}
