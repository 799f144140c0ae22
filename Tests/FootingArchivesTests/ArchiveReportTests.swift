@testable import FootingArchives
import XCTest

final class ArchiveReportTests: XCTestCase {
    func testTheDescriptionHasTheCountsOfACallThatCreatedSomething() {
        var report = ArchiveReport()
        (report.fileCount, report.byteCount) = (1, 2)
        XCTAssertEqual("\(report)", "1 file, 0 folders, 0 links, 2 bytes, 0 issues")

        report = ArchiveReport()
        report.folderCount = 1
        XCTAssertEqual("\(report)", "0 files, 1 folder, 0 links, 0 bytes, 0 issues")
    }

    func testTheDescriptionOfAnOpenArchiveHasOnlyItsIssues() throws {
        let writer = ZipWriter()
        try writer.add("a", contents: Data("a".utf8))
        try writer.finish()
        let data = writer.drain()

        XCTAssertEqual("\(try ZipArchive(data).report)", "0 issues")
        XCTAssertEqual("\(try ZipArchive(Data(count: 9) + data).report)", "1 issue")
    }
}
