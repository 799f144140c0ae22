import FootingLocalization

/// A table of one language, with look-up of entries by key.
///
/// Keys of the predicate editor match without their choices: a translator may split
/// `%[is,is not]@` into `%[is]@` and `%[is not]@`.
struct TableContents {
    struct Entry {
        let index: Int
        let key: String
        let text: String
        let file: Int
        let line: Int?
    }

    let table: StringTable
    /// The entries, in the order of the files.
    let entries: [Entry]
    private let places: [KeyBytes: Int]

    init(_ table: StringTable) {
        self.table = table
        var entries: [Entry] = []
        var places: [KeyBytes: Int] = [:]
        table.forEachEntry { index, key, text, file, line in
            places[Self.place(of: key)] = entries.count
            entries.append(Entry(index: index, key: key, text: text, file: file, line: line))
        }
        self.entries = entries
        self.places = places
    }

    subscript(key: String) -> Entry? { places[Self.place(of: key)].map { entries[$0] } }

    private static func place(of key: String) -> KeyBytes { KeyBytes(key.withoutChoices ?? key) }
}

/// A key that is compared by its bytes, as in look-ups: a composed and a decomposed é differ.
struct KeyBytes: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (first: KeyBytes, second: KeyBytes) -> Bool {
        first.text.utf8.elementsEqual(second.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
