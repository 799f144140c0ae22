/// The texts of one table in one language, by key; immutable.
///
/// It is its own hash table and not a `Dictionary`, and it lends its memory to look-ups: so a
/// look-up takes less than half of the time, most of which goes into counting references to key and
/// text.
package final class StringTable: Sendable {
    package let name: String
    let language: LanguageContext

    /// The memory for look-ups, valid for as long as the table lives.
    let memory: StringTableMemory

    package let files: [String]

    init(_ builder: StringTableBuilder) {
        name = builder.name
        language = builder.language
        files = builder.files
        memory = builder.takeMemory()
    }

    deinit {
        memory.deallocate()
    }

    /// The index of a key with a hash.
    @inline(never)
    func index(of key: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int? {
        withExtendedLifetime(self) { unsafe memory.index(of: key, hash: hash) }
    }

    func text(at index: Int) -> String { withExtendedLifetime(self) { memory.text(at: index) } }

    func format(at index: Int) -> LocalizedFormat? {
        withExtendedLifetime(self) { memory.format(at: index) }
    }

    var count: Int { memory.count }

    /// Whether it has entries of a file.
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
