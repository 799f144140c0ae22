// Lets somebody choose after a failure: retry, skip or stop.
//
// Run it with `swift run RecoverFromErrors`.

import FootingOperations
import Foundation

enum Choice: Sendable { case retry, skip, stop }

/// A failure that has options of its own.
enum CopyError: LocalizedError, RecoverableError {
    case busy, missing

    var errorDescription: String? { self == .busy ? "The file is busy." : "There is no such file." }
    var recoverySuggestion: String? { self == .busy ? "Close it in the other program." : nil }
    var recoveryOptions: [String] { self == .busy ? ["Try Again", "Skip"] : ["Skip"] }

    func attemptRecovery(optionIndex: Int) -> Bool {
        recoveryOptions[optionIndex] == "Try Again"
    }
}

@Sendable func copyNow(_ file: String, attempt: Int) throws -> Int {
    if file == "gone" { throw CopyError.missing }
    if file == "busy", attempt < 3 { throw CopyError.busy }
    if file == "full" { throw POSIXError(.ENOSPC) }
    return file.utf8.count
}

func copy(_ file: String, attempt: Int) async throws -> Int {
    try copyNow(file, attempt: attempt)
}

/// A terminal, a window or a web page; this one always chooses the first option.
@Sendable func choose(_ error: any Error, _ attempt: Int) -> Choice {
    guard let error = error as? any RecoverableError else {
        let options = (error as NSError).localizedRecoveryOptions ?? []
        print("Another error, with \(options.count) options")
        return .stop
    }
    print(error.localizedDescription, error.recoveryOptions)
    return error.attemptRecovery(optionIndex: 0) ? .retry : .skip
}

func ask(_ error: any Error, _ attempt: Int) async -> Choice { choose(error, attempt) }

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
                switch await ask(error, attempt) {  // a terminal, a window, a web page
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

// The same in a job, which blocks until somebody has chosen.
let future = FutureQueue.shared.submit {
    var attempt = 1
    while true {
        do {
            return try copyNow("busy", attempt: attempt)
        } catch {
            if FutureQueue.isCurrentJobCancelled { throw CancellationError() }
            guard choose(error, attempt) == .retry else { throw error }
            attempt += 1
        }
    }
}
print(try await future.value)

do {
    _ = try await copyAll(["full"])
} catch {
    print("stopped")
}
