import FootingMapping
import Foundation
import XCTest

/// The public JSONTestSuite, through the public methods.
final class PublicSuiteTests: XCTestCase {
    private struct Nothing: Codable {}

    func testBothReadersJudgeThePublicSuiteRight() throws {
        guard let folder = ProcessInfo.processInfo.environment["FOOTING_JSON_TEST_SUITE"] else {
            throw XCTSkip("FOOTING_JSON_TEST_SUITE does not name the folder of JSONTestSuite.")
        }
        let parent = URL(filePath: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: parent.path)
        var counts: [Character: Int] = [:]
        for name in names.sorted() where name.hasSuffix(".json") {
            guard let kind = name.first else { continue }
            let data = try Data(contentsOf: parent.appending(path: name))
            counts[kind, default: 0] += 1
            let judgements = [isDocumentToMapping(data), isDocumentToDecoder(data)]
            switch kind {
            case "y": XCTAssertEqual(judgements, [true, true], name)
            case "n": XCTAssertEqual(judgements, [false, false], name)
            // The suite leaves these cases to implementations: both readers must agree.
            default: XCTAssertEqual(judgements[0], judgements[1], name)
            }
        }
        XCTAssertEqual(counts["y"], 95)
        XCTAssertEqual(counts["n"], 188)
    }

    private func isDocumentToMapping(_ data: Data) -> Bool {
        var nothing = Nothing()
        do throws(MappingError) {
            _ = try Mapping<Nothing> {}.apply(json: data, to: &nothing)
            return true
        } catch {
            return false
        }
    }

    private func isDocumentToDecoder(_ data: Data) -> Bool {
        do throws(MappingError) {
            _ = try LenientDecoder().decode(Nothing.self, json: data)
            return true
        } catch {
            return false
        }
    }
}
