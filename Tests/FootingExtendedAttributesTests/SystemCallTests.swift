import FootingExtendedAttributes
import Foundation
import XCTest

/// How many system calls are made, and what becomes of answers that only a tracer can produce.
///
/// Each test runs itself again under `strace` on the file that it has prepared.
final class SystemCallTests: XCTestCase {
    func testReadingUpTo4KiBIsOneSystemCall() throws {
        let file = try makeFileForLargeValues()
        try file.extendedAttributes.set([UInt8](repeating: 1, count: 18), for: "user.a")
        try file.extendedAttributes.set([UInt8](repeating: 1, count: 4_096), for: "user.b")

        let calls = try traced(file) { attributes in
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

        let calls = try traced(file) { attributes in
            XCTAssertEqual(try attributes.data(for: "user.a")?.count, 8_192)
        }

        XCTAssertEqual(calls.count, 2)
    }

    func testReadingTheLargestValueIsFourSystemCalls() throws {
        let file = try makeFileForLargeValues()
        try file.extendedAttributes.set([UInt8](repeating: 1, count: 65_536), for: "user.a")

        let calls = try traced(file) { attributes in
            XCTAssertEqual(try attributes.data(for: "user.a")?.count, 65_536)
        }

        XCTAssertEqual(calls.count, 4)
    }

    func testWritingAndRemovingAreOneSystemCall() throws {
        let calls = try traced(makeFile()) { attributes in
            try attributes.set([1], for: "user.a")
            try attributes.set([2], for: "user.a", ifExists: .require)
            XCTAssertTrue(try attributes.remove("user.a"))
        }

        XCTAssertEqual(calls, ["setxattr", "setxattr", "removexattr"])
    }

    func testRefusedNamesAndPathsMakeNoSystemCall() throws {
        let file = try makeFile()
        let path = file.path

        let calls = try traced(file) { attributes in
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
            let calls = try traced(file, injecting: "\(call):error=EINTR:when=1..3") { attributes in
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

        let calls = try traced(file, injecting: "getxattr:error=E2BIG:when=1") { attributes in
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
        _ = try traced(makeFile(), injecting: "setxattr:error=ENODATA") { attributes in
            for (existing, code) in [
                (ExtendedAttributes.ExistingValue.replace, ExtendedAttributeError.Code.system),
                (.fail, .system), (.require, .notFound),
            ] {
                let error = assertFailure(code) { () throws(ExtendedAttributeError) in
                    try attributes.set([1], for: "user.a", ifExists: existing)
                }
                XCTAssertEqual(error?.errno, ENODATA)
            }
        }
    }

    func testExceededQuotaIsTold() throws {
        _ = try traced(makeFile(), injecting: "setxattr:error=EDQUOT") { attributes in
            let error = assertFailure(.quotaExceeded) { () throws(ExtendedAttributeError) in
                try attributes.set([1], for: "user.a")
            }
            XCTAssertEqual(error?.errno, EDQUOT)
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
        let calls = try traced(file, injecting: "\(call):error=ERANGE:when=2+2") { attributes in
            let error = assertFailure(.unstable) { () throws(ExtendedAttributeError) in
                try body(attributes)
            }
            XCTAssertEqual(error?.operation, operation)
            XCTAssertNil(error?.errno)
        }
        XCTAssertEqual(Set(calls), [call])
        XCTAssertEqual(calls.count, 64 + 62, "64 reads, and a measuring before each but two")
    }
}
