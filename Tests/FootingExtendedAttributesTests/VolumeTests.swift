import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

/// File systems, each on a volume of its own that only a privileged process can mount.
final class VolumeTests: XCTestCase {
    func testVolumeWithoutAttributesIsUnsupportedThoughItsListIsEmpty() throws {
        try onVolume(.ramfs) { file in
            XCTAssertEqual(try file.extendedAttributes.names(), [])
            XCTAssertFalse(try file.extendedAttributes.isSupportedByVolume)
            let refused = Answer.refused(.unsupported, EOPNOTSUPP)
            for (kind, attributes) in try ways(to: file) {
                assertAnswers(kind, of: attributes, at: file.path, [(.ofOneName, refused)])
            }
            let error = assertFailure(
                .unsupported,
                try file.extendedAttributes.set([1], for: "user.a")
            )
            XCTAssertTrue(error?.description.contains("use another volume") ?? false)
        }
    }

    func testTmpfsReturnsStoredValues() throws {
        try onVolume(.tmpfs) { file in
            try assertGivesBackWhatItTakes(file.extendedAttributes)
            try assertTakesTheLargestValueOfTheSystem(file.extendedAttributes)
            try assertListOverTheLimitIsRefused(file)
        }
    }

    func testTmpfsWithoutRoomKeepsTheOldValue() throws {
        var volume = Volume.tmpfs
        volume.options = "nr_inodes=20"
        try onVolume(volume) { file in
            let attributes = file.extendedAttributes
            try attributes.set("old".utf8, for: "user.value")
            var stored = 0
            func fill() throws(ExtendedAttributeError) {
                for number in 0..<10_000 {
                    try attributes.set([UInt8](repeating: 1, count: 100), for: .user("n\(number)"))
                    stored += 1
                }
            }
            let error = assertFailure(.noSpace, try fill())
            XCTAssertEqual(error?.errno, ENOSPC)
            XCTAssertEqual(try attributes.names(in: .user).count, stored + 1)
            assertRefusesFor(.noSpace, ENOSPC, 4_000, file)
        }
    }

    func testExt4OfSmallBlocksReturnsStoredValues() throws {
        try onVolume(.ext4(blockSize: 1_024)) { file in
            try assertGivesBackWhatItTakes(file.extendedAttributes)
            // A block, without the size of the names and tables.
            try assertLargestValue(file, isIn: 900...1_024, thenRefused: .noSpace, ENOSPC)
        }
    }

    func testExt4ReturnsStoredValues() throws {
        try onVolume(.ext4(blockSize: 4_096)) { file in
            try assertGivesBackWhatItTakes(file.extendedAttributes)
            try assertLargestValue(file, isIn: 3_900...4_096, thenRefused: .noSpace, ENOSPC)
        }
    }

    func testExt4WithInodesForValuesReturnsStoredValues() throws {
        try onVolume(.ext4(blockSize: 4_096, features: "ea_inode")) { file in
            try assertGivesBackWhatItTakes(file.extendedAttributes)
            try assertTakesTheLargestValueOfTheSystem(file.extendedAttributes)
        }
    }

    func testXFSReturnsStoredValues() throws {
        try onVolume(.xfs) { file in
            try assertGivesBackWhatItTakes(file.extendedAttributes)
            try assertTakesTheLargestValueOfTheSystem(file.extendedAttributes)
            try assertListOverTheLimitIsRefused(file)
        }
    }

    func testBtrfsReturnsStoredValues() throws {
        try onVolume(.btrfs) { file in
            try assertGivesBackWhatItTakes(file.extendedAttributes)
            try assertLargestValue(file, isIn: 16_000...16_384, thenRefused: .noSpace, ENOSPC)
            try assertListOverTheLimitIsRefused(file)
        }
    }

    func testOverlayReturnsStoredValues() throws {
        try onVolume(.tmpfs) { file in
            let folder = file.deletingLastPathComponent()
            for name in ["lower", "upper", "work", "merged"] {
                try FileManager.default.createDirectory(
                    at: folder.appending(path: name),
                    withIntermediateDirectories: false
                )
            }
            let path = folder.path
            let below = folder.appending(path: "lower/file")
            try Data().write(to: below)
            try below.extendedAttributes.setSpecimens()
            try require([
                "mount", "-t", "overlay", "-o",
                "lowerdir=\(path)/lower,upperdir=\(path)/upper,workdir=\(path)/work", "none",
                path + "/merged",
            ])
            defer { _ = try? runProgram(["umount", path + "/merged"]) }
            let merged = folder.appending(path: "merged/file").extendedAttributes

            try assertHasSpecimens(merged)
            // Copies the file up.
            try merged.set([1], for: "user.new")
            XCTAssertTrue(try merged.remove("user.new"))
            try assertHasSpecimens(merged)
            for specimen in Specimen.all { XCTAssertTrue(try merged.remove(specimen.name)) }
            try assertGivesBackWhatItTakes(merged)
            try assertHasSpecimens(below.extendedAttributes)
        }
    }

    func testReadOnlyTmpfsIsReadAndToldAlsoWhenAMissingNameIsRemoved() throws {
        try onVolume(.tmpfs) { try assertReadOnlyIsTold($0) }
    }

    func testReadOnlyExt4IsReadAndToldAlsoWhenAMissingNameIsRemoved() throws {
        try onVolume(.ext4(blockSize: 1_024)) { try assertReadOnlyIsTold($0) }
    }

    func testReadOnlyXFSIsReadAndToldAlsoWhenAMissingNameIsRemoved() throws {
        try onVolume(.xfs) { try assertReadOnlyIsTold($0) }
    }

    func testReadOnlyBtrfsIsReadAndToldAlsoWhenAMissingNameIsRemoved() throws {
        try onVolume(.btrfs) { try assertReadOnlyIsTold($0) }
    }

    private func assertReadOnlyIsTold(_ file: URL) throws {
        try file.extendedAttributes.set([1], for: "user.a")
        try remountReadOnly(file)
        assertFailure(.readOnlyFileSystem, try file.extendedAttributes.isSupportedByVolume)
        let refused = Answer.refused(.readOnlyFileSystem, EROFS)
        for (kind, attributes) in try ways(to: file) {
            assertAnswers(
                kind,
                of: attributes,
                at: file.path,
                [
                    (.reading, .done), ([.list], .done), (.changing, refused),
                ]
            )
            assertAnswers(
                kind,
                of: attributes,
                at: file.path,
                named: "user.absent",
                [
                    (.reading, .nothing), ([.list], .nothing), (.changing, refused),
                ]
            )
        }
    }

    /// The same file by its path, opened, and opened for its path alone.
    private func ways(to file: URL) throws -> [(String, ExtendedAttributes)] {
        let descriptor = unsafe open(file.path, 0o10000000)
        addTeardownBlock { close(descriptor) }
        return [
            ("path", file.extendedAttributes),
            ("handle", ExtendedAttributes(of: try FileHandle(forReadingFrom: file))),
            ("descriptor of a path", ExtendedAttributes(fileDescriptor: descriptor)),
        ]
    }

    private func assertTakesTheLargestValueOfTheSystem(_ attributes: ExtendedAttributes) throws {
        var random = SeededRandom(seed: 5)
        let value = random.bytes(65_536...65_536)
        try attributes.set(value, for: "user.value")
        XCTAssertTrue(try attributes.data(for: "user.value").map { Array($0) } == value)
        XCTAssertTrue(try attributes.remove("user.value"))
    }

    /// Searches for the smallest size that the volume refuses.
    private func assertLargestValue(
        _ file: URL,
        isIn range: ClosedRange<Int>,
        thenRefused code: ExtendedAttributeError.Code,
        _ number: Int32,
        line: UInt = #line
    ) throws {
        let attributes = file.extendedAttributes
        var stored = 0
        var refused = 65_537
        while refused - stored > 1 {
            let size = (stored + refused) / 2
            try attributes.remove("user.value")
            do {
                try attributes.set([UInt8](repeating: 1, count: size), for: "user.value")
                stored = size
            } catch {
                XCTAssertEqual(error.code, code, "\(error)", line: line)
                refused = size
            }
        }
        printSeen("a largest value of \(stored) bytes")
        XCTAssertTrue(range.contains(stored), "\(stored)", line: line)
        try attributes.set([UInt8](repeating: 2, count: stored), for: "user.value")
        XCTAssertEqual(try attributes.data(for: "user.value")?.count, stored, line: line)
        try attributes.set("old".utf8, for: "user.value")
        assertRefusesFor(code, number, stored + 1, file, line: line)
    }

    /// Asserts that a value of `size` bytes is refused and “old” stays.
    private func assertRefusesFor(
        _ code: ExtendedAttributeError.Code,
        _ number: Int32,
        _ size: Int,
        _ file: URL,
        line: UInt = #line
    ) {
        assertAnswers(
            "\(size) bytes",
            of: file,
            named: "user.value",
            value: [UInt8](repeating: 1, count: size),
            [([.set, .encode, .require], .refused(code, number)), (.reading, .done)],
            line: line
        )
        XCTAssertEqual(
            try file.extendedAttributes.data(for: "user.value"),
            Data("old".utf8),
            line: line
        )
    }

    private func assertListOverTheLimitIsRefused(_ file: URL) throws {
        let padding = String(repeating: "x", count: 240)
        for number in 100..<400 {
            try file.extendedAttributes.set([1], for: .user("\(number)\(padding)"))
        }
        for (kind, attributes) in try ways(to: file) {
            assertAnswers(
                "300 names, \(kind)",
                of: attributes,
                at: file.path,
                named: .user("399\(padding)"),
                [
                    ([.list], .refused(.listTooLarge, E2BIG)), (.reading, .done),
                    ([.require, .set], .done),
                ]
            )
        }
    }
}
