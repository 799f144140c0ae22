@testable import FootingArchives
import Foundation
import XCTest

final class ArchiveSourceTests: XCTestCase {
    func testChunksOfMemoryEndWithIt() throws {
        for count in [0, 1, 65_535, 65_536, 65_537, 200_000] {
            // A slice, after which its data goes on.
            let all = Samples.noise(count + 10)
            for data in [all.dropFirst(3).prefix(count), Data(all.prefix(count))] {
                var copy = Data()
                try ArchiveSource(data).forEachChunk { copy += $0 }
                XCTAssertEqual(copy, data)
            }
        }
    }
}
