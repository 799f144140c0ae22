import XCTest

/// The inputs of the fuzzers, against the promises that they check.
final class FuzzingCorpusTests: XCTestCase {
    func testReportsKeepTheirPromises() throws {
        try Corpus.forEach("TableReports") { bytes in
            try XCTUnwrap(ReportPromises(bytes), "The first byte is no kind.").check()
        }
    }
}
