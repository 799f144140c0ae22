import FootingExtendedAttributes
import Foundation
import XCTest

/// Reading while others write.
///
/// `FOOTING_STRESS=1` makes each test forty times longer.
final class StressTests: XCTestCase {
    func testReaderNeverSeesATornOrMissingValueWhileItIsResized() throws {
        for file in try makeFiles() {
            let attributes = file.extendedAttributes
            let sizes = largestSizes(attributes)
            try attributes.set(Self.value(ofSize: 7), for: "user.value")

            let writer = Writer { round in
                let size = sizes[round % sizes.count]
                try attributes.set(Self.value(ofSize: size), for: "user.value")
            }
            for _ in 0..<1_000 * stressFactor {
                let value = try XCTUnwrap(attributes.data(for: "user.value"))
                guard value == Self.value(ofSize: value.count) else {
                    XCTFail("A torn value of \(value.count) bytes")
                    break
                }
            }
            XCTAssertNil(writer.stop())
        }
    }

    func testListerNeverFailsWhileNamesComeAndGo() throws {
        let attributes = try makeFileForLargeValues().extendedAttributes
        let padding = String(repeating: "x", count: 200)
        let changing = (0..<100).map { ExtendedAttributeName.user("\($0)\(padding)") }
        try attributes.set([1], for: "user.stays")
        let all = Set(changing + ["user.stays"])

        let writer = Writer { round in
            let name = changing[round % 100]
            if round / 100 % 2 == 0 {
                try attributes.set([], for: name)
            } else {
                try attributes.remove(name)
            }
        }
        for _ in 0..<500 * stressFactor {
            let names = try attributes.names(in: .user)
            XCTAssertTrue(names.contains("user.stays"))
            XCTAssertEqual(Set(names).count, names.count, "A name twice")
            XCTAssertTrue(all.isSuperset(of: names), "A torn name")
        }
        XCTAssertNil(writer.stop())
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

/// A thread that repeats a change until it is stopped.
///
/// The lock guards both variables on every path, which makes it Sendable.
private final class Writer: @unchecked Sendable {
    private let lock = NSLock()
    private let done = DispatchSemaphore(value: 0)
    private var stopped = false
    private var failure: (any Error)?

    init(_ change: @escaping @Sendable (Int) throws -> Void) {
        Thread.detachNewThread { [self] in
            var round = 0
            while lock.withLock({ !stopped }) {
                do {
                    try change(round)
                } catch {
                    lock.withLock { failure = error }
                    break
                }
                round += 1
            }
            done.signal()
        }
    }

    /// Ends the thread, and returns the error that had ended it before.
    func stop() -> (any Error)? {
        lock.withLock { stopped = true }
        XCTAssertEqual(done.wait(timeout: .now() + 60), .success, "The writer hangs.")
        return lock.withLock { failure }
    }
}
