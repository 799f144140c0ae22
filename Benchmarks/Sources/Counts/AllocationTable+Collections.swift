import FootingCollections
import Harness

extension AllocationTable {
    /// The allocations of names: one for the bytes of a key, and none to compare different folds.
    static func collectionsCases() -> [Case] {
        let (name, other) = ("Ångström, Åsa-Britta", "Angst, Bo")
        let (key, otherKey) = (NameKey(name), NameKey(other))
        let comparator = NameComparator()
        return [
            Case(title: "key of a name of 20 letters", promised: 1) { blackHole(NameKey(name)) },
            Case(title: "two keys compared", promised: 0) { blackHole(key < otherKey) },
            Case(title: "two names compared", promised: 0) {
                blackHole(comparator.compare(name, other))
            },
        ]
    }
}
