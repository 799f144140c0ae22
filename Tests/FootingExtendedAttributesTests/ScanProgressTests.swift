import FootingExtendedAttributes
import Foundation
import XCTest

final class ScanProgressTests: XCTestCase {
    func testProgressIsIndeterminateUntilTheEndAndThenComplete() throws {
        let folder = try makeTree(["plain0"])
        for number in 1..<600 {
            XCTAssertEqual(unsafe link(folder.path + "/plain0", folder.path + "/plain\(number)"), 0)
        }
        let progress = Progress(totalUnitCount: 7)
        var seen: Int64 = 0
        var told: [Int64] = []
        for _ in ExtendedAttributes.scan(folder, for: mark, progress: progress) {
            XCTAssertTrue(progress.isIndeterminate)
            XCTAssertFalse(progress.isFinished)
            XCTAssertLessThanOrEqual(progress.completedUnitCount, seen)
            seen += 1
            told.append(progress.completedUnitCount)
        }

        XCTAssertEqual(seen, 601)
        XCTAssertEqual(told, told.sorted())
        XCTAssertGreaterThanOrEqual(Set(told).count, 3, "It is told more than once on the way.")
        XCTAssertEqual(progress.completedUnitCount, 601)
        XCTAssertEqual(progress.totalUnitCount, 601)
        XCTAssertTrue(progress.isFinished)
        XCTAssertEqual(progress.fractionCompleted, 1)
    }

    func testExcludedEntriesAreNotCounted() throws {
        let folder = try makeTree(["a/", "a/b", "c"])
        let progress = Progress(totalUnitCount: 0)
        let scan = ExtendedAttributes.scan(folder, for: mark, progress: progress) {
            $0.kind == .file
        }
        XCTAssertEqual(scan.map(\.depth), [0, 1])
        XCTAssertEqual(progress.totalUnitCount, 2)
    }

    func testCancelledProgressEndsTheScan() throws {
        let folder = try makeTree((0..<20).map { "\($0)" })
        let progress = Progress(totalUnitCount: 0)
        var iterator = ExtendedAttributes.scan(folder, for: mark, progress: progress).makeIterator()
        for _ in 0..<5 { XCTAssertNotNil(iterator.next()) }

        progress.cancel()

        XCTAssertNil(iterator.next())
        XCTAssertNil(iterator.next())
        XCTAssertEqual(progress.completedUnitCount, 5)
        XCTAssertFalse(progress.isFinished)
        XCTAssertEqual(
            ExtendedAttributes.scan(folder, for: mark, progress: progress).map(\.depth),
            []
        )
    }

    func testCancellingStopsAScanThatExcludesAll() throws {
        let folder = try makeTree((0..<20).map { "\($0)" })
        let progress = Progress(totalUnitCount: 0)
        let scan = ExtendedAttributes.scan(folder, for: mark, progress: progress) { entry in
            XCTAssertFalse(progress.isCancelled, "It has gone on.")
            progress.cancel()
            return false
        }
        XCTAssertEqual(scan.map(\.depth), [0])
    }

    func testEachIterationCountsAnew() throws {
        let folder = try makeTree(["a"])
        let progress = Progress(totalUnitCount: 0)
        let scan = ExtendedAttributes.scan(folder, for: mark, progress: progress)
        for _ in 0..<2 {
            XCTAssertEqual(scan.map(\.depth), [0, 1])
            XCTAssertEqual(progress.completedUnitCount, 2)
            XCTAssertEqual(progress.totalUnitCount, 2)
        }
        var iterator = scan.makeIterator()
        XCTAssertNotNil(iterator.next())
        XCTAssertTrue(progress.isIndeterminate)
        XCTAssertEqual(progress.completedUnitCount, 0)
    }

    func testEndIsToldOnce() throws {
        let folder = try makeTree()
        let progress = Progress(totalUnitCount: 0)
        var iterator = ExtendedAttributes.scan(folder, for: mark, progress: progress).makeIterator()
        XCTAssertNotNil(iterator.next())
        XCTAssertNil(iterator.next())
        progress.totalUnitCount = 9

        XCTAssertNil(iterator.next())

        XCTAssertEqual(progress.totalUnitCount, 9, "The progress is no longer the scan's.")
    }
}
