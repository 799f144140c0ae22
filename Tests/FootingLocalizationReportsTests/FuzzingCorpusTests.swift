import XCTest

/// What the fuzzers start from, against the very promises they check.
final class FuzzingCorpusTests: XCTestCase {
    func testReportsKeepTheirPromises() throws {
        try Corpus.forEach("TableReports") { bytes in
            try XCTUnwrap(ReportPromises(bytes), "The first byte is no kind.").check()
        }
    }
}
