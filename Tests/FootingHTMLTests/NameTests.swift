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

    func testCategoriesNameKnownElements() {
        // A misspelt name would be taken for another.
        XCTAssertEqual(Name.other.categories, [])
        XCTAssertTrue(Name.br.isIn(.void) && Name.li.isIn(.impliedEnd) && Name.svg.isIn(.unsafe))
    }

    func testNodesAreSmall() {
        XCTAssertEqual(MemoryLayout<Node>.stride, 32)
    }
}
