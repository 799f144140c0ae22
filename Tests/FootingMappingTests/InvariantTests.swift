import FootingMapping
import Foundation
import TestSupport
import XCTest

/// Properties that hold for any document, checked with thousands of random ones.
final class InvariantTests: XCTestCase {
    /// An issue without its byte offset.
    private struct Place: Equatable {
        let path: MappingPath
        let code: MappingIssue.Code
        let kind: MappingSourceKind
        let target: String
        let resolution: MappingIssue.Resolution

        init(_ issue: MappingIssue) {
            path = issue.path
            code = issue.code
            kind = issue.sourceKind
            target = issue.target
            resolution = issue.resolution
        }
    }

    private func members(_ generator: inout SeededRandom) -> [String] {
        let unknown = (0..<Int.random(in: 0...3, using: &generator)).map { "unknown\($0)" }
        let known = Everything.keys.filter { _ in !generator.isOne(in: 4) }
        return (known + unknown).map { "\($0.debugDescription): \(generator.json())" }
    }

    private func document(_ members: [String]) -> Data {
        Data("{\(members.joined(separator: ", "))}".utf8)
    }

    func testShuffledKeysChangeNeitherValuesNorReports() throws {
        var generator = SeededRandom(seed: 41)
        var options = MappingOptions.standard
        options.listsFields = true
        var (issueCount, appliedCount) = (0, 0)
        let rounds = isUnderStress ? 2_500 : 200
        for _ in 0..<rounds {
            let members = members(&generator)
            var first = Everything()
            let data = document(members)
            let report = try Everything.mapping.apply(json: data, to: &first, options: options)
            issueCount += report.issueCount
            appliedCount += report.appliedCount
            for _ in 0..<3 {
                let data = document(members.shuffled(using: &generator))
                var other = Everything()
                let again = try Everything.mapping.apply(json: data, to: &other, options: options)
                let json = String(decoding: data, as: UTF8.self)
                XCTAssertEqual(other, first, json)
                XCTAssertEqual(again.issues.map(Place.init), report.issues.map(Place.init), json)
                XCTAssertEqual(again.notes, report.notes, json)
                XCTAssertEqual(again.issueCount, report.issueCount, json)
                XCTAssertEqual(again.appliedCount, report.appliedCount, json)
                XCTAssertEqual(again.convertedCount, report.convertedCount, json)
                XCTAssertEqual(again.unknownKeyCount, report.unknownKeyCount, json)
            }
            // Issues are in the order in which fields are declared.
            let declared = report.issues.compactMap { issue -> Int? in
                guard case .key(let key)? = issue.path.components.first else { return nil }
                return Everything.keys.firstIndex(of: key)
            }
            XCTAssertEqual(declared, declared.sorted())
            XCTAssertEqual(declared.count, report.issues.count)
        }
        XCTAssertGreaterThan(issueCount, 2 * rounds)
        XCTAssertGreaterThan(appliedCount, 2 * rounds)
    }

    func testFieldsThatFailKeepTheirValuesAndTheOthersAreSetAsIfAlone() throws {
        var generator = SeededRandom(seed: 42)
        for _ in 0..<(isUnderStress ? 2_500 : 200) {
            let members = members(&generator)
            var together = Everything()
            _ = try Everything.mapping.apply(json: document(members), to: &together)
            var oneByOne = Everything()
            for member in members {
                let data = document([member])
                _ = try Everything.mapping.apply(json: data, to: &oneByOne)
            }
            XCTAssertEqual(oneByOne, together, members.joined(separator: "\n"))
        }
    }

    func testApplyingTwiceIsApplyingOnce() throws {
        var generator = SeededRandom(seed: 43)
        for _ in 0..<(isUnderStress ? 5_000 : 120) {
            let data = document(members(&generator))
            for options in [MappingOptions.strict, .standard, .lenient] {
                var once = Everything()
                let report = try Everything.mapping.apply(json: data, to: &once, options: options)
                var twice = once
                let again = try Everything.mapping.apply(json: data, to: &twice, options: options)
                let json = String(decoding: data, as: UTF8.self)
                XCTAssertEqual(twice, once, json)
                // An object that exists in the second run is updated, so a required field of it may
                // be missing.
                if once.optional == nil { XCTAssertEqual(again, report, json) }
            }
        }
    }

    func testEveryTypeKeepsItsPromisesForRandomValues() {
        var generator = SeededRandom(seed: 44)
        for _ in 0..<(isUnderStress ? 5_000 : 120) {
            let header = (0..<5).map { _ in UInt8.random(in: 0x40...0x7F, using: &generator) }
            let keys = ["v", "a", "b", "c", "e", "~"]
            let members = keys.map { "\"\($0)\": \(generator.json())" }
            let json = "{\(members.joined(separator: ", "))}"
            Corpus.$input.withValue(String(decoding: header, as: UTF8.self) + json) {
                MappingPromises(header + Array(json.utf8))?.check(types: .some)
            }
        }
    }

    /// All threads share one set of mappings; the thread sanitizer runs this, too.
    func testOneMappingServesManyThreadsWhateverItsFieldsSay() throws {
        var inputs: [[UInt8]] = []
        try Corpus.forEach("Mappings") { inputs.append($0) }
        var generator = SeededRandom(seed: 45)
        let documents = (0..<20).map { _ in document(members(&generator)) }
        let expected = try documents.map { data in
            var value = Everything()
            let report = try Everything.mapping.apply(json: data, to: &value)
            return (value, report)
        }
        DispatchQueue.concurrentPerform(iterations: rounds(60, underStress: 200)) { [inputs] round in
            MappingPromises(inputs[round % inputs.count])?.check(types: .some)
            let index = round % documents.count
            var value = Everything()
            let report = try? Everything.mapping.apply(json: documents[index], to: &value)
            XCTAssertEqual(value, expected[index].0)
            XCTAssertEqual(report, expected[index].1)
        }
    }
}
