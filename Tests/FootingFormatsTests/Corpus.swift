import Foundation
import XCTest

/// The inputs of a fuzzer.
enum Corpus {
    @TaskLocal static var input = "no input"

    static func forEach(
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
            XCTAssertLessThanOrEqual(bytes.count, 2_048, "\(name) is large for a beginning.")
            try $input.withValue("\(fuzzer)/\(name)") { try body(bytes) }
        }
    }
}

/// The assertion of the promises, which the fuzzers define in another way.
func expect(
    _ isTrue: Bool,
    _ broken: @autoclosure () -> String,
    file: StaticString = #filePath,
    line: UInt = #line
) {
    XCTAssertTrue(isTrue, "\(Corpus.input): \(broken())", file: file, line: line)
}
