import FootingOperations
import Foundation
import TestSupport
import XCTest

/// The facts about Foundation, and the loop, of the page about choices after a failure.
final class RecoveryTests: XCTestCase {
    func testOptionsOfAnErrorAreThereInBothForms() {
        let error: any Error = Busy()
        let bridged = error as NSError
        XCTAssertEqual(bridged.localizedRecoveryOptions, ["Try Again", "Skip"])
        XCTAssertEqual(bridged.localizedRecoverySuggestion, "Close it.")
        XCTAssertEqual((error as? any RecoverableError)?.attemptRecovery(optionIndex: 1), false)

        let foreign = NSError(
            domain: "test",
            code: 1,
            userInfo: [NSLocalizedRecoveryOptionsErrorKey: ["Again"]]
        )
        XCTAssertEqual(foreign.localizedRecoveryOptions, ["Again"])
        XCTAssertFalse((foreign as any Error) is any RecoverableError)
    }

    func testEachChoiceIsFollowed() async throws {
        let asked = Log<String>()
        let all = try await copyAll(["busy", "gone", "one"]) { error, attempt in
            asked.add("\(error) \(attempt)")
            return error is Busy ? .retry : .skip
        }
        XCTAssertEqual(all, [4, 3])
        XCTAssertEqual(asked.entries, ["Busy() 1", "Busy() 2", "Gone() 1"])

        do {
            _ = try await copyAll(["one", "gone"]) { _, _ in .stop }
            XCTFail("The failure was lost.")
        } catch {
            XCTAssertTrue(error is Gone)
        }
    }

    func testNobodyIsAskedAfterACancellation() async {
        let asked = Log<String>()
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await copyAll(["busy"]) { _, _ in
                asked.add("asked")
                return .retry
            }
        }
        do {
            _ = try await task.value
            XCTFail("The work was not cancelled.")
        } catch {
            XCTAssertTrue(error is CancellationError)
        }
        XCTAssertEqual(asked.entries, [])
    }
}

private enum Choice: Sendable { case retry, skip, stop }

private struct Gone: Error {}

private struct Busy: LocalizedError, RecoverableError {
    var recoverySuggestion: String? { "Close it." }
    var recoveryOptions: [String] { ["Try Again", "Skip"] }

    func attemptRecovery(optionIndex: Int) -> Bool { optionIndex == 0 }
}

private func copy(_ file: String, attempt: Int) async throws -> Int {
    if file == "gone" { throw Gone() }
    if file == "busy", attempt < 3 { throw Busy() }
    return file.utf8.count
}

private func copyAll(
    _ files: [String],
    ask: (any Error, Int) async -> Choice
) async throws -> [Int] {
    var copied: [Int] = []
    files: for file in files {
        var attempt = 1
        while true {
            do {
                copied.append(try await copy(file, attempt: attempt))
                continue files
            } catch {
                try Task.checkCancellation()
                switch await ask(error, attempt) {
                case .retry: attempt += 1
                case .skip: continue files
                case .stop: throw error
                }
            }
        }
    }
    return copied
}
