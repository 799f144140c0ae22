@testable import FootingHTML
import XCTest

final class NameTests: XCTestCase {
    func testTheIdentifierOfACaseIsItsPosition() {
        for (position, name) in Name.allCases.enumerated() {
            XCTAssertEqual(Int(name.id), position)
            XCTAssertEqual(Name(id: NameID(position)), name)
            XCTAssertEqual(NameTable.known.id(of: name.rawValue), name.id)
        }
        XCTAssertEqual(Name(id: 1_000_000), .other)
    }

    func testNodesAreSmall() {
        XCTAssertEqual(MemoryLayout<Node>.stride, 32)
    }
}
