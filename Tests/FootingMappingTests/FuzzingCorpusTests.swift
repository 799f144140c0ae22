import FootingMapping
import Foundation
import XCTest

/// What the fuzzers start from, and whatever they have found, against the very promises they check.
final class FuzzingCorpusTests: XCTestCase {
    func testMappingsKeepTheirPromisesForEveryType() throws {
        try Corpus.forEach("Mappings") { bytes in
            try XCTUnwrap(MappingPromises(bytes), "Too short to say anything.").check(types: .all)
        }
    }

    func testMappingsKeepTheirPromisesInAnyOptions() throws {
        var generator = SplitMix(seed: 9)
        try Corpus.forEach("Mappings") { bytes in
            for _ in 0..<2 * stressFactor {
                let header = (0..<5).map { _ in UInt8.random(in: 0x40...0x7F, using: &generator) }
                MappingPromises(header + bytes.dropFirst(5))?.check(types: .some)
            }
        }
    }

    func testFormsOfDatesKeepTheirPromises() throws {
        var takenCount = 0
        try Corpus.forEach("DateTexts") { bytes in
            guard let promises = DateFormPromises(bytes) else { return }
            promises.check()
            if promises.isTaken { takenCount += 1 }
        }
        XCTAssertGreaterThan(takenCount, 5, "Hardly anything in the corpus is a date.")
    }
}

/// The inputs of a fuzzer.
enum Corpus {
    @TaskLocal static var input = "no input"

    static func forEach(_ fuzzer: String, _ body: ([UInt8]) throws -> Void) throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = package.appending(path: "Fuzzing/Corpora/\(fuzzer)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        XCTAssertGreaterThan(names.count, 10, folder.path)
        for name in names {
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
            XCTAssertLessThanOrEqual(bytes.count, 2_048, "\(name) is large for a beginning.")
            try $input.withValue("\(fuzzer)/\(name)") { try body(bytes) }
        }
    }
}

/// What the promises that are shared with the fuzzers call.
func expect(
    _ isTrue: Bool,
    _ broken: @autoclosure () -> String,
    file: StaticString = #filePath,
    line: UInt = #line
) {
    XCTAssertTrue(isTrue, "\(Corpus.input): \(broken())", file: file, line: line)
}
