import FootingLocalization
import FootingLocalizationMembers

/// A table of one language, with look-up of entries by key.
///
/// Keys of the predicate editor match without their choices: a translator may split
/// `%[is,is not]@` into `%[is]@` and `%[is not]@`.
struct TableContents {
    let table: StringTable
    let entries: [TableEntry]
    private var indices: [KeyBytes: Int] = [:]

    init(_ table: StringTable) {
        self.table = table
        entries = table.entries
        for index in entries.indices { indices[Self.plainKey(entries[index].key)] = index }
    }

    subscript(key: String) -> TableEntry? { indices[Self.plainKey(key)].map { entries[$0] } }

    private static func plainKey(_ key: String) -> KeyBytes {
        KeyBytes(key.withoutChoices ?? key)
    }
}
