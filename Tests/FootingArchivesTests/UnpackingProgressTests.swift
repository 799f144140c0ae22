import FootingArchives
import Foundation
import XCTest

final class UnpackingProgressTests: UnpackingTestCase {
    func testProgressIsReportedAndCancels() throws {
        let samples = [
            Sample("a", "a"), Sample("b", String(repeating: "\u{1F600}", count: 100_000)),
        ]
        for url in try archiveFiles(samples) {
            try reset()
            let count = try Data(contentsOf: url).count
            // A compressed tar archive is read twice.
            let size = url.pathExtension == "gz" ? 2 * count : count
            var seen: [Int] = []
            _ = try Archives.unpack(url, to: destination) { progress in
                XCTAssertEqual(progress.totalBytes, size)
                seen.append(progress.bytes)
            }
            XCTAssertEqual(seen.last, size, url.lastPathComponent)
            XCTAssertEqual(seen, seen.sorted())
            XCTAssertLessThanOrEqual(seen.count, size / 65_536 + 1)

            guard url.pathExtension == "tar" else { continue }
            try reset()
            XCTAssertThrowsError(
                try Archives.unpack(url, to: destination) { $0.isCancelled = true }
            ) { error in
                XCTAssertEqual((error as? ArchiveError)?.code, .cancelled)
            }
            XCTAssertNil(FileTree.listing(of: destination)["b"])
        }
    }

    func testProgressIsReportedAndCancelsWhileContentsAreSkipped() throws {
        let writer = TarWriter(as: .gzip)
        try writer.add("a", contents: Samples.noise(18 << 16))
        try writer.finish()
        let url = try write(writer.drain(), "a.tar.gz")
        var seen: [Int] = []
        _ = try Archives.unpack(url, to: destination) {
            seen.append($0.bytes)
        } renaming: { _ in
            nil
        }
        XCTAssertGreaterThan(seen.count, 16)
        XCTAssertThrowsError(
            try Archives.unpack(url, to: destination) { progress in
                seen = [progress.bytes]
                progress.isCancelled = true
            } renaming: { _ in
                nil
            }
        ) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .cancelled)
        }
        XCTAssertLessThanOrEqual(seen[0], 2 * 65_536)
    }

    func testTheAsynchronousFormUnpacksAndIsCancelledWithItsTask() async throws {
        let url = try write(tar(), "a.tar")
        let destination = destination
        let report = try await Archives.unpack(url, to: destination)
        XCTAssertEqual(report.fileCount, 5)

        let other = folder.appending(path: "other")
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await Archives.unpack(url, to: other)
        }
        do {
            _ = try await task.value
            XCTFail("it was not cancelled")
        } catch {
            XCTAssertEqual((error as? ArchiveError)?.code, .cancelled)
        }
        let archive = try ZipArchive(zip())
        let third = folder.appending(path: "third")
        let zipReport = try await archive.unpack(to: third, renaming: { $0.path.dropFirst() })
        XCTAssertEqual(zipReport.fileCount, 2)
    }

    func testACancelledTaskAsksForNoPath() async throws {
        for url in try archiveFiles() {
            let destination = destination
            let task = Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                return try await Archives.unpack(url, to: destination) { _ in
                } renaming: { entry in
                    XCTFail("it goes on with \(entry.path)")
                    return entry.path
                }
            }
            do {
                _ = try await task.value
                XCTFail("it was not cancelled")
            } catch {
                XCTAssertEqual((error as? ArchiveError)?.code, .cancelled)
            }
        }
    }

    @MainActor
    func testTheAsynchronousFormBlocksNoActor() async throws {
        let url = try write(tar(), "a.tar")
        let report = try await Archives.unpack(url, to: destination) { _ in
            XCTAssertFalse(Thread.isMainThread)
        } renaming: { entry in
            XCTAssertFalse(Thread.isMainThread)
            return entry.path
        }
        XCTAssertEqual(report.fileCount, 5)
    }
}
