import FootingLocalization
import Foundation
import Harness
import Records
import Tables

/// Tables and headers that are there to hurt: ten times as much takes ten times as long.
extension Comparison {
    static func hostileTables() -> [Comparison] {
        [
            tables("42 hostile tables of 10 KB", ofBytes: 1_000, HostileTables.openers),
            tables("42 hostile tables of 100 KB", ofBytes: 10_000, HostileTables.openers),
            tables("lines of 300 KB", ofBytes: 30_000, HostileTables.longLines),
            tables("lines of 3 MB", ofBytes: 300_000, HostileTables.longLines),
            tables("one key 2,000 times", of: 200, HostileTables.equalKeys),
            tables("one key 20,000 times", of: 2_000, HostileTables.equalKeys),
            tables("1,000 languages of a catalog", of: 100, HostileTables.languages),
            tables("10,000 languages of a catalog", of: 1_000, HostileTables.languages),
            tables("100,000 languages of a catalog", of: 10_000, HostileTables.languages),
            choice(among: 100), choice(among: 900),
            headers(),
        ]
    }

    private static func tables(
        _ title: String,
        ofBytes size: Int,
        _ make: @escaping (_ size: Int) -> [String: Data]
    ) -> Comparison {
        tables(title, to: "10 loads of \(size / 1_000) KB", size, make)
    }

    private static func tables(
        _ title: String,
        of count: Int,
        _ make: @escaping (_ count: Int) -> [String: Data]
    ) -> Comparison {
        tables(title, to: "10 loads of \(count)", count, make)
    }

    private static func tables(
        _ title: String,
        to peer: String,
        _ size: Int,
        _ make: @escaping (_ size: Int) -> [String: Data]
    ) -> Comparison {
        growth(title, to: peer, from: size) {
            let folder = try TemporaryBundle(make($0))
            guard !LocalizationStore(folder.bundle).languages.isEmpty else { throw Difference() }
            return folder
        } _: {
            blackHole(LocalizationStore($0.bundle))
        }
    }

    /// A reader of ten languages.
    private static func choice(among count: Int) -> Comparison {
        let peer = "10 times among \(count / 10)"
        return growth("a reader among \(count) languages", to: peer, from: count / 10) { count in
            let folder = try TemporaryBundle(HostileTables.languages(count))
            let store = LocalizationStore(folder.bundle)
            folder.remove()
            let names = HostileTables.languageNames(count)
            let reader = LanguagePreferences(names: (0..<10).map { names[$0 * count / 10] })
            guard store.localizer(for: reader).languages.count >= min(count, 10) else {
                throw Difference()
            }
            return (store, reader)
        } _: { store, reader in
            blackHole(store.localizer(for: reader))
        }
    }

    /// The bytes after the first 4096 are not read, and cost nothing.
    private static func headers() -> Comparison {
        Comparison("8 hostile headers of 1 MB", to: "of 5 KB", goal: 1.25) { _ in
            let long = HostileTables.headers(ofBytes: 1_000_000)
            let short = HostileTables.headers(ofBytes: 5_000)
            func read(_ headers: [String], _ count: Int) {
                for _ in 0..<count {
                    for header in headers { blackHole(LanguagePreferences(acceptLanguage: header)) }
                }
            }
            return Sides(ours: { read(long, $0) }, peer: { read(short, $0) })
        }
    }
}
