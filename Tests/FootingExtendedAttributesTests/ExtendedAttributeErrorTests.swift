import Foundation
import XCTest

// The whole table from error numbers to codes, also for numbers that no volume here gives.
@testable import FootingExtendedAttributes

final class ExtendedAttributeErrorTests: XCTestCase {
    func testEveryErrorNumberHasItsCode() {
        typealias Row = (Int32, ExtendedAttributeError.Operation, ExtendedAttributeError.Code)
        let table: [Row] = [
            (ENODATA, .write, .notFound), (EEXIST, .write, .alreadyExists),
            (EOPNOTSUPP, .read, .unsupported), (ENOTSUP, .list, .unsupported),
            (EPERM, .write, .notPermitted), (EACCES, .read, .accessDenied),
            (EROFS, .remove, .readOnlyFileSystem),
            (E2BIG, .write, .valueTooLarge), (E2BIG, .read, .valueTooLarge),
            (E2BIG, .list, .listTooLarge),
            (ENOSPC, .write, .noSpace), (EDQUOT, .write, .quotaExceeded),
            (ENOENT, .list, .noSuchFile), (ENOTDIR, .list, .notADirectory),
            (ELOOP, .read, .tooManySymlinks), (ENAMETOOLONG, .read, .invalidPath),
            (EINVAL, .write, .system), (EIO, .read, .system), (ENOSYS, .read, .system),
            (9_999, .read, .system),
        ]
        for (number, operation, code) in table {
            let error = ExtendedAttributeError(number, operation, name: "user.a", path: "/a")
            XCTAssertEqual(error.code, code, "\(number) \(operation)")
            XCTAssertEqual(error.errno, number)
            XCTAssertEqual(error.operation, operation)
            XCTAssertEqual(error.errorCode, Int(number))
        }
        for bare in ["user.", "trusted.", "security."] {
            let name = ExtendedAttributeName(bare)
            let error = ExtendedAttributeError(EINVAL, .write, name: name, path: "/a")
            XCTAssertEqual(error.code, .invalidName, bare)
        }
    }

    func testEveryErrorIsOneSentenceThatNamesOperationAttributeAndFile() {
        let codes: [ExtendedAttributeError.Code] = [
            .invalidName, .nameTooLong, .invalidPath, .notFound, .alreadyExists, .unsupported,
            .notPermitted, .accessDenied, .readOnlyFileSystem, .valueTooLarge, .listTooLarge,
            .noSpace, .quotaExceeded, .noSuchFile, .notADirectory, .tooManySymlinks, .unstable,
            .system,
        ]
        var seen = Set<String>()
        for code in codes {
            let error = ExtendedAttributeError(
                code,
                .write,
                name: "user.a\nb",
                path: "/tmp/x\ny",
                errno: EIO
            )
            let text = error.description
            XCTAssertTrue(
                text.hasPrefix(
                    "Could not set the extended attribute “user.a\\012b” of “/tmp/x\\012y”: "
                ),
                text
            )
            XCTAssertTrue(text.hasSuffix("."), text)
            XCTAssertFalse(text.contains("\n"), text)
            XCTAssertFalse(text.dropLast().contains(". "), "One sentence: \(text)")
            XCTAssertTrue(seen.insert(text).inserted, "Said twice: \(text)")
            XCTAssertEqual(error.localizedDescription, text)
            XCTAssertTrue(seen.insert(code.description).inserted)
        }
        let list = ExtendedAttributeError(.unstable, .list, name: nil, path: "/a")
        XCTAssertTrue(
            list.description.hasPrefix("Could not list the extended attributes of “/a”: ")
        )
    }

    func testSentenceSaysWhatToDo() throws {
        let unknown = ExtendedAttributeError(EOPNOTSUPP, .write, name: "stage", path: "/a")
        XCTAssertTrue(unknown.description.contains("no known namespace; put “user.”"), "\(unknown)")
        let volume = ExtendedAttributeError(EOPNOTSUPP, .write, name: "user.stage", path: "/a")
        XCTAssertTrue(volume.description.contains("use another volume"), "\(volume)")
        let trusted = ExtendedAttributeError(EPERM, .write, name: "trusted.a", path: "/a")
        XCTAssertTrue(trusted.description.contains("need privileges"), "\(trusted)")
        let user = ExtendedAttributeError(EPERM, .write, name: "user.a", path: "/a")
        XCTAssertTrue(user.description.contains("only regular files and folders"), "\(user)")
        let other = ExtendedAttributeError(EIO, .read, name: "user.a", path: "/a")
        XCTAssertTrue(other.description.contains("Input/output error (error 5)"), "\(other)")
    }

    func testFoundationSeesThePOSIXErrorAndTheFile() {
        let error = ExtendedAttributeError(ENOSPC, .write, name: "user.a", path: "/a") as NSError
        XCTAssertEqual(error.domain, NSPOSIXErrorDomain)
        XCTAssertEqual(error.code, Int(ENOSPC))
        XCTAssertEqual(error.userInfo[NSFilePathErrorKey] as? String, "/a")
        let refused = ExtendedAttributeError(.nameTooLong, .write, name: "user.a", path: "/a")
        XCTAssertEqual((refused as NSError).code, Int(ENAMETOOLONG))
    }
}
