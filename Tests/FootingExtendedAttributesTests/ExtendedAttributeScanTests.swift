import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

final class ExtendedAttributeScanTests: XCTestCase {
    func testEveryFileIsAnEntryWithItsKindDepthAndValue() throws {
        let folder = try makeTree(["a", "plain", "b/", "b/c", "b/plain-d/", "b/plain-d/e"])

        XCTAssertEqual(
            ExtendedAttributes.scan(folder, for: mark).lines(below: folder),
            [
                " folder 0 -",
                "/a file 1 “a”",
                "/b folder 1 “b/”",
                "/b/c file 2 “b/c”",
                "/b/plain-d folder 2 -",
                "/b/plain-d/e file 3 “b/plain-d/e”",
                "/plain file 1 -",
            ]
        )
    }

    func testFolderComesBeforeItsContent() throws {
        let folder = try makeTree(["a/", "a/b/", "a/b/c", "d/", "d/e"])
        var seen = Set<String>()
        for entry in ExtendedAttributes.scan(folder, for: mark) {
            let parent = try XCTUnwrap(entry.url).deletingLastPathComponent().path
            XCTAssertTrue(entry.depth == 0 || seen.contains(parent), entry.path)
            XCTAssertTrue(seen.insert(entry.path).inserted, "\(entry.path) twice")
        }
        XCTAssertEqual(seen.count, 6)
    }

    func testEmptyValueIsNotAMissingOne() throws {
        let folder = try makeTree(["empty", "plain"])
        try folder.appending(path: "empty").extendedAttributes.set([], for: mark.name)

        let lines = ExtendedAttributes.scan(folder, for: mark).lines(below: folder)

        XCTAssertEqual(lines, [" folder 0 -", "/empty file 1 “”", "/plain file 1 -"])
    }

    func testScanLooksAnewEachTime() throws {
        let folder = try makeTree(["a"])
        let scan = ExtendedAttributes.scan(folder, for: mark)
        XCTAssertEqual(scan.lines(below: folder), [" folder 0 -", "/a file 1 “a”"])

        try Data().write(to: folder.appending(path: "b"))
        try folder.extendedAttributes.set("new".utf8, for: mark.name)

        XCTAssertEqual(
            scan.lines(below: folder),
            [" folder 0 “new”", "/a file 1 “a”", "/b file 1 -"]
        )
    }

    func testScanIsLazy() throws {
        let folder = try makeTree(["a/", "a/b"])
        var iterator = ExtendedAttributes.scan(folder, for: mark).makeIterator()
        XCTAssertEqual(iterator.next()?.depth, 0)
        // The scan has not opened the folder yet.
        try FileManager.default.removeItem(at: folder.appending(path: "a"))
        try Data().write(to: folder.appending(path: "later"))

        XCTAssertEqual(iterator.next()?.path, folder.path + "/later")
        XCTAssertNil(iterator.next())
        XCTAssertNil(iterator.next(), "The end stays the end.")
    }

    func testCopiesOfAnIteratorShareOneWalk() throws {
        let folder = try makeTree(["a"])
        var one = ExtendedAttributes.scan(folder, for: mark).makeIterator()
        var other = one
        XCTAssertEqual(one.next()?.depth, 0)
        XCTAssertEqual(other.next()?.depth, 1)
        XCTAssertNil(one.next())
    }

    func testScanIsIteratedByManyThreads() throws {
        let folder = try makeTree(["a/", "a/b", "c"])
        let scan = ExtendedAttributes.scan(folder, for: mark)
        let expected = scan.lines(below: folder)

        DispatchQueue.concurrentPerform(iterations: rounds(8, underStress: 64)) { _ in
            for _ in 0..<20 { XCTAssertEqual(scan.lines(below: folder), expected) }
        }
    }

    func testDepthIsLimited() throws {
        let folder = try makeTree(["a/", "a/b/", "a/b/c/", "a/b/c/d"])
        for (maxDepth, count) in [(-1, 1), (Int.min, 1), (0, 1), (1, 2), (3, 4), (.max, 5)] {
            let scan = ExtendedAttributes.scan(folder, for: mark, maxDepth: maxDepth)
            XCTAssertEqual(scan.map(\.depth).count, count, "\(maxDepth)")
        }
    }

    func testExcludedFoldersAreNotEnteredAndTheBeginningIsNotAskedAbout() throws {
        let folder = try makeTree(["a/", "a/b", "plain-c/", "plain-c/d", "plain-e"])

        let scan = ExtendedAttributes.scan(folder, for: mark) { entry in
            XCTAssertGreaterThan(entry.depth, 0)
            return (try? entry.value) != nil
        }

        XCTAssertEqual(
            scan.lines(below: folder),
            [" folder 0 -", "/a folder 1 “a/”", "/a/b file 2 “a/b”"]
        )
    }

    func testUndecodableValueIsTheErrorOfItsEntry() throws {
        let folder = try makeTree(["a", "b"])
        try folder.appending(path: "b").extendedAttributes.set([0xFF], for: mark.name)

        let entries = Array(ExtendedAttributes.scan(folder, for: mark))

        let entry = try XCTUnwrap(entries.first { $0.path.hasSuffix("/b") })
        let error = assertFailure(.undecodableValue, try entry.value)
        XCTAssertEqual(error?.operation, .read)
        XCTAssertEqual(error?.name, mark.name)
        XCTAssertEqual(error?.path, folder.path + "/b")
        XCTAssertTrue(error?.description.contains("not UTF-8 text") ?? false)
        XCTAssertEqual(try entry.attributes.data(for: mark.name), Data([0xFF]))
        XCTAssertEqual(entries.map(\.outcome).sorted(), ["-", "read undecodableValue", "“a”"])
    }

    func testValuesOfAnySizeAreWhole() throws {
        let folder = try makeFileForLargeValues().deletingLastPathComponent()
        for size in [0, 1, 4_096, 4_097, 8_192, 8_193, 65_536] {
            let file = folder.appending(path: "\(size)")
            try Data().write(to: file)
            try file.extendedAttributes.set([UInt8](repeating: 97, count: size), for: mark.name)
        }

        for entry in ExtendedAttributes.scan(folder, for: mark) {
            guard let value = try entry.value else { continue }
            XCTAssertEqual(value, String(repeating: "a", count: value.utf8.count))
            XCTAssertEqual(entry.path, folder.path + "/\(value.utf8.count)")
        }
    }

    func testEntriesAreChangedThroughTheirAttributes() throws {
        let folder = try makeTree(["a", "b/", "b/c"])

        for entry in ExtendedAttributes.scan(folder, for: mark) where try entry.value != nil {
            try entry.attributes.remove(mark.name)
        }

        XCTAssertEqual(
            ExtendedAttributes.scan(folder, for: mark).map(\.outcome),
            ["-", "-", "-", "-"]
        )
    }

    func testBytesAreReadAsWellAsText() throws {
        let folder = try makeTree(["a"])
        let bytes = ExtendedAttributeKey<Data>(mark.name)

        let values = try ExtendedAttributes.scan(folder, for: bytes).map { try $0.value }

        XCTAssertEqual(values, [nil, Data("a".utf8)])
    }

    func testWideFolderIsFoundWhole() throws {
        let folder = try makeTree()
        let count = rounds(2_500, underStress: 20_000)
        let plain = folder.path + "/0"
        try Data().write(to: URL(filePath: plain))
        // Hard links, because thousands of new files take long on a disk.
        for number in 1..<count where number != 777 {
            let made = unsafe link(plain, folder.path + "/\(number)")
            guard made == 0 else { return XCTFail("\(number): \(errno)") }
        }
        try Data().write(to: URL(filePath: folder.path + "/777"))
        try ExtendedAttributes(atPath: folder.path + "/777").set("here".utf8, for: mark.name)

        let entries = Array(ExtendedAttributes.scan(folder, for: mark))

        XCTAssertEqual(Set(entries.map(\.path)).count, count + 1)
        XCTAssertEqual(entries.filter { $0.outcome != "-" }.map(\.path), [folder.path + "/777"])
    }

    func testDeepTreeNeedsOneDescriptor() throws {
        let folder = try makeTree()
        let names = (1...500).map { _ in "d" }
        try FileManager.default.createDirectory(
            at: folder.appending(path: names.joined(separator: "/")),
            withIntermediateDirectories: true
        )
        let before = try openDescriptors(in: folder)
        var depths: [Int] = []
        var most = 0
        for entry in ExtendedAttributes.scan(folder, for: mark) {
            depths.append(entry.depth)
            if entry.depth % 50 == 0 { most = max(most, try openDescriptors(in: folder)) }
        }

        XCTAssertEqual(depths, Array(0...500))
        XCTAssertEqual(most, before + 1)
        XCTAssertEqual(try openDescriptors(in: folder), before)
    }

    func testEarlyEndClosesTheFolder() throws {
        let folder = try makeTree(["a", "b", "c/", "c/d"])
        let scan = ExtendedAttributes.scan(folder, for: mark)
        let before = try openDescriptors(in: folder)

        for entry in scan where entry.depth == 1 {
            XCTAssertEqual(try openDescriptors(in: folder), before + 1)
            break
        }
        XCTAssertEqual(try openDescriptors(in: folder), before)
        XCTAssertNotNil(scan.first { $0.path.hasSuffix("c") })
        XCTAssertEqual(try openDescriptors(in: folder), before)
    }

    func testResultsArePassedToOtherThreads() throws {
        func take<T: Sendable>(_ value: T) -> T { value }
        let folder = try makeTree(["a"])
        XCTAssertEqual(take(ExtendedAttributes.scan(folder, for: mark)).map { take($0) }.count, 2)
    }
}
