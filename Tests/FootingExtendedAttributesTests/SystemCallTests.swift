import FootingExtendedAttributes
import Foundation
import XCTest

/// The number of system calls, and the errors from answers that only a tracer can produce.
///
/// Each test runs itself again under `strace` on the file that it has prepared.
final class SystemCallTests: XCTestCase {
    func testReadingUpTo4KiBIsOneSystemCall() throws {
        let file = try makeFileForLargeValues()
        try file.extendedAttributes.set([UInt8](repeating: 1, count: 18), for: "user.a")
        try file.extendedAttributes.set([UInt8](repeating: 1, count: 4_096), for: "user.b")

        let calls = try traced(file) { file in
            let attributes = file.extendedAttributes
            XCTAssertEqual(try attributes.withBytes(of: "user.a") { $0.byteCount }, 18)
            XCTAssertEqual(try attributes.data(for: "user.b")?.count, 4_096)
            XCTAssertNil(try attributes.data(for: "user.c"))
            XCTAssertEqual(try attributes.names(in: .user).count, 2)
        }

        XCTAssertEqual(calls, ["getxattr", "getxattr", "getxattr", "listxattr"])
    }

    func testReadingUpTo8KiBIsTwoSystemCalls() throws {
        let file = try makeFileForLargeValues()
        try file.extendedAttributes.set([UInt8](repeating: 1, count: 8_192), for: "user.a")

        let calls = try traced(file) { file in
            let attributes = file.extendedAttributes
            XCTAssertEqual(try attributes.data(for: "user.a")?.count, 8_192)
        }

        XCTAssertEqual(calls.count, 2)
    }

    func testReadingTheLargestValueIsFourSystemCalls() throws {
        let file = try makeFileForLargeValues()
        try file.extendedAttributes.set([UInt8](repeating: 1, count: 65_536), for: "user.a")

        let calls = try traced(file) { file in
            let attributes = file.extendedAttributes
            XCTAssertEqual(try attributes.data(for: "user.a")?.count, 65_536)
        }

        XCTAssertEqual(calls.count, 4)
    }

    func testWritingAndRemovingAreOneSystemCall() throws {
        let calls = try traced(makeFile()) { file in
            let attributes = file.extendedAttributes
            try attributes.set([1], for: "user.a")
            try attributes.set([2], for: "user.a", mode: .replaceOnly)
            XCTAssertTrue(try attributes.remove("user.a"))
        }

        XCTAssertEqual(calls, ["setxattr", "setxattr", "removexattr"])
    }

    func testRefusedNamesAndPathsMakeNoSystemCall() throws {
        let file = try makeFile()
        let path = file.path

        let calls = try traced(file) { file in
            let attributes = file.extendedAttributes
            let long = ExtendedAttributeName(String(repeating: "n", count: 256))
            for name: ExtendedAttributeName in ["", "user.a\0b", long] {
                XCTAssertThrowsError(try attributes.data(for: name))
                XCTAssertThrowsError(try attributes.set([1], for: name))
                XCTAssertThrowsError(try attributes.remove(name))
            }
            let refused = ExtendedAttributes(atPath: path + "\0")
            XCTAssertThrowsError(try refused.data(for: "user.a"))
            XCTAssertThrowsError(try refused.names())
        }

        XCTAssertEqual(calls, [])
    }

    func testInterruptedCallsAreMadeAgain() throws {
        let file = try makeFile()
        try file.extendedAttributes.set([1], for: "user.a")

        for call in ["getxattr", "listxattr", "setxattr", "removexattr"] {
            let calls = try traced(file, injecting: "\(call):error=EINTR:when=1..3") { file in
                let attributes = file.extendedAttributes
                XCTAssertEqual(try attributes.data(for: "user.a"), Data([1]))
                XCTAssertEqual(try attributes.names(in: .user), ["user.a"])
                try attributes.set([2], for: "user.b")
                XCTAssertTrue(try attributes.remove("user.b"))
            }
            XCTAssertEqual(calls.filter { $0 == call }.count, 4, call)
        }
    }

    func testTooBigOnAReadIsTriedOnceMore() throws {
        let file = try makeFile()
        try file.extendedAttributes.set([1], for: "user.a")

        let calls = try traced(file, injecting: "getxattr:error=E2BIG:when=1") { file in
            let attributes = file.extendedAttributes
            XCTAssertEqual(try attributes.data(for: "user.a"), Data([1]))
        }

        XCTAssertEqual(calls, ["getxattr", "getxattr"])
    }

    func testValueThatKeepsGrowingIsUnstable() throws {
        let file = try makeFileForLargeValues()
        try file.extendedAttributes.set([UInt8](repeating: 1, count: 9_000), for: "user.a")
        try assertUnstable(.read, file, growingBy: "getxattr") {
            attributes throws(ExtendedAttributeError) in
            _ = try attributes.data(for: "user.a")
        }
    }

    func testListThatKeepsGrowingIsUnstable() throws {
        let file = try makeFileForLargeValues()
        for number in 100..<150 {
            let name = ExtendedAttributeName.user("\(number)" + String(repeating: "x", count: 200))
            try file.extendedAttributes.set([], for: name)
        }
        try assertUnstable(.list, file, growingBy: "listxattr") {
            attributes throws(ExtendedAttributeError) in
            _ = try attributes.names()
        }
    }

    func testMissingAttributeIsNotFoundOnlyForWhoRequiresIt() throws {
        try traced(makeFile(), injecting: "setxattr:error=ENODATA") { file in
            assertAnswers(
                "missing",
                of: file,
                [
                    ([.set, .encode, .create], .refused(.system, ENODATA)),
                    ([.require], .refused(.notFound, ENODATA)),
                ]
            )
        }
    }

    func testNumbersThatNoVolumeHereGivesAreTold() throws {
        typealias Codes = (
            read: ExtendedAttributeError.Code, set: ExtendedAttributeError.Code,
            list: ExtendedAttributeError.Code
        )
        let system: Codes = (.system, .system, .system)
        let table: [String: (number: Int32, codes: Codes)] = [
            "E2BIG": (E2BIG, (.valueTooLarge, .valueTooLarge, .listTooLarge)),
            "EDQUOT": (EDQUOT, (.quotaExceeded, .quotaExceeded, .quotaExceeded)),
            "EACCES": (EACCES, (.accessDenied, .accessDenied, .accessDenied)),
            "EINVAL": (EINVAL, system),
            "EIO": (EIO, system), "ENOMEM": (ENOMEM, system), "ENOSYS": (ENOSYS, system),
            "ESTALE": (ESTALE, system), "ETIMEDOUT": (ETIMEDOUT, system),
        ]
        for name in table.keys.sorted() {
            let fault = "/.*xattr.*:error=\(name)"
            let calls = try traced(makeFile(named: name), injecting: fault) { file in
                // In the child, the file's name selects the row.
                let (number, codes) = try XCTUnwrap(table[file.lastPathComponent])
                assertAnswers(
                    "injected",
                    of: file,
                    [
                        (.reading, .refused(codes.read, number)),
                        (.changing, .refused(codes.set, number)),
                        ([.list], .refused(codes.list, number)),
                    ]
                )
            }
            // Only for a read can E2BIG mean a short buffer; this is tried once.
            XCTAssertEqual(calls.count, 9 + (name == "E2BIG" ? 4 : 0), "\(name): \(calls)")
        }
    }

    func testDescriptorIsOneSystemCall() throws {
        let log = try traceOfDescriptor(flags: O_RDONLY)
        XCTAssertEqual(log.calls, ["fsetxattr", "fgetxattr", "flistxattr", "fremovexattr"])
    }

    func testDescriptorOfAPathIsReachedThroughItsLinkUnderProc() throws {
        let log = try traceOfDescriptor(flags: 0o10000000)
        XCTAssertEqual(
            log.calls,
            [
                "fsetxattr", "setxattr", "fgetxattr", "getxattr", "flistxattr", "listxattr",
                "fremovexattr", "removexattr",
            ]
        )
        let links = log.lines.filter { $0.contains("(\"/proc/self/fd/") }
        XCTAssertEqual(links.count, 4, "\(log.lines)")
        XCTAssertEqual(log.lines.count { $0.contains("EBADF") }, 4, "\(log.lines)")
    }

    func testBadDescriptorIsAskedOnce() throws {
        let log = try trace(makeFile(), []) { _ in
            let closed = ExtendedAttributes(fileDescriptor: -1)
            assertAnswers(
                "-1",
                of: closed,
                at: "/dev/fd/-1",
                [(.all, .refused(.system, EBADF))]
            )
        }
        let expected = [
            "fgetxattr", "fgetxattr", "fgetxattr", "fsetxattr", "fsetxattr", "fsetxattr",
            "fsetxattr", "fremovexattr", "flistxattr",
        ]
        XCTAssertEqual(log.calls, expected)
    }

    func testInterruptedCallsOnADescriptorAreMadeAgain() throws {
        for flags in [O_RDONLY, 0o10000000] {
            let faults = ["fgetxattr", "getxattr"].flatMap {
                ["-e", "inject=\($0):error=EINTR:when=1"]
            }
            let log = try trace(makeFile(named: "\(flags)"), faults) { file in
                let flags = try XCTUnwrap(Int32(file.lastPathComponent))
                let descriptor = unsafe open(file.path, flags)
                defer { close(descriptor) }
                let attributes = ExtendedAttributes(fileDescriptor: descriptor)
                XCTAssertNil(try attributes.data(for: "user.a"))
            }
            let expected =
                flags == O_RDONLY
                ? ["fgetxattr", "fgetxattr"] : ["fgetxattr", "fgetxattr", "getxattr", "getxattr"]
            XCTAssertEqual(log.calls, expected)
        }
    }

    private func traceOfDescriptor(flags: Int32) throws -> Trace {
        try trace(makeFile(named: "\(flags)"), []) { file in
            let flags = try XCTUnwrap(Int32(file.lastPathComponent))
            let descriptor = unsafe open(file.path, flags)
            defer { close(descriptor) }
            let attributes = ExtendedAttributes(fileDescriptor: descriptor)
            try attributes.set([1], for: "user.a")
            XCTAssertEqual(try attributes.data(for: "user.a"), Data([1]))
            XCTAssertEqual(try attributes.names(in: .user), ["user.a"])
            XCTAssertTrue(try attributes.remove("user.a"))
        }
    }

    /// Asserts that `body` gives up when each read that follows a measuring has too little room.
    private func assertUnstable(
        _ operation: ExtendedAttributeError.Operation,
        _ file: URL,
        growingBy call: String,
        _ body: (ExtendedAttributes) throws(ExtendedAttributeError) -> Void
    ) throws {
        // The first read has too little room by itself.
        let calls = try traced(file, injecting: "\(call):error=ERANGE:when=2+2") { file in
            let attributes = file.extendedAttributes
            let error = assertFailure(.unstable, try body(attributes))
            XCTAssertEqual(error?.operation, operation)
            XCTAssertNil(error?.errno)
        }
        XCTAssertEqual(Set(calls), [call])
        XCTAssertEqual(calls.count, 64 + 62, "64 reads, and a measuring before each but two")
    }
}
