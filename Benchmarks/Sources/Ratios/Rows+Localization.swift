import Dispatch
import FootingLocalization
import Foundation
import Harness
import Records
import Tables

extension Comparison {
    static func localization() -> [Comparison] {
        lookUps() + loadingOfTables() + formatting() + choiceOfLanguages() + hostileTables()
            + messages() + keysInSources() + tablesWrittenBack() + exchange()
    }

    private static func lookUps() -> [Comparison] {
        let peer = "Bundle.localizedString"
        return [
            lookUp("look-up among 10,000 keys", to: peer, goal: 0.05) { lookUps in
                Sides(
                    ours: { lookUps.ours($0, lookUps.keys) },
                    peer: { lookUps.peer($0, lookUps.keys) }
                )
            },
            lookUp("look-up of a missing key", missing: true, to: peer, goal: 1.0 / 14) { lookUps in
                Sides(
                    ours: { lookUps.ours($0, lookUps.keys) },
                    peer: { lookUps.peer($0, lookUps.keys) }
                )
            },
            lookUp("look-up in the named table", to: "the same without a name", goal: 1.1) {
                lookUps in
                Sides(
                    ours: { lookUps.ours($0, lookUps.keys, table: "Localizable") },
                    peer: { lookUps.ours($0, lookUps.keys) }
                )
            },
            lookUp("look-up on 2 threads", to: "\(peer) on 2", goal: 1.0 / 30) { lookUps in
                Sides(
                    ours: { lookUps.onTwoThreads($0) { $0.ours($1, $2) } },
                    peer: { lookUps.onTwoThreads($0) { $0.peer($1, $2) } }
                )
            },
            lookUp("look-up on 2 threads", to: "ours on 1", goal: 1 / 1.8) { lookUps in
                Sides(
                    ours: { lookUps.onTwoThreads($0) { $0.ours($1, $2) } },
                    peer: { lookUps.ours($0, lookUps.keys) }
                )
            },
        ]
    }

    private static func lookUp(
        _ title: String,
        missing: Bool = false,
        to peer: String,
        goal: Double,
        sides: @escaping (LookUps) -> Sides
    ) -> Comparison {
        Comparison(title, to: peer, goal: goal) { _ in sides(try LookUps(missing: missing)) }
    }
}

/// Look-ups of a thousand keys among ten thousand, by us and by Foundation.
private struct LookUps {
    let keys: [String]
    private let halves: [[String]]
    private let localizer: Localizer
    private let foundation: Bundle

    init(missing: Bool) throws {
        let folder = try TemporaryBundle(strings: ["en": StringsDocument().text])
        defer { folder.remove() }
        // A power of two, so that finding the next key costs next to nothing.
        keys = (0..<1_024).map { StringsDocument.key($0 * 9) + (missing ? ".missing" : "") }
        halves = [Array(keys[..<512]), Array(keys[512...])]
        localizer = LocalizationStore(folder.bundle).localizer(for: ["en"])
        guard let foundation = Bundle(url: folder.bundle.url) else {
            throw Comparison.Unavailable("Bundle does not open \(folder.bundle.url.path)")
        }
        self.foundation = foundation
        // After this, Foundation has the table in memory as well.
        for key in keys {
            let text = localizer(key)
            guard text == foundation.localizedString(forKey: key, value: nil, table: nil),
                missing == (text == key)
            else { throw Difference() }
        }
    }

    @inline(__always)
    func ours(_ count: Int, _ keys: [String], table: String? = nil) {
        let mask = keys.count - 1
        for number in 0..<count { blackHole(localizer(keys[number & mask], table: table)) }
    }

    func peer(_ count: Int, _ keys: [String]) {
        let mask = keys.count - 1
        for number in 0..<count {
            let key = keys[number & mask]
            blackHole(foundation.localizedString(forKey: key, value: nil, table: nil))
        }
    }

    /// Has both threads do half of the work, each with keys of its own.
    func onTwoThreads(_ count: Int, _ work: @Sendable (LookUps, Int, [String]) -> Void) {
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            work(self, (count + thread) / 2, halves[thread])
        }
    }
}
