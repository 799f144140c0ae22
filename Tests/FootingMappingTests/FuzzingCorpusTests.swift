import FootingMapping
import Foundation
import TestSupport
import XCTest

/// Checks the fuzzers' seeds, and every input that they found, against the fuzzers' expectations.
final class FuzzingCorpusTests: XCTestCase {
    func testMappingsKeepTheirPromisesForEveryType() throws {
        try Corpus.forEach("Mappings") { bytes in
            try XCTUnwrap(MappingPromises(bytes), "Too short to say anything.").check(types: .all)
        }
    }

    func testMappingsKeepTheirPromisesInAnyOptions() throws {
        var generator = SeededRandom(seed: 9)
        try Corpus.forEach("Mappings") { bytes in
            for _ in 0..<rounds(2, underStress: 10) {
                let header = (0..<5).map { _ in UInt8.random(in: 0x40...0x7F, using: &generator) }
                MappingPromises(header + bytes.dropFirst(5))?.check(types: .some)
            }
        }
    }

    func testFormsOfDatesKeepTheirPromises() throws {
        var takenCount = 0
        try Corpus.forEach("DateTexts") { bytes in
            guard let promises = DateFormatPromises(bytes) else { return }
            promises.check()
            if promises.isTaken { takenCount += 1 }
        }
        XCTAssertGreaterThan(takenCount, 5, "Hardly anything in the corpus is a date.")
    }
}
