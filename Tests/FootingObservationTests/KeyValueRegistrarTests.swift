import FootingObservation
import Observation
import TestSupport
import XCTest

/// `@Observable` classes that are observed by key path, with the old and the new value.
final class KeyValueRegistrarTests: XCTestCase {
    // That this compiles shows that the macro still takes the registrar of the class.
    @Observable
    fileprivate class Model: KeyValueObservable {
        @ObservationIgnored private let _$observationRegistrar = KeyValueRegistrar()
        var number = 0
        var name: String? = "Ann"
        var items: [Int] = []
        var next: Model?
        @ObservationIgnored @Observed var own = 0
        var title: String { "\(name ?? "nobody"): \(number)" }
        init() {}
    }

    @Observable
    fileprivate final class Special: Model {
        @ObservationIgnored private let _$observationRegistrar = KeyValueRegistrar()
        var extra = 1
    }

    func testComputedPropertiesAndChainsAreFollowed() {
        let model = Model()
        let log = Log<String>()
        let bag = ObservationBag()
        model.observe(\.title) { log.add("title", $0) }.store(in: bag)
        model.observe(\.next?.number) { log.add("next: \($0.newValue ?? -1)") }.store(in: bag)
        model.number = 1
        let next = Model()
        model.next = next
        next.number = 5
        model.next = nil
        next.number = 6
        model.name = nil

        XCTAssertEqual(
            log.entries,
            [
                "title: Ann: 0 -> Ann: 1", "next: 0", "next: 5", "next: -1",
                "title: Ann: 1 -> nobody: 1",
            ]
        )
    }

    func testSubclassesAndWrappedPropertiesAreObserved() {
        let special = Special()
        let log = Log<String>()
        let bag = ObservationBag()
        special.observe(\.number) { log.add("number", $0) }.store(in: bag)
        special.observe(\.extra) { log.add("extra", $0) }.store(in: bag)
        special.observe(\.own) { log.add("own", $0) }.store(in: bag)
        (special as Model).observe(\.number) { log.add("base", $0) }.store(in: bag)
        special.number = 1
        special.extra = 2
        special.own = 3

        XCTAssertEqual(
            log.entries,
            ["number: 0 -> 1", "base: 0 -> 1", "extra: 1 -> 2", "own: 0 -> 3"]
        )
    }

    func testTheToolchainsTrackingStillWorks() {
        let model = Model()
        let reports = Counter()
        func track() { FootingObservationTests.track(reports) { _ = model.title } }
        track()
        model.number = 1
        let token = model.observe(\.number) { _ in }
        track()
        model.number = 2
        track()
        model.name = "Bo"
        track()
        model.number += 1
        token.cancel()

        XCTAssertEqual(reports.value, 4)
    }

    func testTheEndOfTheObjectEndsItsObservations() {
        let count = Population()
        let log = Log<String>()
        var model: Model? = Model()
        weak let gone = model
        let tokens = [\Model.number, \.title.count].compactMap { keyPath in
            model?.observe(keyPath, onFinish: { log.add("end") }) { [canary = count.canary()] _ in
                withExtendedLifetime(canary) {}
            }
        }
        model?.number = 1
        model = nil

        XCTAssertNil(gone)
        XCTAssertEqual(log.entries, ["end", "end"])
        XCTAssertEqual(tokens.map(\.isLive), [false, false])
        XCTAssertEqual(count.count, 0)
    }

    @MainActor @Observable
    fileprivate final class Main: KeyValueObservable {
        @ObservationIgnored private let _$observationRegistrar = KeyValueRegistrar()
        var text = ""
    }

    @MainActor func testAMainActorClassIsObserved() {
        let main = Main()
        var seen: [String] = []
        let token = main.observe(\.text) { seen.append($0.newValue) }
        main.text = "a"
        main.text += "b"
        token.cancel()

        XCTAssertEqual(seen, ["a", "ab"])
    }
}
