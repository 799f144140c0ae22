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

    private let entries: [Entry]
    package let files: [String]

    /// The parts of an entry other than its key and its string.
    struct Entry: Sendable {
        /// The text's format, or `nil` if it has nothing to fill in.
        let format: LocalizedFormat?
        let origin: Origin
    }

    /// Where an entry stands.
    struct Origin: Sendable {
        /// The file by its place among those of the table.
        let file: Int32
        let line: Int32?
    }

    init(_ builder: StringTableBuilder) {
        name = builder.name
        language = builder.language
        files = builder.files
        (memory, entries) = builder.takeEntries()
    }

    deinit {
        memory.deallocate()
    }

    /// The index of a key with a hash.
    @inline(__always)
    func index(of key: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int? {
        withExtendedLifetime(self) { unsafe memory.index(of: key, hash: hash) }
    }

    func text(at index: Int) -> String { withExtendedLifetime(self) { memory.text(at: index) } }

    func format(at index: Int) -> LocalizedFormat? { entries[index].format }

    var count: Int { entries.count }

    /// Whether it has entries of a file.
    func hasEntries(ofFileAt path: String) -> Bool {
        guard let file = files.firstIndex(of: path) else { return false }
        return entries.contains { Int($0.origin.file) == file }
    }

    func file(at index: Int) -> String { files[fileIndex(at: index)] }

    func fileIndex(at index: Int) -> Int { Int(entries[index].origin.file) }

    func line(at index: Int) -> Int? { entries[index].origin.line.map { Int($0) } }
}
