import FootingObservation
import Foundation
import Observation
import TestSupport
import XCTest

/// Key paths and expressions that also read `@Observable` objects without a registrar.
final class StockReadTests: XCTestCase {
    @Observable
    fileprivate final class Foreign {
        var level = 1
    }

    @Observable
    fileprivate final class Model: KeyValueObservable {
        @ObservationIgnored private let _$observationRegistrar = KeyValueRegistrar()
        @ObservationIgnored var foreign = Foreign()
        @ObservationIgnored var evaluations = 0
        @ObservationIgnored var cache: Int?
        var link: Foreign? = Foreign()
        var next: Model?
        var number = 0
        var sum: Int { number + foreign.level }
        var double: Int {
            evaluations += 1
            return 2 * number
        }
        /// Computed once, until a property that was read changes.
        var cached: Int {
            if let cache { return cache }
            let reference = Unchecked(self)
            return withObservationTracking {
                let value = number + 1
                cache = value
                return value
            } onChange: {
                reference.object?.cache = nil
            }
        }
    }

    /// The registrar was forgotten.
    @Observable
    fileprivate final class Forgetful: KeyValueObservable {
        @ObservationIgnored @Observed var own = 0
        var number = 0
        var sum: Int { own + number }
    }

    fileprivate final class Owner: KeyValueObservable {
        @Observed var foreign: Foreign? = Foreign()
        @Observed var model: Model? = Model()
        @Observed var number = 0
        var evaluations = 0
        var sum: Int { number + (foreign?.level ?? 0) }
        var double: Int {
            evaluations += 1
            return 2 * number
        }
    }

    private struct Unchecked: @unchecked Sendable {
        weak let object: Model?
        init(_ object: Model) { self.object = object }
    }

    func testAReadOfAStockPropertyBesideFollowedOnesIsReported() {
        let (owner, model, forgetful, foreign) = (Owner(), Model(), Forgetful(), Foreign())
        let log = Log<String>()
        let observations: [(String, () -> ObservationToken, () -> Void)] = [
            (
                "chain", { owner.observe(\.foreign?.level) { log.add("\($0.newValue ?? -1)") } },
                { owner.foreign = Foreign() }
            ),
            (
                "computed", { owner.observe(\.sum) { log.add("\($0.newValue)") } },
                { owner.number = 7 }
            ),
            (
                "announced", { owner.observe(beforeChangeOf: \.sum) { log.add("\($0)") } },
                { owner.number = 8 }
            ),
            (
                "chain from a registrar",
                { model.observe(\.link?.level) { log.add("\($0.newValue ?? -1)") } },
                { model.link = nil }
            ),
            (
                "computed beside a registrar",
                { model.observe(\.sum) { log.add("\($0.newValue)") } },
                { model.number = 7 }
            ),
            (
                "forgotten registrar",
                { forgetful.observe(\.sum) { log.add("\($0.newValue)") } },
                { forgetful.own = 7 }
            ),
            (
                "expression",
                {
                    observeChanges {
                        foreign.level + owner.number
                    } handler: { _ in
                        log.add("e")
                    }
                },
                { owner.number = 9 }
            ),
            (
                "expression with a registrar",
                {
                    observeChanges {
                        foreign.level + model.number
                    } handler: { _ in
                        log.add("e")
                    }
                },
                { model.number = 9 }
            ),
        ]
        for (name, observe, change) in observations {
            var token: ObservationToken?
            let issues = collectIssues { token = observe() }
            XCTAssertEqual(issues.map { "\($0.code)" }, ["partlyObserved"], name)
            let text = issues.first?.description ?? ""
            XCTAssertTrue(text.contains("StockReadTests.swift:"), text)
            let reader = name.hasPrefix("expression") ? "the expression" : "the key path"
            XCTAssertTrue(text.contains(": \(reader) also reads a property of an @Obs"), text)
            XCTAssertTrue(text.contains("; give the class a KeyValueRegistrar, or read"), text)
            XCTAssertEqual(token?.isLive, true, name)
            let calls = log.entries.count
            change()
            XCTAssertEqual(log.entries.count, calls + 1, name)
            XCTAssertEqual(collectIssues { change() }.count, 0, name)
            token?.cancel()
        }
    }

    func testReadsOfFollowedPropertiesAloneAreNotReported() {
        let (owner, model) = (Owner(), Model())
        model.next = Model()
        let bag = ObservationBag()
        let issues = collectIssues {
            owner.observe(\.number) { _ in }.store(in: bag)
            owner.observe(\.double) { _ in }.store(in: bag)
            owner.observe(\.model?.number) { _ in }.store(in: bag)
            model.observe(\.number) { _ in }.store(in: bag)
            model.observe(\.double) { _ in }.store(in: bag)
            model.observe(\.next?.number) { _ in }.store(in: bag)
            model.observe(beforeChangeOf: \.double) { _ in }.store(in: bag)
            observeChanges {
                owner.number + model.number
            } handler: { _ in
            }.store(in: bag)
            observeChanges {
                owner.double + owner.number
            } handler: { _ in
            }.store(in: bag)
        }
        XCTAssertEqual(issues.map(\.description), [])
    }

    func testStockReadsAloneAreNothingObserved() {
        let (model, foreign) = (Model(), Foreign())
        let issues = collectIssues {
            _ = model.observe(\.foreign.level) { _ in }
            _ = observeChanges {
                foreign.level
            } handler: { _ in
            }
        }
        XCTAssertEqual(issues.map(\.code), [.nothingObserved, .nothingObserved])
    }

    func testOnlyReadsOfAnObservableClassEvaluateTwiceToBegin() {
        let (owner, model) = (Owner(), Model())
        let bag = ObservationBag()
        owner.observe(\.double) { _ in }.store(in: bag)
        XCTAssertEqual(owner.evaluations, 1)
        observeChanges {
            owner.double
        } handler: { _ in
        }.store(in: bag)
        XCTAssertEqual(owner.evaluations, 2)
        model.observe(\.double) { _ in }.store(in: bag)
        XCTAssertEqual(model.evaluations, 2)
        model.number = 1
        owner.number = 1
        XCTAssertEqual(owner.evaluations, 4)
        XCTAssertEqual(model.evaluations, 3)
    }

    /// Observations that read a property of the model.
    private func observations(of owner: Owner, _ model: Model) -> [() -> ObservationToken] {
        [
            { model.observe(\.number) { _ in } },
            { model.observe(\.double) { _ in } },
            { owner.observe(\.model?.number) { _ in } },
            {
                observeChanges {
                    model.number + owner.number
                } handler: { _ in
                }
            },
        ]
    }

    func testATrackingAroundARegistrationSeesItsReads() {
        let (owner, model) = (Owner(), Model())
        let bag = ObservationBag()
        let observations = self.observations(of: owner, model)
        owner.model = model
        for (index, observe) in observations.enumerated() {
            let reports = Counter()
            track(reports) { observe().store(in: bag) }
            XCTAssertEqual(reports.value, 0, "\(index)")
            model.number += 1
            XCTAssertEqual(reports.value, 1, "\(index)")
        }
    }

    func testATrackingInsideAnEvaluationSeesAllItsReads() {
        let observations: [(Model, Owner) -> ObservationToken] = [
            { model, _ in model.observe(\.cached) { _ in } },
            { model, owner in
                observeChanges {
                    model.cached + owner.number
                } handler: { _ in
                }
            },
        ]
        for observe in observations {
            let (owner, model) = (Owner(), Model())
            let token = observe(model, owner)
            XCTAssertEqual(model.cached, 1)
            model.number = 1
            XCTAssertEqual(model.cached, 2)
            token.cancel()
        }
    }

    #if os(Linux)
    func testARegistrationLeavesNothingInStockTracking() throws {
        let isSanitized = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil
        try XCTSkipIf(isSanitized, "The address sanitizer keeps memory that is released.")
        let (owner, model) = (Owner(), Model())
        owner.model = model
        let observations = self.observations(of: owner, model)
        for (index, observe) in observations.enumerated() {
            for _ in 0..<1_000 { observe().cancel() }
            let before = try residentPages()
            for _ in 0..<20_000 { observe().cancel() }
            // A tracking that stays takes more than 400 bytes: 2,000 pages for all of them.
            XCTAssertLessThan(try residentPages() - before, 500, "\(index)")
        }
    }

    private func residentPages() throws -> Int {
        let memory = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return try XCTUnwrap(Int(memory.split(separator: " ")[1]))
    }
    #endif
}
