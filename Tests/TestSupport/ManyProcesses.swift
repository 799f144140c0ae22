import Foundation
package import XCTest

extension XCTestCase {
    /// Asserts that `lines` are the same in three processes, or in twenty under stress, each with
    /// its own hash seed.
    ///
    /// Each process runs this one test again, where this only prints the lines that it makes from
    /// the same argument.
    package func assertSameInManyProcesses(
        _ argument: @autoclosure () throws -> String = "",
        _ lines: (String) throws -> [String]
    ) throws {
        let key = "FOOTING_LINES_OF"
        let mark = "Line: "
        if let argument = ProcessInfo.processInfo.environment[key] {
            for line in try lines(argument) { print(mark + line.debugDescription) }
            return
        }
        // With the other variable, every process would have the same hash seed.
        let environment = try [key: argument(), "SWIFT_DETERMINISTIC_HASHING": nil]
        var first: [Substring]?
        for _ in 0..<rounds(3, underStress: 20) {
            let (status, output) = try runProgram(command, environment: environment)
            XCTAssertEqual(status, 0, output)
            let printed = output.split(separator: "\n").filter { $0.hasPrefix(mark) }
            XCTAssertFalse(printed.isEmpty, output)
            guard let expected = first else {
                first = printed
                continue
            }
            guard printed != expected else { continue }
            let difference = zip(printed, expected).first { $0 != $1 }
            return XCTFail("\(String(describing: difference)) in two processes")
        }
    }
}
