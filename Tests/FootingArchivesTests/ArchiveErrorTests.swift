@testable import FootingArchives
import FootingFiles
import Foundation
import TestSupport
import XCTest

final class ArchiveErrorTests: XCTestCase {
    // The errors are made here, since most of them can't be provoked in a test.
    func testEachErrorOfTheSystemHasACodeAndItsNumber() {
        let rows: [(Int32, ArchiveError.Code)] = [
            (EACCES, .accessDenied), (EPERM, .notPermitted), (EROFS, .readOnlyFileSystem),
            (ENOSPC, .noSpace), (EDQUOT, .quotaExceeded), (EFBIG, .fileTooLarge),
            (ENOENT, .noSuchFile), (ENOTDIR, .noSuchFile), (EIO, .system), (EMFILE, .system),
            (ENAMETOOLONG, .system),
        ]
        for (number, code) in rows {
            let error = ArchiveError(ErrorNumber(number)).located(in: nil, "a/b")
            XCTAssertEqual(error.code, code, "\(number)")
            XCTAssertEqual(error.errno, number)
            XCTAssertEqual(error.path, "a/b")
            XCTAssertTrue("\(error)".hasPrefix("“a/b”: "), "\(error)")
            let remedy = code.remedy.map { "; \($0)" } ?? ""
            XCTAssertTrue("\(error)".hasSuffix("(error \(number))\(remedy)"), "\(error)")
            XCTAssertEqual(error.localizedDescription, "\(error)")
        }
    }

    func testEachCodeIsOnThePageWithItsRemedy() throws {
        let codes: [ArchiveError.Code] = [
            .notAnArchive, .truncated, .malformed, .checksumMismatch, .lengthMismatch,
            .headersDisagree, .ambiguous, .overlapping, .duplicatePath, .unclaimedBytes,
            .missingEnd, .unsupportedMethod, .encrypted, .unsupportedFeature, .unsupportedKind,
            .notSeekable, .limitExceeded, .unsafePath, .unsafeLink, .blockedPath, .collidingPaths,
            .alreadyExists, .notFound, .invalidEntry, .contentsChanged, .noSpace, .quotaExceeded,
            .fileTooLarge, .accessDenied, .notPermitted, .readOnlyFileSystem, .invalidPath,
            .noSuchFile, .system, .cancelled, .notClean,
        ]
        let (meanings, remedies) = try tables()
        let names = codes.map { "\($0)" }.sorted()
        XCTAssertEqual(meanings.keys.sorted(), names)
        XCTAssertEqual(remedies.keys.sorted(), names)
        for code in codes { XCTAssertEqual(code.remedy ?? "none", remedies["\(code)"]) }
        let without = codes.filter { $0.remedy == nil }
        XCTAssertEqual(without, [.system, .cancelled, .notClean])
        for code in codes {
            let error = ArchiveError(code, path: "a", "the cause")
            let remedy = code.remedy.map { "; \($0)" } ?? ""
            XCTAssertEqual("\(error)", "“a”: the cause\(remedy)")
            XCTAssertEqual("\(ArchiveIssue(error, "a"))", "“a”: the cause")
        }
    }

    /// Returns the last cells of the rows of the first two tables of the page, by code.
    private func tables() throws -> (meanings: [String: String], remedies: [String: String]) {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardized
        let page = root.appending(
            path: "Sources/FootingArchives/FootingArchives.docc/CodesTable.md"
        )
        var tables: [[String: String]] = []
        for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
            let cells = line.split(separator: " | ")
            if line.hasPrefix("| --- ") { tables.append([:]) }
            guard line.hasPrefix("| `"), let last = cells.last?.dropLast(2) else { continue }
            for code in cells[0].matches(of: /`(\w+)`/) {
                let old = tables[tables.count - 1].updateValue("\(last)", forKey: "\(code.1)")
                XCTAssertNil(old, "\(code.1) is there twice")
            }
        }
        XCTAssertEqual(tables.count, 3)
        return (tables[0], tables[1])
    }

    func testAMissingArchiveDiffersFromAMissingFolderForTheFiles() throws {
        let folder = try TemporaryFolder(self)
        let none = folder.url.appending(path: "none.zip")
        let missing = folder.url.appending(path: "no/out")
        let writer = ZipWriter()
        try writer.finish()
        let archive = try folder.write(writer.drain(), to: "a.zip")

        let cause = "No such file or directory (error 2)"
        XCTAssertThrowsError(try Archives.unpack(none, to: folder.url)) { error in
            XCTAssertEqual("\(error)", "\(none.path): \(cause); check the path")
        }
        let created =
            "\(missing.path): \(cause); create the folder above it first, or check the path"
        XCTAssertThrowsError(try Archives.unpack(archive, to: missing)) { error in
            XCTAssertEqual("\(error)", created)
        }
        XCTAssertThrowsError(try Archives.compress(archive, to: missing, as: .gzip)) { error in
            XCTAssertEqual("\(error)", created)
        }
    }

    func testErrorsOfIssuesHaveRemediesAndTheirReportsHaveNone() throws {
        let data = ZipSample([ZipSample.Entry("../a")]).data
        let folder = try TemporaryFolder(self)
        let sentence = "“../a”: the path is not safe"
        let report = try ZipArchive(data).unpack(to: folder.url)
        XCTAssertEqual(report.issues.map(\.description), [sentence])
        XCTAssertThrowsError(try report.requireClean()) { error in
            XCTAssertEqual("\(error)", "1 issue; \(sentence)")
        }
        let untrusted = try ZipArchive(data, options: .untrusted)
        XCTAssertThrowsError(try untrusted.unpack(to: folder.url)) { error in
            let remedy = ArchiveError.Code.unsafePath.remedy ?? ""
            XCTAssertEqual("\(error)", "\(sentence); \(remedy)")
        }
    }
}
