import TestSupport
import XCTest

/// The inputs of the fuzzers, and all that they have found, against the promises that they check.
final class FuzzingCorpusTests: XCTestCase {
    func testFoldsKeepTheirPromises() throws {
        try Corpus.forEach("FoldedTexts") { FoldPromises($0).check() }
    }

    func testQueriesKeepTheirPromises() throws {
        try Corpus.forEach("SearchQueries") { SearchPromises($0).check() }
    }
}
