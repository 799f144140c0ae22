import Foundation
import XCTest

/// The data of html5lib-tests, in the folder that `FOOTING_HTML5LIB` names in the environment.
enum HTML5Lib {
    static func files(in folder: String, _ pathExtension: String) throws -> [URL] {
        guard let path = ProcessInfo.processInfo.environment["FOOTING_HTML5LIB"] else {
            throw XCTSkip("FOOTING_HTML5LIB names no folder with the tests of html5lib.")
        }
        let folder = URL(fileURLWithPath: path).appendingPathComponent(folder)
        return try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        .filter { $0.pathExtension == pathExtension }
        .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
}
