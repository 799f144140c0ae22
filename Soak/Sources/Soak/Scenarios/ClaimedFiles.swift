import FootingExtendedAttributes
import FootingOperations
import Foundation

/// Files that several jobs claim at the same time, of which exactly one succeeds.
final class ClaimedFiles: Scenario {
    private let folder: URL
    private let queue = FutureQueue(name: "claims", maxConcurrentJobs: 3)
    private let won: Counter
    private let kept: Counter
    private let whole: Counter

    init(_ setting: Setting) throws {
        let ledger = setting.ledger
        let folder = setting.folder
        self.folder = folder
        won = ledger.counter("claims: won by one")
        kept = ledger.counter("claims: winners kept")
        whole = ledger.counter("claims: values read whole")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        let file = folder.appending(path: "\(thread)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }

        let claims = (1...random.number(2...8)).map { number in
            queue.submit { try Self.claim(file, by: number) }
        }
        let winners = try claims.map { try $0.wait(timeout: patience) }
        let winner = winners.firstIndex(of: true).map { "job \($0 + 1)" }
        won.check(winners.count(where: \.self), is: 1)
        kept.check(try file.extendedAttributes.value(for: .soakOwner), is: winner)

        // One job replaces a value by longer and shorter ones, the others read it.
        let lengths = (1...10).map { _ in random.number(0...3000) }
        try file.extendedAttributes.set("", for: .soakOwner)
        let writer = queue.submit {
            for length in lengths {
                let text = String(repeating: "\(length % 10)", count: length)
                try file.extendedAttributes.set(text, for: .soakOwner)
            }
        }
        let readers = (1...2).map { _ in
            queue.submit {
                try (1...10).allSatisfy { _ in
                    let text = try file.extendedAttributes.value(for: .soakOwner) ?? "-"
                    let isOneDigit = text.utf8.allSatisfy { $0 == text.utf8.first }
                    return isOneDigit && (lengths + [0]).contains(text.utf8.count)
                }
            }
        }
        for reader in readers { whole.check(try reader.wait(timeout: patience)) }
        try writer.wait(timeout: patience)
    }

    private static func claim(_ file: URL, by number: Int) throws -> Bool {
        do throws(ExtendedAttributeError) {
            try file.extendedAttributes.set("job \(number)", for: .soakOwner, mode: .createOnly)
            return true
        } catch {
            guard error.code == .alreadyExists else { throw error }
            return false
        }
    }
}
