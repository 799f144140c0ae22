import FootingObservation
import TestSupport
import XCTest

/// The property itself: what it can hold, where it can stand, what counts as a change.
final class ObservedTests: XCTestCase {
    // MARK: Values

    private struct Empty: Equatable {}

    private struct Large: Equatable {
        var first = 0
        var rest = InlineNumbers()
    }

    private struct InlineNumbers: Equatable {
        typealias Eight = SIMD8<Int>
        var a = (Eight(), Eight(), Eight(), Eight(), Eight(), Eight(), Eight())
        var b = (Eight(), Eight(), Eight(), Eight(), Eight(), Eight(), Eight(), Eight())
        var c = (Eight(), Eight())

        static func == (left: Self, right: Self) -> Bool {
            left.a.6 == right.a.6 && left.b.7 == right.b.7
        }
    }

    private final class Box<Value>: KeyValueObservable {
        @Observed var value: Value
        init(_ value: Value) { self.value = value }
    }

    private func assertDelivers<Value>(
        _ first: Value,
        _ second: Value,
        same: @escaping (Value, Value) -> Bool,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let box = Box(first)
        var changes: [ValueChange<Value>] = []
        let token = box.observe(\.value, initial: true) { changes.append($0) }
        box.value = second
        token.cancel()

        XCTAssertEqual(changes.map(\.kind), [.initial, .change], file: file, line: line)
        guard changes.count == 2, let oldValue = changes[1].oldValue else {
            return XCTFail("No old value", file: file, line: line)
        }
        XCTAssertNil(changes[0].oldValue, file: file, line: line)
        XCTAssertTrue(same(changes[0].newValue, first), file: file, line: line)
        XCTAssertTrue(same(oldValue, first), file: file, line: line)
        XCTAssertTrue(same(changes[1].newValue, second), file: file, line: line)
        XCTAssertTrue(same(box.value, second), file: file, line: line)
    }

    func testEveryKindOfValueArrivesOldAndNew() {
        assertDelivers(1, 2, same: ==)
        assertDelivers("a", String(repeating: "b", count: 100), same: ==)
        assertDelivers(Int?.none, 1, same: ==)
        assertDelivers(Int?.some(1), nil, same: ==)
        assertDelivers(Int??.some(nil), .none, same: ==)
        assertDelivers((1, "a"), (2, "b"), same: ==)
        assertDelivers({ 1 }, { 2 }, same: { $0() == $1() })
        assertDelivers(1 as any CustomStringConvertible, "b", same: { "\($0)" == "\($1)" })
        assertDelivers(Population().canary(), Population().canary(), same: ===)
        assertDelivers(Large(), Large(first: 1), same: ==)
        assertDelivers((), (), same: ==)
        assertDelivers(Empty(), Empty(), same: ==)
        assertDelivers([1], [1, 2], same: ==)
        XCTAssertGreaterThanOrEqual(MemoryLayout<Large>.size, 1024)
    }

    func testChangesOfSendableAndEquatableValuesAreSo() {
        func requiresSendable(_ value: some Sendable & Equatable) {}
        let box = Box(1)
        let token = box.observe(\.value, initial: true) { requiresSendable($0) }
        token.cancel()
    }

    // MARK: Classes

    private class Base: KeyValueObservable {
        @Observed var x = 1
        @Observed private(set) var hidden = 1
        @Observed var `class` = 1
        func reveal(_ value: Int) { hidden = value }
    }

    private class Overriding: Base {
        var seen: [Int] = []
        override var x: Int { didSet { seen.append(x) } }
        @Observed var own = "a"
    }

    private final class Derived: Box2<String, Int> { @Observed var third = true }

    private class Box2<First, Second>: KeyValueObservable {
        @Observed var first: First
        @Observed var second: Second
        init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }
    }

    func testPropertiesOfASuperclassAndOfTheSubclassAreObserved() {
        let object = Overriding()
        let log = Log<String>()
        let bag = ObservationBag()
        object.observe(\.x) { log.add("x", $0) }.store(in: bag)
        object.observe(\.own) { log.add("own", $0) }.store(in: bag)
        (object as Base).observe(\.x) { log.add("base x", $0) }.store(in: bag)
        object.x = 2
        object.own = "b"
        (object as Base).x = 3

        XCTAssertEqual(
            log.entries,
            ["x: 1 -> 2", "base x: 1 -> 2", "own: a -> b", "x: 2 -> 3", "base x: 2 -> 3"]
        )
        XCTAssertEqual(object.seen, [2, 3])
    }

    func testAnOverriddenGetterIsObservedAlsoThroughTheSuperclass() {
        final class Doubling: Base {
            override var x: Int {
                get { super.x * 2 }
                set { super.x = newValue }
            }
        }
        let object: Base = Doubling()
        let log = Log<String>()
        let token = object.observe(\.x, initial: true) { log.add("x", $0) }
        object.x = 5
        token.cancel()

        XCTAssertEqual(log.entries, ["x: = 2", "x: 2 -> 10"])
    }

    func testPropertiesOfGenericClassesAndTheirSubclassesAreObserved() {
        let object = Derived("a", 1)
        let log = Log<String>()
        let bag = ObservationBag()
        object.observe(\.first) { log.add("first", $0) }.store(in: bag)
        object.observe(\.second) { log.add("second", $0) }.store(in: bag)
        object.observe(\.third) { log.add("third", $0) }.store(in: bag)
        object.first = "b"
        object.second = 2
        object.third = false

        XCTAssertEqual(log.entries, ["first: a -> b", "second: 1 -> 2", "third: true -> false"])
    }

    func testPropertiesWithAPrivateSetterOrAKeywordsNameAreObserved() {
        let object = Base()
        let log = Log<String>()
        let bag = ObservationBag()
        let keyPath: KeyPath<Base, Int> = \.hidden
        object.observe(keyPath) { log.add("hidden", $0) }.store(in: bag)
        object.observe(\.class) { log.add("class", $0) }.store(in: bag)
        object.reveal(2)
        object.reveal(2)
        object.class = 2

        XCTAssertEqual(log.entries, ["hidden: 1 -> 2", "hidden: 2 -> 2", "class: 1 -> 2"])
    }

    @MainActor private final class Main: KeyValueObservable {
        @Observed var text = ""
        var mirror = ""
    }

    @MainActor func testAMainActorClassIsObservedByHandlersOnTheMainActor() {
        let object = Main()
        let token = object.observe(\.text) { object.mirror = $0.newValue }
        object.text = "a"
        token.cancel()

        XCTAssertEqual(object.mirror, "a")
    }

    // MARK: Changes

    func testAnAccessInPlaceIsOneChangeWhenItEnds() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        account.observe(\.items) { log.add("items", $0) }.store(in: bag)
        account.observe(\.balance) { log.add("balance", $0) }.store(in: bag)
        account.items.append(1)
        account.balance += 5
        func edit(_ items: inout [Int]) {
            items.append(2)
            items.append(3)
            log.add("not yet")
        }
        edit(&account.items)
        account.items[0] = 9

        XCTAssertEqual(
            log.entries,
            [
                "items: [] -> [1]", "balance: 0 -> 5", "not yet", "items: [1] -> [1, 2, 3]",
                "items: [1, 2, 3] -> [9, 2, 3]",
            ]
        )
    }

    func testAHandlerMayReadAndChangeThePropertyAfterAnAccessInPlace() {
        let account = Account()
        let log = Log<String>()
        let token = account.observe(\.items) { change in
            log.add("items", change)
            if account.items.count < 3 { account.items.append(0) }
        }
        account.items.append(0)
        token.cancel()

        XCTAssertEqual(
            log.entries,
            ["items: [] -> [0]", "items: [0] -> [0, 0]", "items: [0, 0] -> [0, 0, 0]"]
        )
    }

    func testAWriteThroughAKeyPathIsOneChange() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        account.observe(\.owner) { log.add("owner", $0) }.store(in: bag)
        account.observe(\.items) { log.add("items", $0) }.store(in: bag)

        let reference: ReferenceWritableKeyPath<Account, String> = \.owner
        account[keyPath: reference] = "Bo"
        let writable: WritableKeyPath<Account, String> = \.owner
        var same = account
        same[keyPath: writable] = "Cy"
        let partial: PartialKeyPath<Account> = \.owner
        (partial as? ReferenceWritableKeyPath<Account, String>).map { account[keyPath: $0] = "Di" }
        account[keyPath: \.items].append(1)

        XCTAssertEqual(
            log.entries,
            ["owner: Ann -> Bo", "owner: Bo -> Cy", "owner: Cy -> Di", "items: [] -> [1]"]
        )
    }

    func testAnUnobservedArrayGrowsInPlace() {
        let account = Account()
        account.observe(\.items) { _ in }.cancel()
        account.items.reserveCapacity(100)
        func address() -> UnsafePointer<Int>? {
            unsafe account.items.withUnsafeBufferPointer { $0.baseAddress }
        }
        let before = unsafe address()
        for number in 0..<100 { account.items.append(number) }

        XCTAssertTrue(unsafe address() == before)
    }

    func testTheOldValueIsReleasedWhereAHandlerMayReadTheProperty() {
        final class Holder: KeyValueObservable {
            @Observed var resource: OnDeinit?
            @Observed var name = "old"
        }
        let holder = Holder()
        let log = Log<String>()
        holder.resource = OnDeinit { log.add("released while \(holder.resource == nil)") }
        let token = holder.observe(\.resource) { log.add("delivered \($0.newValue == nil)") }
        holder.resource = nil
        token.cancel()
        holder.resource = nil

        XCTAssertEqual(log.entries, ["delivered true", "released while true"])
    }

    // MARK: Copied wrappers

    private final class Copyable: KeyValueObservable {
        @Observed var x = 1
        init() {}
        init(copying other: Copyable) { _x = other._x }
    }

    func testAWrapperCopiedIntoAnotherObjectLeavesTheObserversBehind() {
        let original = Copyable()
        let log = Log<String>()
        let bag = ObservationBag()
        original.observe(\.x) { log.add("original", $0) }.store(in: bag)
        let copy = Copyable(copying: original)
        copy.x = 2
        copy.observe(\.x) { log.add("copy", $0) }.store(in: bag)
        copy.x = 3
        original.x = 4

        XCTAssertEqual(log.entries, ["copy: 2 -> 3", "original: 1 -> 4"])
    }

    func testACopiedWrapperKeepsTheAddressOfItsObjectFromOthers() {
        var original: Copyable? = Copyable()
        let address = original.map(ObjectIdentifier.init)
        let log = Log<String>()
        let token = original?.observe(\.x) { log.add("original", $0) }
        let first = original.map(Copyable.init(copying:))
        original = nil
        var copies: [Copyable] = []
        for _ in 0..<1_000 {
            guard let copy = first.map(Copyable.init(copying:)) else { continue }
            copies.append(copy)
            XCTAssertNotEqual(ObjectIdentifier(copy), address)
            copy.x = 7
        }
        withExtendedLifetime(token) {}

        XCTAssertEqual(log.entries, [])
        XCTAssertEqual(copies.count, 1_000)
    }

    func testSettingOrObservingACopiedPropertyLetsGoOfTheOriginalWhichMayReadTheCopy() {
        for observes in [false, true] {
            var original: Copyable? = Copyable()
            let log = Log<String>()
            var copy: Copyable?
            let token = original?.observe(
                \.x,
                onFinish: { log.add("end: \(copy?.x ?? 0)") }
            ) { _ in }
            copy = original.map(Copyable.init(copying:))
            original = nil
            log.add("released")
            let second = observes ? copy?.observe(\.x) { log.add("copy", $0) } : nil
            copy?.x = 2
            XCTAssertEqual(token?.isLive, false)
            XCTAssertEqual(second?.isLive, observes ? true : nil)

            XCTAssertEqual(
                log.entries,
                observes ? ["released", "end: 1", "copy: 1 -> 2"] : ["released", "end: 2"]
            )
        }
    }
}
