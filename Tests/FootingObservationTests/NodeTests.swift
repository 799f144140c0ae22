import XCTest

@testable import FootingObservation

/// Which properties get a node: those of the object that is observed, and no others.
final class NodeTests: XCTestCase {
    private final class Config: KeyValueObservable, @unchecked Sendable {
        @Observed var rate = 2
        var storage: Observed<Int> { _rate }
    }

    private final class Use: KeyValueObservable {
        let config = Config()
        @Observed var number = 1
        @Observed var isDoubled = false
        var rate: Int { config.rate }
        var total: Int { isDoubled ? number * config.rate : 0 }
        var storage: Observed<Int> { _number }
    }

    private func codes(_ body: () -> Void) -> [ObservationIssue.Code] {
        let codes = Box()
        let usual = ObservationIssue.handler
        ObservationIssue.handler = { codes.add($0.code) }
        defer { ObservationIssue.handler = usual }
        body()
        return codes.all
    }

    // The handler is called on the thread of the test.
    private final class Box: @unchecked Sendable {
        private(set) var all: [ObservationIssue.Code] = []
        func add(_ code: ObservationIssue.Code) { all.append(code) }
    }

    func testAKeyPathIntoAConstantOtherObjectObservesNothingAndChangesNothingThere() {
        let use = Use()
        var isLive: [Bool] = []
        let codes = codes {
            isLive.append(use.observe(\.config.rate) { _ in }.isLive)
            isLive.append(use.observe(\.rate) { _ in }.isLive)
        }

        XCTAssertEqual(isLive, [false, false])
        XCTAssertEqual(codes, [.severalProperties, .severalProperties])
        XCTAssertNil(use.config.storage.node)
    }

    func testAnotherObjectThatIsObservedItselfIsNotTakenForTheRoot() {
        let use = Use()
        let bag = ObservationBag()
        use.config.observe(\.rate) { _ in }.store(in: bag)
        let codes = codes {
            XCTAssertFalse(use.observe(\.config.rate) { _ in }.isLive)
        }

        XCTAssertEqual(codes, [.severalProperties])
    }

    func testAnEvaluationDuringAChangeMakesNoNodes() {
        let use = Use()
        let log = Log()
        let codes = codes {
            let token = use.observe(\.total) { log.add("total", $0) }
            XCTAssertTrue(token.isLive)
            for isDoubled in [true, false, true] { use.isDoubled = isDoubled }
            token.cancel()
        }

        XCTAssertEqual(log.events, ["total: 0 -> 2", "total: 2 -> 0", "total: 0 -> 2"])
        XCTAssertEqual(codes, [.severalProperties])
        XCTAssertNil(use.config.storage.node)
        XCTAssertNil(use.storage.node)
    }
}
