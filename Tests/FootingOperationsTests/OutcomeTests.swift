import FootingOperations
import TestSupport
import XCTest

final class OutcomeTests: XCTestCase {
    func testGetReturnsTheValueOrThrowsWhatThereIs() {
        XCTAssertEqual(try Outcome<Int, Refusal>.success(3).get(), 3)
        assertThrows(.failure(Refusal())) { () throws(FutureError<Refusal>) in
            try Outcome<Int, Refusal>.failure(Refusal()).get()
        }
        assertThrows(.cancelled(.requested)) { () throws(FutureError<Refusal>) in
            try Outcome<Int, Refusal>.cancelled(.requested).get()
        }
    }

    func testCancelledIsNoMissingValue() {
        let absent: Outcome<Int?, Never> = .success(nil)

        XCTAssertNotEqual(absent, .cancelled(.requested))
        guard case .success(nil) = absent else { return XCTFail("\(absent)") }
    }
}

extension OutcomeTests {
    func testOutcomesCompareWhereTheirPartsDo() {
        let outcomes: [Outcome<Int, Refusal>] = [
            .success(1), .success(2), .failure(Refusal(code: 1)), .failure(Refusal(code: 2)),
            .cancelled(.requested), .cancelled(.task),
        ]
        for (index, outcome) in outcomes.enumerated() {
            XCTAssertEqual(outcomes.firstIndex(of: outcome), index)
        }
        XCTAssertEqual(Set(outcomes).count, outcomes.count)
    }

    func testOnlyACancellationIsCancelled() {
        XCTAssertTrue(Outcome<Int, Refusal>.cancelled(.timedOut).isCancelled)
        XCTAssertFalse(Outcome<Int, Refusal>.success(1).isCancelled)
        XCTAssertFalse(Outcome<Int, Refusal>.failure(Refusal()).isCancelled)
    }
}

final class FutureErrorTests: XCTestCase {
    func testSentencesNameWhatHappened() {
        let rows: [(error: FutureError<Refusal>, words: String)] = [
            (.failure(Refusal(code: 77)), "77"),
            (.cancelled(.requested), "on request"),
            (.cancelled(.task), "task"),
            (.cancelled(.thrown), "threw CancellationError"),
            (.cancelled(.abandoned), "its promise or operation was released"),
            (.timedOut, "timed out"),
            (.cancelled(.dependencyFailed), "depended"),
            (.wouldDeadlock(["a", "b", "a"]), "a → b → a"),
        ]
        for row in rows {
            let sentence = "\(row.error)"
            XCTAssertTrue(sentence.contains(row.words), "“\(sentence)” lacks “\(row.words)”")
            XCTAssertEqual((row.error as any Error).localizedDescription, sentence)
        }
        XCTAssertEqual(Set(rows.map(\.error)).count, rows.count)
    }

    func testTheSentenceOfAFailureEndsWithTheWorksOwnForPeople() {
        struct Busy: LocalizedError {
            var errorDescription: String? { "The file is busy." }
        }
        XCTAssertEqual(
            (FutureError<Busy>.failure(Busy()) as any Error).localizedDescription,
            "The work failed: The file is busy."
        )
        XCTAssertEqual(
            "\(FutureError<any Error>.failure(FutureError<Busy>.failure(Busy())))",
            "The work failed: The file is busy."
        )
    }
}
