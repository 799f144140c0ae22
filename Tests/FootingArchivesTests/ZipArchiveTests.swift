import FootingArchives
import Foundation
import TestSupport
import XCTest

final class ZipArchiveTests: XCTestCase {
    private static let log = Samples.log(300_000)
    private static let sample = ZipSample([
        .init("a.txt", "alpha"), .deflated("folder/b.txt", log), .init("folder/"),
    ])
    private static let data = sample.data

    func testEntriesAndContentsAreReadFromMemoryAndFiles() throws {
        let file = try TemporaryFolder(self).write(Self.data, to: "a.zip")
        let handle = try FileHandle(forReadingFrom: file)
        try handle.seek(toOffset: 7)
        let archives = try [
            ZipArchive(Self.data), ZipArchive(Data([0]) + Self.data),
            ZipArchive((Data([1, 2, 3]) + Self.data).dropFirst(3)),
            ZipArchive(contentsOf: file), ZipArchive(fileDescriptor: handle.fileDescriptor),
        ]
        XCTAssertEqual(try handle.offset(), 7)
        try handle.close()
        for archive in archives {
            XCTAssertEqual(archive.entries.map(\.path), ["a.txt", "folder/b.txt", "folder"])
            XCTAssertEqual(archive.entries.map(\.kind), [.file, .file, .folder])
            XCTAssertEqual(archive.entries.map(\.size), [5, 300_000, 0])
            XCTAssertEqual(archive.entries.count, 3)
            XCTAssertEqual(try archive.contents(at: "a.txt"), Data("alpha".utf8))
            XCTAssertEqual(try archive.contents(at: "folder//b.txt"), Self.log)
            XCTAssertEqual(try archive.contents(at: "folder"), Data())
            XCTAssertNil(try archive.contents(at: "A.txt"))
            XCTAssertNil(archive["folder/b"])
            let entry = try XCTUnwrap(archive["folder/b.txt"])
            let reader = try archive.reader(of: entry)
            var pieces: [Data] = []
            while let piece = try reader.next() { pieces.append(piece) }
            XCTAssertEqual(pieces.map(\.count), [65_536, 65_536, 65_536, 65_536, 37_856])
            XCTAssertTrue(pieces.reduce(Data(), +) == Self.log)
            try reader.finish()
            XCTAssertNil(try reader.next())
        }
    }

    func testAnEmptyArchiveHasNoEntries() throws {
        let archive = try ZipArchive(ZipSample().data, options: .untrusted)
        XCTAssertTrue(archive.entries.isEmpty)
        XCTAssertNil(archive.comment)
        XCTAssertNil(archive["a"])
        XCTAssertTrue(archive.report.isClean)
    }

    func testTheCommentIsKeptAsBytes() throws {
        let data = Self.sample.with(\.comment, Data([0xFF, 0x00, 0x41])).data
        XCTAssertEqual(try ZipArchive(data).comment, Data([0xFF, 0x00, 0x41]))
        XCTAssertEqual(try ZipArchive(data).comment?.startIndex, 0)
        let longest = Data(repeating: 0x50, count: 65_535)
        XCTAssertEqual(try ZipArchive(Self.sample.with(\.comment, longest).data).comment, longest)
    }

    func testEntriesOfAnotherArchiveAreRefused() throws {
        let (one, other) = try (ZipArchive(Self.data), ZipArchive(Self.data))
        for entry in [other.entries[0], ArchiveEntry("a.txt")] {
            XCTAssertThrowsError(try one.contents(of: entry)) { error in
                XCTAssertEqual((error as? ArchiveError)?.code, .notFound)
                XCTAssertEqual((error as? ArchiveError)?.path, "a.txt")
            }
        }
    }

    func testErrorsNameTheFileTheEntryAndTheByte() throws {
        let bad = ZipSample([
            .init("a\n.txt", "alpha").with(\.central, [.checksum: 1]).with(
                \.local,
                [.checksum: 1]
            )
        ])
        let file = try TemporaryFolder(self).write(bad.data, to: "bad.zip")
        let archive = try ZipArchive(contentsOf: file)
        for read in [
            { _ = try archive.contents(of: archive.entries[0]) },
            {
                let reader = try archive.reader(of: archive.entries[0])
                while try reader.next() != nil {}
            },
        ] {
            XCTAssertThrowsError(try read()) { error in
                let error = error as? ArchiveError
                XCTAssertEqual(error?.code, .checksumMismatch)
                XCTAssertEqual(error?.url, file)
                XCTAssertEqual(error?.offset, 40)
                XCTAssertEqual(
                    error?.description,
                    "\(file.path): “a\\012.txt”: byte 40: the CRC-32 does not match the contents; "
                        + "fetch the data again"
                )
            }
        }
    }

    func testFilesThatCannotBeOpenedAreErrorsOfTheSystem() throws {
        let folder = try TemporaryFolder(self)
        let pipe = Pipe()
        let fifo = folder.url.appending(path: "fifo").path
        unsafe XCTAssertEqual(mkfifo(fifo, 0o600), 0)
        let none = folder.url.appending(path: "none.zip")
        let rows: [(String, () throws -> ZipArchive, ArchiveError.Code)] = [
            ("missing", { try ZipArchive(contentsOf: none) }, .noSuchFile),
            (
                "below a file",
                {
                    try ZipArchive(contentsOf: folder.write("", to: "f").appending(path: "x"))
                }, .noSuchFile
            ),
            (
                "a web page",
                {
                    try ZipArchive(contentsOf: XCTUnwrap(URL(string: "https://a.example/a.zip")))
                }, .invalidPath
            ),
            (
                "another machine",
                {
                    try ZipArchive(contentsOf: XCTUnwrap(URL(string: "file://host/a.zip")))
                }, .invalidPath
            ),
            ("a folder", { try ZipArchive(contentsOf: folder.url) }, .system),
            (
                "a pipe",
                {
                    try ZipArchive(fileDescriptor: pipe.fileHandleForReading.fileDescriptor)
                }, .notSeekable
            ),
            ("a named pipe", { try ZipArchive(contentsOf: URL(filePath: fifo)) }, .notSeekable),
            ("a closed file", { try ZipArchive(fileDescriptor: 987) }, .system),
        ]
        for (name, open, code) in rows {
            XCTAssertThrowsError(try open(), name) { error in
                XCTAssertEqual((error as? ArchiveError)?.code, code, "\(name): \(error)")
            }
        }
    }

    func testAFileThatBecameShorterIsTruncated() throws {
        let file = try TemporaryFolder(self).write(Self.data, to: "a.zip")
        let archive = try ZipArchive(contentsOf: file)
        unsafe XCTAssertEqual(truncate(file.path, 20), 0)
        XCTAssertThrowsError(try archive.contents(at: "a.txt")) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .truncated)
            XCTAssertEqual((error as? ArchiveError)?.offset, 20)
        }
    }

    func testThreadsReadTheSameArchive() throws {
        let file = try TemporaryFolder(self).write(Self.data, to: "a.zip")
        let archive = try ZipArchive(contentsOf: file)
        let expected = Self.log
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            XCTAssertTrue((try? archive.contents(at: "folder/b.txt")) == expected)
            XCTAssertEqual(try? archive.contents(at: "a.txt")?.count, 5)
        }
    }

    func testEveryPrefixOfAnArchiveIsAnErrorOrAnIssue() throws {
        let data = ZipSample([.init("a.txt", "alpha"), .init("b", "beta")]).data
        for count in 0..<data.count {
            let (codes, _, error) = ZipArchive.outcome(data.prefix(count), .untrusted)
            XCTAssertEqual(error, count < 4 ? .notAnArchive : .truncated, "\(count) \(codes)")
        }
    }

    func testChangesOfSingleBytesNeverTrap() throws {
        let data = ZipSample([
            .deflated("a.txt", Samples.log(200)), .init("b", "beta").with(\.flags, 8),
        ]).with(\.isLarge, true).with(\.comment, Data("PK".utf8)).data
        let values: [UInt8] = isUnderStress ? Array(0...255) : [0, 1, 8, 0x7F, 0x80, 0xFF]
        for index in data.indices {
            for value in values {
                var changed = data
                changed[index] = value
                _ = ZipArchive.outcome(changed)
                _ = ZipArchive.outcome(changed, .untrusted)
            }
        }
    }

    // MARK: Limits

    func testLimitsOfEntriesAreEnforcedOnTheContents() throws {
        let zeros = Data(count: 3 << 19)
        let data = ZipSample([.deflated("zeros", zeros)]).data
        func code(_ change: (inout ArchiveOptions.Limits) -> Void) -> ArchiveOptions.Limit? {
            var options = ArchiveOptions.standard
            change(&options.limits)
            do {
                let archive = try ZipArchive(data, options: options)
                let whole = try archive.contents(of: archive.entries[0])
                XCTAssertEqual(whole.count, zeros.count)
                return nil
            } catch {
                return error.limit
            }
        }
        XCTAssertNil(code { $0.memoryBytes = zeros.count })
        XCTAssertEqual(code { $0.memoryBytes = zeros.count - 1 }, .memoryBytes)
        XCTAssertEqual(code { $0.entryBytes = zeros.count - 1 }, .entryBytes)
        XCTAssertEqual(code { $0.ratio = 200 }, .ratio)
        XCTAssertNil(code { $0.ratio = 2_000 })
        XCTAssertEqual(code { $0.entries = 0 }, .entries)
        XCTAssertEqual(code { $0.directoryBytes = 50 }, .directoryBytes)
        XCTAssertNil(code { $0.directoryBytes = 51 })
    }

    func testMemoryIsNotUsedForSizesThatAreOnlyStated() throws {
        let entry = ZipSample.Entry.deflated("bomb", Data(count: 100))
            .with(\.central, [.size: 0xFFFF_FFFE]).with(\.local, [.size: 0xFFFF_FFFE])
        var options = ArchiveOptions.standard
        options.limits.memoryBytes = .max
        let outcome = ZipArchive.outcome(ZipSample([entry]).data, options)
        XCTAssertEqual(outcome.contents, ["bomb": "lengthMismatch"])
    }

    func testAReaderOfAnEntryStopsAtItsLimit() throws {
        var options = ArchiveOptions.standard
        options.limits.entryBytes = 100_000
        let archive = try ZipArchive(Self.data, options: options)
        let reader = try archive.reader(of: archive.entries[1])
        var count = 0
        XCTAssertThrowsError(try { while let piece = try reader.next() { count += piece.count } }())
        {
            XCTAssertEqual(($0 as? ArchiveError)?.limit, .entryBytes)
        }
        XCTAssertEqual(count, 100_000)
        XCTAssertThrowsError(try reader.next())
    }

    // MARK: Many entries

    func testEntriesAreFoundByPathAmongMany() throws {
        var sample = ZipSample()
        for index in 0..<3_000 { sample.entries.append(.init("folder/\(index)", "\(index)")) }
        let archive = try ZipArchive(sample.data, options: .untrusted)
        for index in 0..<3_000 {
            XCTAssertEqual(
                try archive.contents(at: ArchivePath("folder/\(index)")),
                Data("\(index)".utf8)
            )
        }
        XCTAssertNil(archive["folder/3000"])
        var sum = 0
        for entry in archive.entries.reversed() { sum += entry.size }
        XCTAssertEqual(sum, 10 + 180 + 2_700 + 8_000)
    }

    func testManyIssuesAreCountedAndFewListed() throws {
        var sample = ZipSample()
        for _ in 0..<500 { sample.entries.append(.init("same", "x")) }
        let report = try ZipArchive(sample.data).report
        XCTAssertEqual(report.issueCount, 499)
        XCTAssertEqual(report.issues.count, 100)
        XCTAssertEqual(report.omittedIssueCount, 399)
        XCTAssertThrowsError(try report.requireClean()) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .notClean)
            XCTAssertEqual((error as? ArchiveError)?.report, report)
        }
    }
}
