import Foundation
import XCTest

/// The inputs of a fuzzer.
package enum Corpus {
    /// The name of the input that is checked now, for messages of tests.
    @TaskLocal package static var input = "no input"

    /// Calls `body` with each input; fails the test unless there are more than `minimum` inputs.
    package static func forEach(
        _ fuzzer: String,
        moreThan minimum: Int = 10,
        _ body: ([UInt8]) throws -> Void
    ) throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = package.appending(path: "Fuzzing/Corpora/\(fuzzer)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        XCTAssertGreaterThan(names.count, minimum, folder.path)
        for name in names {
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
            XCTAssertLessThanOrEqual(bytes.count, 2_048, "\(name) is large for a seed.")
            try $input.withValue("\(fuzzer)/\(name)") { try body(bytes) }
        }
    }
}
