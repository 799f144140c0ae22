import FootingObservation
import TestSupport
import XCTest

/// How a key path leads to its property, and what is delivered for one that is computed from it.
final class ReadingTests: XCTestCase {
    private struct Size { var width = 1, height = 1 }

    private final class Shape: KeyValueObservable {
        @Observed var size = Size()
        @Observed var name: String? = "square"
        @Observed var points = [1, 2, 3]
        var area: Int { size.width * size.height }
        var halfName: String {
            get { String((name ?? "").prefix(3)) }
            set { name = newValue }
        }
        subscript(point index: Int) -> Int? {
            points.indices.contains(index) ? points[index] : nil
        }
    }

    func testAFieldBelowAnObservedPropertyIsObserved() {
        let shape = Shape()
        let log = Log<String>()
        let bag = ObservationBag()
        shape.observe(\.size.width, initial: true) { log.add("width", $0) }.store(in: bag)
        shape.observe(\.name?.count) { change in
            log.add("\(String(describing: change.oldValue)) \(String(describing: change.newValue))")
        }.store(in: bag)
        shape.size.width = 2
        shape.size.height = 3
        shape.name = nil

        XCTAssertEqual(
            log.entries,
            [
                "width: = 1", "width: 1 -> 2", "width: 2 -> 2",
                "Optional(Optional(6)) nil",
            ]
        )
    }

    func testAComputedPropertyWithASetterIsNotTakenForThePropertyBehindIt() {
        let shape = Shape()
        let log = Log<String>()
        let token = shape.observe(\.halfName) { log.add("half", $0) }
        shape.halfName = "circle"
        shape.name = "circus"
        token.cancel()

        XCTAssertEqual(log.entries, ["half: squ -> cir", "half: cir -> cir"])
    }

    func testASubscriptReadsAsOfEachChange() {
        let shape = Shape()
        var changes: [ValueChange<Int?>] = []
        let token = shape.observe(\.[point: 2]) { changes.append($0) }
        shape.points.removeLast()
        shape.points.append(7)
        token.cancel()

        XCTAssertEqual(changes.map(\.oldValue), [.some(3), .some(nil)])
        XCTAssertEqual(changes.map(\.newValue), [nil, 7])
    }

    func testAComputedValueBelongsToItsChangeAlsoWhenThePropertyIsNewer() {
        let shape = Shape()
        let log = Log<String>()
        let bag = ObservationBag()
        shape.observe(\.size) { change in
            if change.newValue.width == 2 { shape.size.width = 3 }
        }.store(in: bag)
        shape.observe(\.area) { log.add("area", $0) }.store(in: bag)
        shape.size.width = 2

        XCTAssertEqual(log.entries, ["area: 1 -> 2", "area: 2 -> 3"])
    }

    func testReadsInAHandlerSeeThePropertyAsItIs() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        account.observe(\.owner) { change in
            if change.newValue == "Bo" { account.owner = "Cy" }
        }.store(in: bag)
        account.observe(\.display) { log.add("\($0.newValue) \(account.owner)") }.store(in: bag)
        account.owner = "Bo"

        XCTAssertEqual(log.entries, ["Bo Cy", "Cy Cy"])
    }

    func testObservingInsideAGetterIsNoPartOfItsEvaluation() {
        final class Odd: KeyValueObservable {
            @Observed var x = 1
            @Observed var y = 1
            let bag = ObservationBag()
            let log = Log<String>()
            var observing: Int {
                observe(\.y, initial: true) { [log] change in
                    log.add("y", change)
                }.store(in: bag)
                return x
            }
        }
        let odd = Odd()
        let token = odd.observe(\.observing) { odd.log.add("x", $0) }
        XCTAssertTrue(token.isLive)
        odd.y = 2
        token.cancel()
        odd.bag.cancel()

        XCTAssertEqual(odd.log.entries, ["y: = 1", "y: 1 -> 2"])
    }

    func testEvaluationsOnSeveralThreadsDoNotMeet() {
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            let account = Account()
            var sum = 0
            for round in 0..<200 {
                let token = account.observe(\.display) { sum += $0.newValue.count }
                account.owner = String(repeating: "x", count: thread + 1)
                token.cancel()
                XCTAssertEqual(sum, (round + 1) * (thread + 1))
            }
        }
    }
}
