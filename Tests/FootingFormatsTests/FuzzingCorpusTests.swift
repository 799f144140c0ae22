import Foundation
import TestSupport
import XCTest

/// The inputs of the fuzzers, and all that they have found, against the promises that they check.
final class FuzzingCorpusTests: XCTestCase {
    func testDocumentsKeepTheirPromises() throws {
        try Corpus.forEach("JSONDocuments") { DocumentPromises($0).check() }
    }

    func testTextsOfDatesAndUUIDsKeepTheirPromises() throws {
        try Corpus.forEach("DateTexts") { TextPromises($0).check() }
    }

    func testPropertyListsKeepTheirPromises() throws {
        try Corpus.forEach("PropertyLists") { PropertyListPromises($0).check() }
    }

    func testMutatedPropertyListsKeepTheirPromises() throws {
        var generator = SeededRandom(seed: 9)
        let text = "<>/&;![]()\"'\\ =akeydictstringarray"
        let alphabet = Array(text.utf8) + [0, 1, 0x5F, 0x80, 0xD1]
        try Corpus.forEach("PropertyLists") { bytes in
            for _ in 0..<rounds(100, underStress: 2_000) {
                let input = bytes.mutated(from: alphabet, using: &generator)
                PropertyListPromises(input).check()
            }
        }
    }

    func testMutatedDocumentsKeepTheirPromises() throws {
        var generator = SeededRandom(seed: 7)
        let alphabet = Array(#"{}[]",:\tfnu0123456789.eE+- "#.utf8) + [0, 0x80, 0xC3, 0xFF, 0x0A]
        try Corpus.forEach("JSONDocuments") { bytes in
            for _ in 0..<rounds(50, underStress: 1_000) {
                DocumentPromises(bytes.mutated(from: alphabet, using: &generator)).check()
            }
        }
    }

    func testMutatedTextsKeepTheirPromises() throws {
        var generator = SeededRandom(seed: 8)
        let alphabet = Array("0123456789-:.TtZz+ abcdefABCDEF".utf8) + [0, 0x80]
        try Corpus.forEach("DateTexts") { bytes in
            for _ in 0..<rounds(200, underStress: 4_000) {
                TextPromises(bytes.mutated(from: alphabet, using: &generator)).check()
            }
        }
    }
}
