import FootingLocalization
import FootingOperations
import Foundation

/// Keys that no table has, of which a handler hears once, and descriptions with keys in them.
final class MissingTexts: Scenario {
    private let bundle: ResourceBundle
    private let queue = FutureQueue(name: "missing", maxConcurrentJobs: 2)
    private let told: Counter
    private let shown: Counter
    private let described: Counter

    init(_ setting: Setting) throws {
        let ledger = setting.ledger
        told = ledger.counter("missing: keys told once")
        shown = ledger.counter("missing: texts shown instead")
        described = ledger.counter("missing: values put in place")
        bundle = try TableFiles(setting.folder).bundle
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        let store = LocalizationStore(bundle)
        store.onMissingKey { [told] missing in
            told.see()
            return "⟦\(missing.key)⟧"
        }
        let count = random.number(1...20)
        told.expect(count)
        // A look-up shows the key while another one asks the handler for it.
        let keys = (1...count).map { "key \($0)" }
        let possible = keys.map { [$0, "⟦\($0)⟧"] }
        let readers = (1...4).map { _ in
            queue.submit {
                let l10n = store.localizer(for: ["en"])
                return keys.map { l10n($0) }
            }
        }
        for reader in readers {
            let texts = try reader.wait(timeout: patience)
            shown.check(zip(texts, possible).allSatisfy { $1.contains($0) }, "\(texts)")
        }
        let l10n = store.localizer(for: ["en"])
        shown.check(keys.map { l10n($0) }, is: keys.map { "⟦\($0)⟧" })

        let values: [String: Any] = [
            "title": "@owner", "rows": ["@owner", "17"], "mail": #"\@ann"#,
        ]
        let localized = store.localizer(for: ["pl"]).localizingValues(in: values)
        described.check(localized["title"] as? String, is: "pl owner, v0")
        described.check(localized["rows"] as? [String], is: ["pl owner, v0", "17"])
        described.check(localized["mail"] as? String, is: "@ann")
    }
}
