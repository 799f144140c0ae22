import FootingProxies
import TestSupport
import XCTest

private struct Refused: Error, Equatable {
    var name: String
}

private protocol DialDelegate {
    func dialDidTurn(to value: Int)
    func dialShouldTurn() -> Bool
    func dialName() throws -> String
}

extension DelegateOverride: DialDelegate where Delegate == any DialDelegate {
    fileprivate func dialDidTurn(to value: Int) { forward { $0.dialDidTurn(to: value) } }
    fileprivate func dialShouldTurn() -> Bool { forward(default: true) { $0.dialShouldTurn() } }
    fileprivate func dialName() throws -> String {
        try forward(default: "none") { try $0.dialName() }
    }
}

private final class Listener: DialDelegate {
    let name: String
    var values: [Int] = []
    var answer = true
    var refuses = false

    init(_ name: String) { self.name = name }

    func dialDidTurn(to value: Int) { values.append(value) }
    func dialShouldTurn() -> Bool { answer }
    func dialName() throws -> String {
        if refuses { throw Refused(name: name) }
        values.append(-1)
        return name
    }
}

private struct Fixed: DialDelegate {
    func dialDidTurn(to value: Int) {}
    func dialShouldTurn() -> Bool { false }
    func dialName() -> String { "fixed" }
}

private typealias Override = DelegateOverride<any DialDelegate>

final class DelegateOverrideTests: XCTestCase {
    private let original = Listener("original")
    private let overriding = Listener("overriding")

    func testBothAreCalledTheOverridingOneFirst() {
        let override = Override(original: original, overriding: overriding)
        var asked: [String] = []
        override.shouldCallOriginal = { [overriding, original] method in
            asked.append("\(method) \(overriding.values) \(original.values)")
            return true
        }
        override.dialDidTurn(to: 3)
        XCTAssertEqual(asked, ["dialDidTurn(to:) [3] []"])
        XCTAssertEqual(original.values, [3])
    }

    func testThePolicyKeepsAMethodFromTheOriginal() {
        let override = Override(original: original, overriding: overriding)
        override.shouldCallOriginal = { $0 != "dialDidTurn(to:)" }
        override.dialDidTurn(to: 3)
        XCTAssertEqual(original.values, [])
        XCTAssertEqual(overriding.values, [3])
        XCTAssertEqual(try override.dialName(), "original")
    }

    func testTheResultIsTheOriginalsIfItWasCalledElseTheOverridingOnes() {
        let override = Override(original: original, overriding: overriding)
        overriding.answer = false
        XCTAssertTrue(override.dialShouldTurn())
        override.shouldCallOriginal = { _ in false }
        XCTAssertFalse(override.dialShouldTurn())
    }

    func testWithoutDelegatesTheResultIsTheDefault() {
        let override = Override(original: nil, overriding: nil)
        override.dialDidTurn(to: 1)
        XCTAssertTrue(override.dialShouldTurn())
        XCTAssertEqual(try override.dialName(), "none")
    }

    func testWithoutAnOverridingDelegateTheOriginalIsCalledAndThePolicyIsNotAsked() {
        let override = Override(original: original, overriding: nil)
        override.shouldCallOriginal = { _ in
            XCTFail("It was asked.")
            return false
        }
        override.dialDidTurn(to: 1)
        XCTAssertEqual(original.values, [1])
    }

    func testAnErrorOfTheOverridingDelegateStopsBeforeTheOriginal() {
        let override = Override(original: original, overriding: overriding)
        overriding.refuses = true
        XCTAssertThrowsError(try override.dialName()) {
            XCTAssertEqual($0 as? Refused, Refused(name: "overriding"))
        }
        XCTAssertEqual(original.values, [])
    }

    func testOverridesChain() {
        let third = Listener("third")
        let inner = Override(original: original, overriding: overriding)
        let outer = Override(original: inner, overriding: third)
        outer.dialDidTurn(to: 5)
        XCTAssertEqual([third, overriding, original].map(\.values), [[5], [5], [5]])
        XCTAssertEqual(try outer.dialName(), "original")
    }

    func testDelegatesAreHeldWeakly() {
        var listener: Listener? = Listener("short")
        let override = Override(original: listener, overriding: listener)
        XCTAssertNotNil(override.original)
        listener = nil
        XCTAssertNil(override.original)
        XCTAssertNil(override.overriding)
        XCTAssertEqual(try override.dialName(), "none")
    }

    func testDelegatesAreHeldIfWantedAndIfTheyAreValues() {
        let held = Override(original: Listener("kept"), overriding: nil, holdingDelegates: true)
        XCTAssertEqual(try held.dialName(), "kept")
        let override = Override(original: Fixed(), overriding: Fixed())
        XCTAssertEqual(try override.dialName(), "fixed")
    }
}
