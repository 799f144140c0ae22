import FootingLocalization
import Harness
import Tables

extension AllocationTable {
    /// The allocations of strings: formatting allocates the result once, after arguments and bytes.
    static func localizationCases() throws -> [Case] {
        let folder = try Sentences.bundle()
        defer { folder.remove() }
        let store = LocalizationStore(folder.bundle)
        let german = store.localizer(for: ["de"])
        let russian = store.localizer(for: ["ru"])
        return [
            Case(title: "look-up", promised: 0) { blackHole(german("title")) },
            Case(title: "look-up, missing", promised: 0) { blackHole(german("no such title")) },
            Case(title: "text with 2 arguments", promised: 1) {
                blackHole(german("count", "Anna", 7_654_321))
            },
            Case(title: "text with 2 plurals", promised: 1) {
                blackHole(russian("files", 22, 11))
            },
        ]
    }
}
