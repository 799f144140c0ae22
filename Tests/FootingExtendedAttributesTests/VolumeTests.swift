import FootingExtendedAttributes
import Foundation
import XCTest

/// Volumes that only a privileged process can mount, each seen by one child process alone.
final class VolumeTests: XCTestCase {
    func testVolumeWithoutAttributesIsUnsupportedThoughItsListIsEmpty() throws {
        try onVolume("ramfs") { file in
            let attributes = file.extendedAttributes
            XCTAssertEqual(try attributes.names(), [])
            for error in [
                assertFailure(.unsupported) { () throws(ExtendedAttributeError) in
                    try attributes.data(for: "user.a")
                },
                assertFailure(.unsupported) { () throws(ExtendedAttributeError) in
                    try attributes.set([1], for: "user.a")
                },
                assertFailure(.unsupported) { () throws(ExtendedAttributeError) in
                    try attributes.remove("user.a")
                },
            ] {
                XCTAssertTrue(error?.description.contains("use another volume") ?? false)
            }
        }
    }

    func testFullVolumeKeepsTheOldValue() throws {
        try onVolume("tmpfs", options: "nr_inodes=20") { file in
            let attributes = file.extendedAttributes
            try attributes.set("old".utf8, for: "user.value")
            var stored = 0
            let error = assertFailure(.noSpace) { () throws(ExtendedAttributeError) in
                for number in 0..<10_000 {
                    try attributes.set([UInt8](repeating: 1, count: 100), for: .user("n\(number)"))
                    stored += 1
                }
            }
            XCTAssertEqual(error?.errno, ENOSPC)
            XCTAssertGreaterThan(stored, 0)
            assertFailure(.noSpace) { () throws(ExtendedAttributeError) in
                try attributes.set([UInt8](repeating: 1, count: 4_000), for: "user.value")
            }
            XCTAssertEqual(try attributes.data(for: "user.value"), Data("old".utf8))
        }
    }

    func testReadOnlyVolumeIsToldAlsoWhenAMissingNameIsRemoved() throws {
        try onVolume("tmpfs") { file in
            let attributes = file.extendedAttributes
            try attributes.set([1], for: "user.a")
            let folder = file.deletingLastPathComponent().path
            try require(["mount", "-o", "remount,ro", folder])

            XCTAssertEqual(try attributes.data(for: "user.a"), Data([1]))
            assertFailure(.readOnlyFileSystem) { () throws(ExtendedAttributeError) in
                try attributes.set([1], for: "user.a")
            }
            assertFailure(.readOnlyFileSystem) { () throws(ExtendedAttributeError) in
                try attributes.remove("user.absent")
            }
        }
    }
}
