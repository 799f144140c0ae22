// Lets somebody choose after a failure: retry, skip or stop.
//
// Run it with `swift run RecoverFromErrors`.

import FootingOperations
import Foundation

enum Choice: Sendable { case retry, skip, stop }

/// A failure that brings its own options.
enum CopyError: Int, LocalizedError, RecoverableError {
    case busy, missing

    var errorDescription: String? { self == .busy ? "The file is busy." : "There is no such file." }
    var recoverySuggestion: String? { self == .busy ? "Close it, and try again." : nil }
    var recoveryOptions: [String] { ["Try Again", "Skip"] }

    func attemptRecovery(optionIndex: Int) -> Bool { optionIndex == 0 }
}

func copy(_ file: String, attempt: Int) async throws -> Int {
    if file == "gone" { throw CopyError.missing }
    if file == "busy", attempt < 3 { throw CopyError.busy }
    return file.utf8.count
}

/// A terminal, a window or a web page; here the answers are known.
func ask(_ error: any Error, _ attempt: Int) async -> Choice {
    let error = error as NSError
    print(error.localizedDescription, error.localizedRecoverySuggestion ?? "")
    print("  options:", error.localizedRecoveryOptions ?? [])
    guard let own = error as? any RecoverableError else { return .stop }
    return own.attemptRecovery(optionIndex: attempt < 3 ? 0 : 1) ? .retry : .skip
}

func copyAll(_ files: [String]) async throws -> [Int] {
    var copied: [Int] = []
    files: for file in files {
        var attempt = 1
        while true {
            do {
                copied.append(try await copy(file, attempt: attempt))
                continue files
            } catch {
                try Task.checkCancellation()  // nobody is asked after a cancellation
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
print(try await copyAll(["one", "busy", "gone", "three"]))
