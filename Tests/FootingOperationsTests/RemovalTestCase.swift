import FootingOperations
import Foundation
import TestSupport
import XCTest

/// A test with a temporary folder and a remover of its own.
class RemovalTestCase: XCTestCase {
    let remover = BackgroundRemover()
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "footing-\(UUID().uuidString)", directoryHint: .isDirectory)

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws {
        try remover.drain().wait(timeout: patience)
        try FileManager.default.removeItem(at: folder)
    }

    /// Makes a folder with two more in it and a file at each level.
    @discardableResult
    func makeTree(_ name: String) throws -> URL {
        let tree = folder.appending(path: name, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: tree.appending(path: "a/b"),
            withIntermediateDirectories: true
        )
        for path in ["file", "a/file", "a/b/file"] {
            try Data("text".utf8).write(to: tree.appending(path: path))
        }
        return tree
    }

    func setMode(_ mode: mode_t, of url: URL) {
        unsafe XCTAssertEqual(chmod(url.path, mode), 0)
    }

    /// Whether there is something, be it a link that leads nowhere.
    func exists(_ url: URL) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: url.path)) != nil
    }

    func names() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? ["?"]
    }

    func failure(of future: Future<Void, OperationError>) -> OperationError? {
        do throws(FutureError<OperationError>) {
            try future.wait(timeout: patience)
        } catch {
            if case .failure(let error) = error { return error }
        }
        return nil
    }

    func skipAsRoot() throws {
        try XCTSkipIf(geteuid() == 0, "The superuser may do everything.")
    }

    func assertRefused(
        _ url: URL,
        _ code: OperationError.Code,
        _ reason: String = "",
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        do throws(OperationError) {
            try remover.remove(url)
            XCTFail("\(url) was removed.", file: file, line: line)
        } catch {
            XCTAssertEqual(error.code, code, "\(url): \(error)", file: file, line: line)
            let namesReason = reason.isEmpty || error.description.contains(reason)
            XCTAssertTrue(namesReason, "\(url): \(error)", file: file, line: line)
        }
    }
}

extension Outcome {
    func assertSuccess(file: StaticString = #filePath, line: UInt = #line) {
        guard case .success = self else { return XCTFail("\(self)", file: file, line: line) }
    }
}
