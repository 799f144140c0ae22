import FootingLocalization
import FootingLocalizationTools
import Foundation
import Synchronization

/// Tables that one thread at a time replaces, breaks and mends, while the others look texts up.
final class ReloadedTables: Scenario {
    private let files: TableFiles
    private let store: LocalizationStore
    /// The version of the files, in the hands of the thread that replaces them.
    private let turn = Mutex(0)
    /// The version that every new localizer has at least.
    private let published = Atomic(0)

    private let texts: Counter
    private let fresh: Counter
    private let alike: Counter
    private let old: Counter
    private let reloaded: Counter
    private let kept: Counter
    private let mended: Counter
    private let findings: Counter

    init(_ setting: Setting) throws {
        let ledger = setting.ledger
        texts = ledger.counter("tables: texts as written")
        fresh = ledger.counter("tables: versions not too old")
        alike = ledger.counter("tables: versions alike in a file")
        old = ledger.counter("tables: localizers that stay")
        reloaded = ledger.counter("tables: versions published")
        kept = ledger.counter("tables: broken files noticed")
        mended = ledger.counter("tables: mended files noticed")
        findings = ledger.counter("tables: reports without errors")
        files = try TableFiles(setting.folder)
        store = LocalizationStore(try files.bundle)
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        if random.oneIn(6) {
            let isMine: Void? = try turn.withLockIfAvailable { version in
                try replace(&version, &random)
            }
            if isMine != nil { return }
        }
        for _ in 1...random.number(10...200) { try read(&random) }
    }

    private func replace(_ version: inout Int, _ random: inout RandomSource) throws {
        let before = store.localizer(for: ["de"])
        let oldGreeting = before("greeting", "Ann")

        if random.oneIn(2) {
            let language = random.choice("en", "pl", "de")
            try files.damage(language, version: version, &random)
            _ = try store.reloadIfChanged()
            // A reader may have reloaded before; so only the result counts.
            kept.check(keptFiles, is: 1)
            texts.check(store.localizer(for: ["de"])("greeting", "Ann"), is: oldGreeting)
            checkBooks(store.localizer(for: ["pl"]), "pl", version, &random)
            try files.write(version: version, language)
            _ = try store.reloadIfChanged()
            mended.check(keptFiles, is: 0)
        }

        version += 1
        try files.write(version: version)
        if random.oneIn(4) { try store.reload() } else { _ = try store.reloadIfChanged() }
        published.store(version, ordering: .sequentiallyConsistent)
        reloaded.check(store.localizer(for: ["en"])("stamp"), is: "\(version)")
        old.check(before("greeting", "Ann"), is: oldGreeting)
        for language in TableFiles.languages {
            let preferences = LanguagePreferences(names: [language])
            checkBooks(store.localizer(for: preferences), language, version, &random)
        }
        if random.oneIn(4) { findings.check(LocalizationLint(store).count(of: .error), is: 0) }
    }

    private var keptFiles: Int { store.report.issues.count { $0.resolution == .keptOldStrings } }

    private func checkBooks(
        _ l10n: Localizer,
        _ language: String,
        _ version: Int,
        _ random: inout RandomSource
    ) {
        let count = random.number(0...999)
        let expected = TableFiles.books(count, language, version: version)
        texts.check(l10n("books", count), is: expected)
    }

    private func read(_ random: inout RandomSource) throws {
        // Between two files of another thread, too.
        if random.oneIn(100) { _ = try store.reloadIfChanged() }

        let least = published.load(ordering: .sequentiallyConsistent)
        let language = random.choice("en", "pl", "de")
        // Headers without end, of which the store remembers some.
        let header =
            "\(language)-\(random.choice("AT", "PL", "GB")), fr;q=0.\(random.number(1...999))"
        let l10n = store.localizer(acceptLanguage: header)
        texts.check(l10n.languages.first?.description ?? "none", is: language)

        let stamp = l10n("stamp")
        let version = Int(stamp) ?? -1
        fresh.check(version >= least, "“\(stamp)” after \(least)")
        alike.check(l10n("greeting", "Ann"), is: "\(language): Ann, v\(version)")
        alike.check(l10n("owner"), is: "\(language) owner, v\(version)")
        texts.check(l10n("nowhere", default: "Nothing."), is: "Nothing.")
        // The other file may be of another version.
        let count = random.number(0...999)
        let books = l10n("books", count)
        let bookVersion = books.split(separator: "v").last.flatMap { Int($0) } ?? -1
        texts.check(books, is: TableFiles.books(count, language, version: bookVersion))
        fresh.check(bookVersion >= least, "“\(books)” after \(least)")
    }
}
