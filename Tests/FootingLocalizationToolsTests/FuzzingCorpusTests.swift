import TestSupport
import XCTest

/// The inputs of the fuzzers, against the promises that they check.
final class FuzzingCorpusTests: XCTestCase {
    func testReportsKeepTheirPromises() throws {
        try Corpus.forEach("TableReports") { bytes in
            try XCTUnwrap(ReportPromises(bytes), "The first byte is no kind.").check()
        }
    }

    func testSourcesKeepTheirPromises() throws {
        try Corpus.forEach("SwiftSources") { SourcePromises($0).check() }
    }

    func testEditsKeepTheirPromises() throws {
        try Corpus.forEach("CatalogEdits") { EditPromises($0).check() }
    }

    func testMutatedSourcesKeepTheirPromises() throws {
        try forEachMutation(of: "SwiftSources") { SourcePromises($0).check() }
    }

    func testMutatedTablesKeepTheirPromises() throws {
        try forEachMutation(of: "CatalogEdits") { EditPromises($0).check() }
    }

    func testMutatedFilesForTranslatorsKeepTheirPromises() throws {
        for (fuzzer, path) in [("XLIFFFiles", "ru.csv"), ("POFiles", "ru.po")] {
            try forEachMutation(of: fuzzer, 3) { TranslationPromises($0, named: path).check() }
        }
    }

    private func forEachMutation(
        of corpus: String,
        _ count: Int = 8,
        _ check: ([UInt8]) -> Void
    ) throws {
        var random = SeededRandom(seed: 32)
        try Corpus.forEach(corpus) { bytes in
            for _ in 0..<rounds(count, underStress: 250 * count) {
                var bytes = bytes
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let index = Int.random(in: 0..<bytes.count, using: &random)
                    if Bool.random(using: &random) {
                        bytes[index] = bytes.randomElement(using: &random) ?? 0
                    } else {
                        bytes.removeSubrange(index..<min(bytes.count, index + 3))
                    }
                    if bytes.isEmpty { bytes = [0x22] }
                }
                check(bytes)
            }
        }
    }

    func testFilesForTranslatorsKeepTheirPromises() throws {
        for (fuzzer, path) in [("XLIFFFiles", "ru.csv"), ("POFiles", "ru.po")] {
            try Corpus.forEach(fuzzer) { TranslationPromises($0, named: path).check() }
        }
    }
}
