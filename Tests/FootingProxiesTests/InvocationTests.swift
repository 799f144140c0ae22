import FootingProxies
import XCTest

private struct TooHigh: Error, Equatable {
    var value: Int
}

private class Dial: @unchecked Sendable {
    var value = 0
    var texts: [String] = []

    func turn(_ amount: Int, by label: String) -> Int {
        value += amount
        texts.append(label)
        return value
    }
    func reset() { value = 0 }
    func check() throws(TooHigh) -> Int {
        if value > 10 { throw TooHigh(value: value) }
        return value
    }
}

private final class DoubleDial: Dial, @unchecked Sendable {
    override func turn(_ amount: Int, by label: String) -> Int {
        super.turn(2 * amount, by: label)
    }
}

private struct Scale: Sendable {
    func times(_ factor: Int) -> Int { 10 * factor }
}

@MainActor private final class Panel: Invocable {
    var titles: [String] = []

    func show(_ title: String) -> Int {
        titles.append(title)
        return titles.count
    }
}

final class InvocationTests: XCTestCase {
    func testAMethodIsCalledWithItsArgumentsOnAnyTarget() {
        let turn = Invocation(Dial.turn(_:by:), 3, "hand")
        let dials = [Dial(), DoubleDial(), Dial()]
        XCTAssertEqual(turn.call(on: dials[0]), 3)
        XCTAssertEqual(turn.call(onAll: dials), [6, 6, 3])
        XCTAssertEqual(dials.map(\.texts.count), [2, 1, 1])
        XCTAssertEqual(turn.arguments.count, 2)
        XCTAssertEqual(turn.arguments.first as? Int, 3)
    }

    func testValuesAreTargets() {
        XCTAssertEqual(Invocation(Scale.times, 4).call(on: Scale()), 40)
        XCTAssertEqual(Invocation(Scale.times, 4).call(onAll: []), [])
    }

    @MainActor
    func testAMainActorMethodIsCalledOnMainInAClosureThatAssertsIt() {
        let show = ["a", "b"].map { title in
            Invocation("show(\(title))") { (panel: Panel) in
                MainActor.assumeIsolated { panel.show(title) }
            }
        }
        let panels = [Panel(), Panel()]
        let counts = panels[0].on(.main).sync { _ in show.map { $0.call(onAll: panels) } }
        XCTAssertEqual(counts, [[1, 1], [2, 2]])
        XCTAssertEqual(panels.map(\.titles), [["a", "b"], ["a", "b"]])
        XCTAssertEqual(show.map(\.description), ["Panel.show(a)", "Panel.show(b)"])
    }

    func testTheFirstErrorEndsTheCallOnAllAndKeepsItsType() {
        let check = Invocation(Dial.check)
        let dials = (0..<3).map { _ in Dial() }
        dials[1].value = 11
        let counted = Invocation("count") { (dial: Dial) throws(TooHigh) in
            dial.texts.append("seen")
            return try check.call(on: dial)
        }
        do throws(TooHigh) {
            try counted.call(onAll: dials)
            XCTFail("There was no error.")
        } catch {
            XCTAssertEqual(error, TooHigh(value: 11))
        }
        XCTAssertEqual(dials.map(\.texts.count), [1, 1, 0])
    }

    func testAPropertyIsSetByAClosure() {
        let dial = Dial()
        let set = Invocation("value = 7") { (dial: Dial) in dial.value = 7 }
        set.call(on: dial)
        XCTAssertEqual(dial.value, 7)
        XCTAssertEqual(set.description, "Dial.value = 7")
    }

    func testDescriptionsNameTypeMethodAndArguments() {
        let turn = Invocation(Dial.turn(_:by:), 3, "hand", name: "turn")
        XCTAssertEqual(turn.description, "Dial.turn(3, hand)")
        XCTAssertEqual("\(Invocation(Dial.reset))", "Dial()")
        XCTAssertEqual("\(Invocation("both") { (dial: Dial) in dial.reset() })", "Dial.both")
    }

    func testAnInvocationIsMadeAtADestination() {
        let queue = DispatchQueue(label: "dials")
        let dials = (0..<3).map { _ in Dial() }
        let turn = Invocation(Dial.turn(_:by:), 5, "hand")
        dials.on(.queue(queue)) { turn.call(on: $0) }
        queue.sync {}
        XCTAssertEqual(dials.map(\.value), [5, 5, 5])
    }
}

extension Dial: Invocable {}
