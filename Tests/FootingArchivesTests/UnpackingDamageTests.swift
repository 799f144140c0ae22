import FootingArchives
import Foundation
import XCTest

final class UnpackingDamageTests: UnpackingTestCase {
    func testADamagedZipEntryIsAnIssueAndLeavesNothing() throws {
        var damaged = ZipSample.Entry.deflated("bad", Samples.log(300_000))
        damaged.data = damaged.encoded.prefix(9_000) + Data([1]) + damaged.encoded.dropFirst(9_001)
        let wrong = ZipSample.Entry("wrong", "contents").with(\.central, [.checksum: 1])
            .with(\.local, [.checksum: 1])
        let data = ZipSample([damaged, wrong, .init("good", "good")]).data
        let report = try ZipArchive(data).unpack(to: destination)

        XCTAssertEqual(report.issues.map(\.path), ["bad", "wrong"])
        XCTAssertEqual(report.issues.map(\.resolution), [.skippedEntry, .skippedEntry])
        XCTAssertEqual(FileTree.listing(of: destination), ["good": "file 644 good"])
    }

    func testATarArchiveThatEndsEarlyLeavesNoIncompleteFile() throws {
        let archive = try tar()
        for count in stride(from: 1, to: archive.count - 1_024, by: 10_007) {
            try reset()
            let unpacker = try TarUnpacker(to: destination)
            var failure: ArchiveError?
            do throws(ArchiveError) {
                try unpacker.append(archive.prefix(count))
                _ = try unpacker.finish()
            } catch {
                failure = error
            }
            guard let error = failure else { continue }
            XCTAssertEqual(error.code, .truncated)
            let files = FileTree.listing(of: destination)
            XCTAssertEqual(error.report?.fileCount, files.count { $0.value.hasPrefix("file") })
            XCTAssertFalse(files.keys.contains { $0.contains(".footing-") })
            XCTAssertNil(files["folder/b.txt"].flatMap { $0.hasSuffix("b") ? nil : $0 })
            XCTAssertThrowsError(try unpacker.finish())
        }
    }

    func testIssuesOfReadingAndOfUnpackingAreInOneReport() throws {
        let archive =
            Tar.header("z", type: "Z") + Tar.file("../a") + Tar.file("b")
            + Tar.header("c", type: "2")
        let url = try write(archive, "a.tar")
        let codes: [ArchiveError.Code] = [
            .unsupportedKind, .unsafePath, .unsafeLink, .missingEnd,
        ]
        XCTAssertEqual(try Archives.unpack(url, to: destination).issues.map(\.code), codes)
        try reset()
        let unpacker = try TarUnpacker(to: destination)
        try unpacker.append(archive)
        XCTAssertEqual(try unpacker.finish().issues.map(\.code), codes)
    }

    func testLimitsEndTheCallAndKeepTheReport() throws {
        let samples = [Sample("a", "12345"), Sample("b", "12345"), Sample("c", "12345")]
        for url in try archiveFiles(samples) {
            try reset()
            var options = ArchiveOptions.standard
            options.limits.totalBytes = 12
            XCTAssertThrowsError(try Archives.unpack(url, to: destination, options: options)) {
                let error = $0 as? ArchiveError
                XCTAssertEqual(error?.code, .limitExceeded)
                XCTAssertEqual(error?.limit, .totalBytes)
                XCTAssertEqual(error?.path, "c")
                XCTAssertEqual(error?.report?.byteCount, 10)
            }
            XCTAssertEqual(Set(FileTree.listing(of: destination).keys), ["a", "b"])
        }
    }

    func testFoldersThatNoEntryStatesCountTowardsTheLimit() throws {
        for url in try archiveFiles([Sample("1/2/a"), Sample("1/2/3/4/5/b")]) {
            for limit in [2, 3, 4, 5] {
                try reset()
                var options = ArchiveOptions.standard
                options.limits.entries = limit
                var failure: ArchiveError?
                var report: ArchiveReport?
                do throws(ArchiveError) {
                    report = try Archives.unpack(url, to: destination, options: options)
                } catch {
                    (failure, report) = (error, error.report)
                }
                XCTAssertEqual(failure?.limit, limit < 5 ? .entries : nil)
                XCTAssertEqual(failure?.path, limit < 5 ? "1/2/3/4/5/b" : nil)
                XCTAssertEqual(report?.folderCount, limit)
                let files = FileTree.listing(of: destination)
                XCTAssertEqual(files.count { $0.value.hasPrefix("folder 755") }, limit)
                XCTAssertEqual(files.count, limit + (limit < 5 ? 1 : 2))
            }
        }
    }

    func testNothingIsCreatedOfACompressedArchiveWithAWrongChecksum() throws {
        let data = try tar().compressed(as: .gzip)
        for index in [data.count - 8, data.count - 1] {
            try reset()
            var damaged = data
            damaged[index] ^= 1
            let url = try write(damaged, "a.tar.gz")
            XCTAssertThrowsError(try Archives.unpack(url, to: destination)) { error in
                let code = (error as? ArchiveError)?.code
                XCTAssertEqual(code, index == data.count - 1 ? .lengthMismatch : .checksumMismatch)
                XCTAssertEqual((error as? ArchiveError)?.url, url)
            }
            XCTAssertEqual(FileTree.listing(of: destination), [:])
        }
    }

    func testBytesAfterACompressedArchiveAreAnIssue() throws {
        let url = try write(tar().compressed(as: .gzip) + Data("\r\n".utf8), "a.tar.gz")
        let report = try Archives.unpack(url, to: destination)
        XCTAssertEqual(report.issues.map(\.code), [.unclaimedBytes])
        XCTAssertEqual(report.fileCount, 5)
    }
}
