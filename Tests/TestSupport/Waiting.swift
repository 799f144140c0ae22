import Foundation
import XCTest

/// Long enough for any machine, and the end of a test that hangs.
package let patience: Duration = .seconds(60)

/// Waits until `condition` holds, and returns false if it does not within the patience of a test.
package func eventually(_ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + patience
    while !condition() {
        guard ContinuousClock.now < deadline else { return false }
        sched_yield()
    }
    return true
}

/// Waits until `condition` holds, and fails the test if that takes too long.
package func assertComesTrue(
    _ condition: @autoclosure () -> Bool,
    _ message: String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) {
    if eventually(condition) { return }
    XCTFail("It did not come true. \(message)", file: file, line: line)
}

/// Waits as the synchronous form does, without holding one of the threads that run tasks.
package func assertComesTrue(
    _ condition: @autoclosure () -> Bool,
    _ message: String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) async {
    let deadline = ContinuousClock.now + patience
    while !condition() {
        guard ContinuousClock.now < deadline else {
            return XCTFail("It did not come true. \(message)", file: file, line: line)
        }
        await Task.yield()
    }
}
