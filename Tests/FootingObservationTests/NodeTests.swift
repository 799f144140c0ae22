import XCTest

@testable import FootingObservation

/// When a property gets a node, and when the node ends.
final class NodeTests: XCTestCase {
    private final class Config: KeyValueObservable {
        @Observed var rate = 2
        var storage: Observed<Int> { _rate }
    }

    private final class Use: KeyValueObservable {
        let config = Config()
        var rate: Int { config.rate }
    }

    func testAReadOutsideOfEvaluationsMakesNoNode() {
        let config = Config()
        XCTAssertEqual(config.rate, 2)
        config.rate = 3

        XCTAssertNil(config.storage.node)
    }

    func testAnObservationDoesNotKeepTheNodeOfItsProperty() {
        let use = Use()
        let token = use.observe(\.rate) { _ in }
        weak let node = use.config.storage.node
        XCTAssertNotNil(node)
        token.cancel()
        XCTAssertEqual(node?.list.hasObservers, false)
    }
}
