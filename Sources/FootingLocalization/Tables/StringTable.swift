/// The strings of one table in one language, by key; immutable.
///
/// The table is its own hash table, and look-ups borrow its memory. They take less than half the
/// time of look-ups in a `Dictionary`, which mostly count references to keys and strings.
package final class StringTable: Sendable {
    package let name: String
    let language: LanguageContext

    /// Valid during the lifetime of the table.
    let memory: StringTableMemory

    package let files: [String]

    init(_ builder: StringTableBuilder) {
        name = builder.name
        language = builder.language
        files = builder.files
        memory = builder.moveMemory()
    }

    deinit {
        memory.deallocate()
    }

    @inline(never)
    func index(of key: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int? {
        withExtendedLifetime(self) { unsafe memory.index(of: key, hash: hash) }
    }

    func text(at index: Int) -> String { withExtendedLifetime(self) { memory.text(at: index) } }

    func format(at index: Int) -> LocalizedFormat? {
        withExtendedLifetime(self) { memory.format(at: index) }
    }

    var count: Int { memory.count }

    func hasEntries(ofFileAt path: String) -> Bool {
        guard let file = files.firstIndex(of: path) else { return false }
        return withExtendedLifetime(self) { memory.hasEntries(ofFile: Int32(file)) }
    }

    func file(at index: Int) -> String { files[fileIndex(at: index)] }

    func fileIndex(at index: Int) -> Int {
        withExtendedLifetime(self) { Int(memory[index].file) }
    }

    func line(at index: Int) -> Int? {
        withExtendedLifetime(self) { memory[index].line.map { Int($0) } }
    }
}
