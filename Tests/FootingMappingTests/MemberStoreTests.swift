@testable import FootingMapping
import Foundation
import XCTest

/// The memory for the members of an object whose names become known one by one.
final class MemberStoreTests: XCTestCase {
    func testOnlyNamesThatAnObjectHasTwiceAreLookedUpAgain() throws {
        let json = Data(#"{"a": 1, "b": 2, "a": 3}"#.utf8)
        for rule in [MappingOptions.DuplicateKeys.first, .last, .reject] {
            var options = MappingOptions.standard
            options.duplicateKeys = rule
            let positions = try SourceContext.lend(json: json, options, for: .make) {
                object -> [Int] in
                var store = MemberStore()
                var report = MappingReport()
                _ = store.read(object, KeyTable(["a", "b", "c"]), &report, at: [])
                XCTAssertEqual(report.duplicateKeyCount, 1)
                store.forgetRepeated()
                return (0..<3).map { store.members[$0] }
            }.get()
            // The root's token is followed by those of the members: a key, a value, and so on.
            XCTAssertEqual(positions, [Members.unknown, 4, Members.absent])
        }
    }
}
