import TestSupport
import XCTest

/// The inputs of the fuzzers, and all that they have found, against the promises that they check.
final class FuzzingCorpusTests: XCTestCase {
    func testResponsesKeepTheirPromises() throws {
        try Corpus.forEach("ResponseHeads") { ResponsePromises($0)?.check() }
    }

    func testRecordsKeepTheirPromises() throws {
        try Corpus.forEach("DownloadRecords") { RecordPromises($0).check() }
    }
}
