import FootingExtendedAttributes
import Foundation
import XCTest

/// Reading while others write.
///
/// `FOOTING_STRESS=1` makes each test forty times longer.
final class StressTests: XCTestCase {
    func testReaderNeverSeesATornOrMissingValueWhileItIsResized() throws {
        let minimum = 1_000 * stressFactor
        for file in try makeFiles() {
            let attributes = file.extendedAttributes
            let sizes = largestSizes(attributes)
            try attributes.set(Self.value(ofSize: 7), for: "user.value")

            let writer = Repetition { round in
                let size = sizes[round % sizes.count]
                try attributes.set(Self.value(ofSize: size), for: "user.value")
            }
            defer { writer.stop() }
            var reads = 0
            var sizesSeen = Set<Int>()
            while writer.isRunning,
                writer.rounds < minimum || reads < minimum || sizesSeen.count < 2
            {
                let value = try XCTUnwrap(attributes.data(for: "user.value"))
                guard value == Self.value(ofSize: value.count) else {
                    return XCTFail("A torn value of \(value.count) bytes")
                }
                reads += 1
                sizesSeen.insert(value.count)
            }
            writer.stop()
            XCTAssertNil(writer.failure)
            XCTAssertGreaterThanOrEqual(writer.rounds, minimum)
            XCTAssertGreaterThanOrEqual(reads, minimum)
            XCTAssertGreaterThan(sizesSeen.count, 1, "The value never changed while it was read.")
        }
    }

    func testListerNeverFailsWhileNamesComeAndGo() throws {
        let attributes = try makeFileForLargeValues().extendedAttributes
        let padding = String(repeating: "x", count: 200)
        let changing = (0..<100).map { ExtendedAttributeName.user("\($0)\(padding)") }
        try attributes.set([1], for: "user.stays")
        let all = Set(changing + ["user.stays"])

        let writer = Repetition { round in
            let name = changing[round % 100]
            if round / 100 % 2 == 0 {
                try attributes.set([], for: name)
            } else {
                try attributes.remove(name)
            }
        }
        defer { writer.stop() }
        let minimum = 500 * stressFactor
        var lists = 0
        var countsSeen = Set<Int>()
        while writer.isRunning,
            writer.rounds < minimum || lists < minimum || countsSeen.count < 2
        {
            let names = try attributes.names(in: .user)
            XCTAssertTrue(names.contains("user.stays"))
            XCTAssertEqual(Set(names).count, names.count, "A name twice")
            XCTAssertTrue(all.isSuperset(of: names), "A torn name")
            lists += 1
            countsSeen.insert(names.count)
        }
        writer.stop()
        XCTAssertNil(writer.failure)
        XCTAssertGreaterThanOrEqual(writer.rounds, minimum)
        XCTAssertGreaterThanOrEqual(lists, minimum)
        XCTAssertGreaterThan(countsSeen.count, 1, "The list never changed while it was read.")
    }

    /// One value for each size, so that a mixture of two is no value.
    private static func value(ofSize size: Int) -> Data {
        Data(repeating: UInt8(truncatingIfNeeded: size &* 31 &+ size >> 8), count: size)
    }

    private func makeFiles() throws -> [URL] {
        var files = [try makeFile()]
        if FileManager.default.isWritableFile(atPath: "/dev/shm") {
            files.append(try makeFile(in: URL(filePath: "/dev/shm")))
        }
        return files
    }

    /// Sizes on both sides of the buffers, as far as the volume takes them.
    private func largestSizes(_ attributes: ExtendedAttributes) -> [Int] {
        [0, 3_000, 18, 4_000, 1, 4_097, 100, 8_192, 9_000, 60_000, 20_000].filter { size in
            (try? attributes.set(Self.value(ofSize: size), for: "user.value")) != nil
        }
    }
}
