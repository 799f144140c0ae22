import XCTest

@testable import FootingProxies

final class DeadlineHeapTests: XCTestCase {
    func testEqualDeadlinesKeepTheirOrderAmongOthers() {
        for count in 0...64 {
            var heap = DeadlineHeap<Int>()
            for number in 0..<count { heap.insert(number, at: UInt64(number * 7 % 3)) }
            heap.removeAll { $0 % 5 == 4 }

            var values: [Int] = []
            while let value = heap.popFirst(through: 2) { values.append(value) }

            let left = (0..<count).filter { $0 % 5 != 4 }
            let expected = (0..<3).flatMap { time in left.filter { $0 * 7 % 3 == time } }
            XCTAssertEqual(values, expected, "\(count) values")
        }
    }

    func testOnlyDeadlinesThatHaveComeAreTaken() {
        var heap = DeadlineHeap<Int>()
        heap.insert(1, at: 5)
        XCTAssertNil(heap.popFirst(through: 4))
        XCTAssertEqual(heap.firstDeadline, 5)
        XCTAssertEqual(heap.popFirst(through: 5), 1)
        XCTAssertNil(heap.firstDeadline)
    }
}
