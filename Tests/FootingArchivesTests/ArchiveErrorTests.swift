@testable import FootingArchives
import FootingFiles
import XCTest

final class ArchiveErrorTests: XCTestCase {
    // The errors are made here, since most of them can't be provoked in a test.
    func testEachErrorOfTheSystemHasACodeAndItsNumber() {
        let rows: [(Int32, ArchiveError.Code)] = [
            (EACCES, .accessDenied), (EPERM, .notPermitted), (EROFS, .readOnlyFileSystem),
            (ENOSPC, .noSpace), (EDQUOT, .quotaExceeded), (EFBIG, .fileTooLarge),
            (ENOENT, .noSuchFile), (ENOTDIR, .noSuchFile), (EIO, .system), (EMFILE, .system),
            (ENAMETOOLONG, .system),
        ]
        for (number, code) in rows {
            let error = ArchiveError(ErrorNumber(number)).located(in: nil, "a/b")
            XCTAssertEqual(error.code, code, "\(number)")
            XCTAssertEqual(error.errno, number)
            XCTAssertEqual(error.path, "a/b")
            XCTAssertTrue("\(error)".hasPrefix("“a/b”: "), "\(error)")
            XCTAssertTrue("\(error)".hasSuffix("(error \(number))"), "\(error)")
            XCTAssertEqual(error.localizedDescription, "\(error)")
        }
    }
}
