import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

extension XCTestCase {
    /// Makes an empty folder that goes away after the test.
    func makeFolder(in parent: URL = FileManager.default.temporaryDirectory) throws -> URL {
        try TemporaryFolder(self, in: parent).url
    }

    /// Makes an empty file that can have attributes, or skips the test if the volume has none.
    func makeFile(
        named name: String = "file",
        in parent: URL = FileManager.default.temporaryDirectory
    ) throws -> URL {
        let file = try makeFolder(in: parent).appending(path: name)
        try Data().write(to: file)
        do {
            try file.extendedAttributes.set([1], for: "user.probe")
            try file.extendedAttributes.remove("user.probe")
        } catch {
            guard error.code == .unsupported else { throw error }
            throw XCTSkip("The volume of \(parent.path) has no user attributes: \(error)")
        }
        return file
    }

    /// Makes a file that takes values of up to 64 KiB, or skips the test.
    func makeFileForLargeValues() throws -> URL {
        for parent in ["/dev/shm", FileManager.default.temporaryDirectory.path] {
            guard FileManager.default.isWritableFile(atPath: parent) else { continue }
            let file = try makeFile(in: URL(filePath: parent))
            do {
                try file.extendedAttributes.set([UInt8](repeating: 1, count: 65_536), for: "user.a")
                try file.extendedAttributes.remove("user.a")
                return file
            } catch {
                guard error.code == .noSpace else { throw error }
            }
        }
        throw XCTSkip("No volume here takes values of 64 KiB.")
    }

    /// Makes a symbolic link beside `target` and returns it.
    func makeLink(to target: URL) throws -> URL {
        let link = target.deletingLastPathComponent().appending(path: "link")
        try FileManager.default.createSymbolicLink(
            atPath: link.path,
            withDestinationPath: target.lastPathComponent
        )
        return link
    }
}

/// Asserts that `call` throws an error with `code`, and returns it.
@discardableResult
func assertFailure<Result>(
    _ code: ExtendedAttributeError.Code,
    _ call: @autoclosure () throws(ExtendedAttributeError) -> Result,
    _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) -> ExtendedAttributeError? {
    do throws(ExtendedAttributeError) {
        let result = try call()
        XCTFail("\(message()) Returned \(result), not \(code).", file: file, line: line)
        return nil
    } catch {
        XCTAssertEqual(error.code, code, "\(message()) \(error)", file: file, line: line)
        return error
    }
}
