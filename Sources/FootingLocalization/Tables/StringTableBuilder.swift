import FootingFormats

/// A table while its files are read, those first that give way.
final class StringTableBuilder {
    let name: String
    let language: LanguageContext
    /// The device whose texts are chosen; `nil` for that of the platform.
    let device: String?

    private var table = Table()
    /// The issues of the files.
    private(set) var issues = LocalizationReport()
    /// Whether one of the files could be read.
    var hasRead = false

    struct Entry {
        let hash: UInt64
        let keyEnd: Int
        var text: String
        /// The text's format, or `nil` if it has nothing to fill in.
        var format: LocalizedFormat?
        var origin: StringTable.Origin
    }

    init(name: String, language: LanguageContext, device: String? = nil) {
        self.device = device
        self.name = name
        self.language = language
    }

    var slots: [UInt64] { table.slots }
    var keyBytes: [UInt8] { table.keyBytes }
    var entries: [Entry] { table.entries }
    var files: [String] { table.files }

    var hasEntriesOfCurrentFile: Bool {
        entries.contains { Int($0.origin.file) == files.count - 1 }
    }

    /// Names the file of the entries and issues to come.
    func begin(file: String) {
        if files.last != file { table.files.append(file) }
    }

    /// Makes room for so many entries more.
    func reserve(entries count: Int, keyBytes byteCount: Int) {
        table.reserve(entries: count, keyBytes: byteCount)
    }

    /// Puts a plain text in, which is a format if it has a percent sign.
    @inline(__always)
    func add(
        key: ByteView,
        hash: UInt64? = nil,
        text: consuming String,
        hasPercent: Bool,
        line: Int? = nil
    ) {
        let format = hasPercent ? plainFormat(of: text, key: key, line: line) : nil
        add(key: key, hash: hash, text: text, format: format, line: line)
    }

    /// Puts an entry of the current file in, in place of an earlier one with the same key.
    func add(
        key: ByteView,
        hash knownHash: UInt64? = nil,
        text: consuming String,
        format: consuming LocalizedFormat?,
        line: Int? = nil
    ) {
        let hash = knownHash ?? KeyHash.hash(key)
        if let previous = table.add(key, hash, text, format, line: line ?? 0) {
            noteReplacement(of: previous, line: line, key: key)
        }
    }

    func add(key: String, text: String, format: LocalizedFormat?, line: Int? = nil) {
        var key = key
        key.withUTF8 { bytes in
            let key = unsafe ByteView(bytes)
            add(key: key, text: text, format: format, line: line)
        }
    }

    func add(key: String, text: String) {
        let hasPercent = text.utf8.contains(UInt8(ascii: "%"))
        var key = key
        key.withUTF8 { bytes in
            let key = unsafe ByteView(bytes)
            add(key: key, text: text, hasPercent: hasPercent)
        }
    }

    /// Notes something wrong in the current file.
    @inline(never)
    func note(
        _ code: LocalizationReport.Code,
        line: Int? = nil,
        key: String? = nil,
        _ outcome: LocalizationReport.Issue.Outcome,
        _ message: String
    ) {
        issues.add(
            code,
            file: files.last ?? name,
            line: line,
            key: key,
            language: language.tag,
            outcome,
            message
        )
    }

    /// The format of a plain text, which can't define the variables that it names.
    @inline(never)
    private func plainFormat(of text: String, key: ByteView, line: Int?) -> LocalizedFormat {
        let format = FormatString(text)
        for name in format.undefinedVariables {
            let key = key.text
            let message = "“\(key)” names “\(name)”, which nothing here defines."
            note(.undefinedVariable, line: line, key: key, .kept, message)
        }
        return LocalizedFormat(format)
    }

    @inline(never)
    private func noteReplacement(
        of previous: StringTable.Origin,
        line: Int?,
        key: ByteView
    ) {
        let isSameFile = Int(previous.file) == files.count - 1
        let other = TablePath(files[Int(previous.file)])
        guard isSameFile || !TablePath(files.last ?? name).isMeant(toReplace: other) else { return }
        let place = isSameFile && previous.line > 0 ? "line \(previous.line)" : other.name
        note(
            isSameFile ? .duplicateKey : .duplicateTableEntry,
            line: line,
            key: key.text,
            .repaired,
            "“\(key.text)” replaces the entry in \(place)."
        )
    }
}

/// The path of a table's file in its bundle.
private struct TablePath {
    let name: String
    /// The name of the folder `.lproj`; catalogs are in none.
    private let folder: String?

    init(_ path: String) {
        let names = path.split(separator: "/").suffix(2)
        let folder = names.first?.lowercased() ?? ""
        self.folder = folder.hasSuffix(".lproj") ? folder : nil
        name = names.suffix(self.folder == nil ? 1 : 2).joined(separator: "/")
    }

    /// Whether tables are written so: plural forms beside plain texts, and texts of the development
    /// language beside those of `Base.lproj`.
    func isMeant(toReplace other: TablePath) -> Bool {
        if name.lowercased().hasSuffix(".stringsdict"),
            other.name.lowercased().hasSuffix(".strings")
        {
            return true
        }
        guard let folder, let otherFolder = other.folder else { return false }
        return (folder == "base.lproj") != (otherFolder == "base.lproj")
    }
}

extension StringTableBuilder {
    /// The entries so far; a value by itself, so that adding an entry is one change of it.
    private struct Table {
        var slots = [UInt64](repeating: 0, count: 8)
        var keyBytes: [UInt8] = []
        var entries: [Entry] = []
        var files: [String] = []

        mutating func reserve(entries count: Int, keyBytes byteCount: Int) {
            entries.reserveCapacity(entries.count + count)
            keyBytes.reserveCapacity(keyBytes.count + byteCount)
            reserveSlots(for: entries.count + count)
        }

        /// Puts an entry in, and returns where the one stood that had another text.
        @inline(never)
        mutating func add(
            _ key: ByteView,
            _ hash: UInt64,
            _ text: consuming String,
            _ format: consuming LocalizedFormat?,
            line: Int
        ) -> StringTable.Origin? {
            let origin = (
                file: Int32(truncatingIfNeeded: files.count &- 1),
                line: Int32(truncatingIfNeeded: line)
            )
            reserveSlots(for: entries.count &+ 1)
            let slot = unsafe key.withBytes { unsafe self.slot(of: $0, hash: hash) }
            guard slots[slot] != 0 else {
                unsafe key.withBytes { unsafe keyBytes.append(contentsOf: $0) }
                entries.append(
                    Entry(
                        hash: hash,
                        keyEnd: keyBytes.count,
                        text: text,
                        format: format,
                        origin: origin
                    )
                )
                slots[slot] = (hash & ~0xFFFF_FFFF) | UInt64(entries.count)
                return nil
            }
            let index = Int(slots[slot] & 0xFFFF_FFFF) - 1
            let previous = entries[index].origin
            let isSame =
                entries[index].text == text && entries[index].format?.hasForms != true
                && format?.hasForms != true
            entries[index].text = text
            entries[index].format = format
            entries[index].origin = origin
            return isSame ? nil : previous
        }

        @inline(__always)
        private func slot(of key: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int {
            let mask = slots.count &- 1
            var slot = Int(truncatingIfNeeded: hash) & mask
            while slots[slot] != 0 {
                if slots[slot] >> 32 == hash >> 32 {
                    let index = Int(slots[slot] & 0xFFFF_FFFF) - 1
                    let start = index == 0 ? 0 : entries[index - 1].keyEnd
                    if unsafe keyBytes[start..<entries[index].keyEnd].elementsEqual(key) { break }
                }
                slot = (slot &+ 1) & mask
            }
            return slot
        }

        @inline(__always)
        private mutating func reserveSlots(for count: Int) {
            if count &* 2 > slots.count { growSlots(for: count) }
        }

        @inline(never)
        private mutating func growSlots(for count: Int) {
            var capacity = slots.count
            while count * 2 > capacity { capacity *= 2 }
            slots = Array(repeating: 0, count: capacity)
            for (index, entry) in entries.enumerated() {
                var slot = Int(truncatingIfNeeded: entry.hash) & (capacity - 1)
                while slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
                slots[slot] = (entry.hash & ~0xFFFF_FFFF) | UInt64(index + 1)
            }
        }
    }
}
