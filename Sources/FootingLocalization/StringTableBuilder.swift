/// A table while its files are read.
struct StringTableBuilder {
    let name: String
    let language: LanguageContext

    private(set) var slots: [UInt64]
    private(set) var keyBytes: [UInt8] = []
    private(set) var keyEnds: [Int] = []
    private(set) var texts: [String] = []
    private(set) var formats: [LocalizedFormat?] = []
    private(set) var origins: [StringTable.Origin] = []
    private(set) var files: [String] = []

    init(name: String, language: LanguageContext) {
        self.name = name
        self.language = language
        slots = Array(repeating: 0, count: 8)
    }

    /// Names the file of the entries to come and makes room for them.
    mutating func begin(file: String, entries: Int) {
        files.append(file)
        let count = texts.count + entries
        reserveSlots(for: count)
        keyEnds.reserveCapacity(count)
        texts.reserveCapacity(count)
        formats.reserveCapacity(count)
        origins.reserveCapacity(count)
    }

    /// What was there when a key was inserted.
    enum Insertion {
        case new
        case same
        case replaced(inSameFile: Bool, line: Int)
    }

    /// Puts an entry of the current file in, in place of an earlier one with the same key.
    mutating func insert(_ entry: TableEntry) -> Insertion {
        reserveSlots(for: texts.count + 1)
        let origin = StringTable.Origin(
            file: Int32(truncatingIfNeeded: files.count - 1),
            line: Int32(truncatingIfNeeded: entry.line ?? 0)
        )
        let hash = unsafe entry.key.withUTF8Bytes { unsafe KeyHash.hash($0, seed: KeyHash.seed) }
        let slot: Int = unsafe entry.key.withUTF8Bytes { unsafe self.slot(of: $0, hash: hash) }
        guard slots[slot] != 0 else {
            keyBytes.append(contentsOf: entry.key.utf8)
            keyEnds.append(keyBytes.count)
            texts.append(entry.text)
            formats.append(entry.format)
            origins.append(origin)
            slots[slot] = (hash & ~0xFFFF_FFFF) | UInt64(texts.count)
            return .new
        }
        let index = Int(slots[slot] & 0xFFFF_FFFF) - 1
        let previous = origins[index]
        let isSameFile = previous.file == origin.file
        let isSame = isSameFile && texts[index] == entry.text
        texts[index] = entry.text
        formats[index] = entry.format
        origins[index] = origin
        return isSame ? .same : .replaced(inSameFile: isSameFile, line: Int(previous.line))
    }

    private func slot(of key: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            if slots[slot] >> 32 == hash >> 32 {
                let index = Int(slots[slot] & 0xFFFF_FFFF) - 1
                let start = index == 0 ? 0 : keyEnds[index - 1]
                if unsafe keyBytes[start..<keyEnds[index]].elementsEqual(key) { break }
            }
            slot = (slot + 1) & mask
        }
        return slot
    }

    private mutating func reserveSlots(for count: Int) {
        guard count * 2 > slots.count else { return }
        var capacity = slots.count
        while count * 2 > capacity { capacity *= 2 }
        let entries = slots.filter { $0 != 0 }
        slots = Array(repeating: 0, count: capacity)
        for entry in entries {
            let index = Int(entry & 0xFFFF_FFFF) - 1
            let start = index == 0 ? 0 : keyEnds[index - 1]
            let hash = unsafe keyBytes.withUnsafeBufferPointer { bytes in
                let key = unsafe UnsafeBufferPointer(rebasing: bytes[start..<keyEnds[index]])
                return unsafe KeyHash.hash(key, seed: KeyHash.seed)
            }
            var slot = Int(truncatingIfNeeded: hash) & (capacity - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
            slots[slot] = entry
        }
    }
}

/// An entry as a reader found it.
struct TableEntry {
    var key: String
    var text: String
    /// The text's format, or `nil` if it has nothing to fill in.
    var format: LocalizedFormat?
    var line: Int?

    /// Creates an entry of a plain text, which is a format if it has a percent sign.
    init(key: String, text: String, line: Int?) {
        self.key = key
        self.text = text
        self.line = line
        if text.utf8.contains(UInt8(ascii: "%")) { format = LocalizedFormat(FormatString(text)) }
    }

    init(key: String, text: String, format: LocalizedFormat) {
        self.key = key
        self.text = text
        self.format = format
    }
}

/// What a reader made of a file.
struct TableFile {
    var entries: [TableEntry] = []
    /// What was wrong, at most the first 1,000: a file can have as many faults as bytes.
    private(set) var findings: [Finding] = []
    /// How many more there were.
    private(set) var unlistedFindings = 0

    /// Adds an entry of a plain text, which can't define the variables that it names.
    mutating func addEntry(key: String, text: String, line: Int?) {
        let entry = TableEntry(key: key, text: text, line: line)
        entries.append(entry)
        for name in entry.format?.format.undefinedVariables ?? [] {
            add(
                Finding(
                    code: .undefinedVariable,
                    line: line,
                    key: key,
                    outcome: .kept,
                    message: "“\(key)” names “\(name)”, which only a .stringsdict can define."
                )
            )
        }
    }

    /// Adds a finding, which is made only if it is kept.
    mutating func add(_ finding: @autoclosure () -> Finding) {
        if findings.count < IssueLog.maximumListed {
            findings.append(finding())
        } else {
            unlistedFindings += 1
        }
    }

    /// Something wrong in a file whose name the reader doesn't know.
    struct Finding {
        var code: LocalizationReport.Code
        var line: Int?
        var key: String?
        var outcome: LocalizationReport.Issue.Outcome
        var message: String
    }
}
