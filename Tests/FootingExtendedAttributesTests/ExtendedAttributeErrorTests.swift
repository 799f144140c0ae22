import Foundation
import XCTest

// The whole table from error numbers to codes, also for numbers that no volume here returns.
@testable import FootingExtendedAttributes

final class ExtendedAttributeErrorTests: XCTestCase {
    private let path = Array("/a".utf8)

    func testEveryErrorNumberHasItsCode() {
        typealias Row = (Int32, ExtendedAttributeError.Operation, ExtendedAttributeError.Code)
        let table: [Row] = [
            (EOPNOTSUPP, .read, .unsupported), (ENOTSUP, .list, .unsupported),
            (EPERM, .set, .notPermitted), (EACCES, .read, .accessDenied),
            (EROFS, .remove, .readOnlyFileSystem),
            (E2BIG, .set, .valueTooLarge), (E2BIG, .read, .valueTooLarge),
            (E2BIG, .list, .listTooLarge),
            (ENOSPC, .set, .noSpace), (EDQUOT, .set, .quotaExceeded),
            (EFBIG, .save, .fileTooLarge),
            (ENOENT, .list, .noSuchFile), (ENOTDIR, .list, .noSuchFile),
            (ELOOP, .read, .system), (EBADF, .read, .system), (ENAMETOOLONG, .read, .invalidPath),
            (EINVAL, .set, .system), (EIO, .read, .system), (ENOSYS, .read, .system),
            (9_999, .read, .system), (ENODATA, .list, .system), (EEXIST, .list, .system),
        ]
        for (number, operation, code) in table {
            let error = ExtendedAttributeError(number, operation, name: "user.a", path: path)
            XCTAssertEqual(error.code, code, "\(number) \(operation)")
            XCTAssertEqual(error.errno, number)
            XCTAssertEqual(error.operation, operation)
            XCTAssertEqual(error.errorCode, Int(number))
        }
        for bare in ["user.", "trusted.", "security."] {
            let name = ExtendedAttributeName(bare)
            let error = ExtendedAttributeError(EINVAL, .set, name: name, path: path)
            XCTAssertEqual(error.code, .invalidName, bare)
        }
    }

    func testPresentAndMissingAttributesAreErrorsOnlyOfModesThatAsk() {
        typealias Row = (Int32, ExtendedAttributes.WriteMode, ExtendedAttributeError.Code)
        let table: [Row] = [
            (ENODATA, .replaceOnly, .notFound), (ENODATA, .createOnly, .system),
            (ENODATA, .createOrReplace, .system),
            (EEXIST, .createOnly, .alreadyExists), (EEXIST, .replaceOnly, .system),
            (EEXIST, .createOrReplace, .system),
        ]
        for (number, mode, code) in table {
            let error = ExtendedAttributeError(
                number,
                .set,
                name: "user.a",
                path: path,
                mode: mode
            )
            XCTAssertEqual(error.code, code, "\(number) \(mode)")
        }
    }

    func testEveryErrorIsOneSentenceThatNamesOperationAttributeAndFile() {
        let codes: [ExtendedAttributeError.Code] = [
            .invalidName, .nameTooLong, .invalidPath, .notFound, .alreadyExists, .unsupported,
            .notPermitted, .accessDenied, .readOnlyFileSystem, .valueTooLarge, .listTooLarge,
            .noSpace, .quotaExceeded, .fileTooLarge, .noSuchFile, .unstable, .system,
        ]
        var seen = Set<String>()
        for code in codes {
            let error = ExtendedAttributeError(
                code,
                .set,
                name: "user.a\nb",
                path: Array("/tmp/x\ny".utf8),
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
            XCTAssertTrue(seen.insert("\(code)").inserted)
        }
        let operations: [(ExtendedAttributeError.Operation, String)] = [
            (.read, "read"), (.set, "set"), (.remove, "remove"), (.list, "list"),
        ]
        for (operation, verb) in operations {
            let error = ExtendedAttributeError(.unstable, operation, name: nil, path: path)
            XCTAssertTrue(
                error.description.hasPrefix("Could not \(verb) the extended attributes of “/a”: "),
                error.description
            )
            XCTAssertEqual("\(operation)", verb)
        }
    }

    func testPathThatIsNoUTF8IsEscapedOnceAndAnyOtherNotAtAll() {
        let table: [(path: [UInt8], property: String, inSentence: String)] = [
            (Array("/caf".utf8) + [0xE9], #"/caf\351"#, #"“/caf\351”"#),
            (Array(#"/a\b"#.utf8) + [0xFF], #"/a\134b\377"#, #"“/a\134b\377”"#),
            (Array(#"/a\351"#.utf8), #"/a\351"#, #"“/a\134351”"#),
            (Array("/a\nb\u{E9}".utf8), "/a\nb\u{E9}", "“/a\\012b\u{E9}”"),
        ]
        for (path, property, inSentence) in table {
            let error = ExtendedAttributeError(EIO, .read, name: "user.a", path: path)
            XCTAssertEqual(error.path, property)
            XCTAssertTrue(error.description.contains(inSentence), error.description)
        }
    }

    func testSentenceNamesTheRemedy() throws {
        let unknown = ExtendedAttributeError(EOPNOTSUPP, .set, name: "stage", path: path)
        XCTAssertTrue(unknown.description.contains("that this volume supports"), "\(unknown)")
        XCTAssertTrue(unknown.description.contains("your own names with “user.”"), "\(unknown)")
        let volume = ExtendedAttributeError(EOPNOTSUPP, .set, name: "user.stage", path: path)
        XCTAssertTrue(volume.description.contains("use another volume"), "\(volume)")
        let trusted = ExtendedAttributeError(EPERM, .set, name: "trusted.a", path: path)
        XCTAssertTrue(trusted.description.contains("need privileges"), "\(trusted)")
        let user = ExtendedAttributeError(EPERM, .set, name: "user.a", path: path)
        XCTAssertTrue(user.description.contains("need a regular file or a folder"), "\(user)")
        for (number, words) in [(ENOTDIR, "is not a folder"), (ELOOP, "cycle"), (EBADF, "closed")] {
            let error = ExtendedAttributeError(number, .read, name: "user.a", path: path)
            XCTAssertTrue(error.description.contains(words), "\(error)")
        }
        let other = ExtendedAttributeError(EIO, .read, name: "user.a", path: path)
        XCTAssertTrue(other.description.contains("Input/output error (error 5)"), "\(other)")
        let odd = ExtendedAttributeError(9_999, .read, name: "user.a", path: path)
        XCTAssertTrue(odd.description.hasSuffix("(error 9999)."), "\(odd)")
    }

    func testFoundationSeesThePOSIXErrorAndTheFile() {
        let error = ExtendedAttributeError(ENOSPC, .set, name: "user.a", path: path) as NSError
        XCTAssertEqual(error.domain, NSPOSIXErrorDomain)
        XCTAssertEqual(error.code, Int(ENOSPC))
        XCTAssertEqual(error.userInfo[NSFilePathErrorKey] as? String, "/a")
        let unasked: [(ExtendedAttributeError.Code, Int32)] = [
            (.nameTooLong, ENAMETOOLONG), (.unstable, EAGAIN), (.invalidName, EINVAL),
            (.invalidPath, EINVAL),
        ]
        for (code, number) in unasked {
            let error = ExtendedAttributeError(code, .set, name: "user.a", path: path)
            XCTAssertEqual((error as NSError).code, Int(number), "\(code)")
        }
    }
}
