package import Foundation
package import XCTest

/// A folder of its own for one test, with the files that the test writes into it.
package final class TemporaryFolder: Sendable {
    package let url: URL

    /// Makes a folder that goes away after `test`.
    package init(_ test: XCTestCase, in parent: URL = TemporaryFolder.parent) throws {
        let url = parent.appending(
            path: "footing-\(UUID().uuidString)",
            directoryHint: .isDirectory
        )
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        test.addTeardownBlock { try? FileManager.default.removeItem(at: url) }
        self.url = url
    }

    /// In memory where there is such a volume, but on the disk under stress.
    ///
    /// A disk that others use as well takes seconds for a thousand small files.
    package static let parent: URL = {
        let memory = "/dev/shm"
        let isUsable = !isUnderStress && FileManager.default.isWritableFile(atPath: memory)
        return isUsable ? URL(filePath: memory) : FileManager.default.temporaryDirectory
    }()

    /// Writes a file, and the folders that lead to it.
    @discardableResult
    package func write(_ text: String, to path: String) throws -> URL {
        try write(Data(text.utf8), to: path)
    }

    @discardableResult
    package func write(_ data: Data, to path: String) throws -> URL {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try data.write(to: file)
        return file
    }

    @discardableResult
    package func makeFolder(_ path: String) throws -> URL {
        let folder = url.appending(path: path)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
