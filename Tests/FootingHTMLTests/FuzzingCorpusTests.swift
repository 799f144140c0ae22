import TestSupport
import XCTest

/// The inputs of the fuzzers, and all that they have found, against the promises that they check.
final class FuzzingCorpusTests: XCTestCase {
    func testDocumentsKeepTheirPromises() throws {
        try Corpus.forEach("HTMLDocuments") { HTMLDocumentPromises($0).check() }
    }

    func testSelectorsKeepTheirPromises() throws {
        try Corpus.forEach("HTMLSelectors") { HTMLSelectorPromises($0).check() }
    }

    func testTokensKeepTheirPromises() throws {
        try Corpus.forEach("HTMLTokens") { HTMLTokenPromises($0).check() }
    }

    func testSanitizedFragmentsKeepTheirPromises() throws {
        try Corpus.forEach("HTMLSanitizers") { HTMLSanitizerPromises($0).check() }
    }
}
