import FootingFormats

/// A table while its files are read, those first that give way.
final class StringTableBuilder {
    let name: String
    let language: LanguageContext
    /// The device whose texts are chosen; `nil` for that of the platform.
    let device: String?

    private var memory = StringTableMemory()
    private(set) var files: [String] = []
    /// The issues of the files.
    private(set) var issues = LocalizationReport()
    /// Whether one of the files could be read.
    var hasRead = false

    init(name: String, language: LanguageContext, device: String? = nil) {
        self.device = device
        self.name = name
        self.language = language
    }

    deinit {
        memory.deallocate()
    }

    /// Hands the entries over to a table, which deallocates the memory; none are left here.
    func takeMemory() -> StringTableMemory {
        defer { memory = StringTableMemory() }
        return memory
    }

    var isEmpty: Bool { memory.count == 0 }

    var hasEntriesOfCurrentFile: Bool { memory.hasEntries(ofFile: memory.file) }

    /// Names the file of the entries and issues to come.
    func begin(file: String) {
        if files.last != file { files.append(file) }
        memory.file = Int32(clamping: files.count - 1)
    }

    /// Makes room for so many entries more.
    func reserve(entries count: Int, keyBytes byteCount: Int) {
        memory.reserve(count, keyBytes: byteCount)
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
        let hash = knownHash ?? KeyHash.current(key)
        if let (index, previous) = memory.insert(
            key,
            hash: hash,
            text: text,
            format: format,
            line: line
        ) {
            noteReplacement(of: previous, by: memory[index], line: line, key: key)
        }
    }

    func add(key: String, text: String, format: LocalizedFormat?, line: Int? = nil) {
        var key = key
        key.withUTF8 { bytes in
            let key = unsafe ByteView(bytes)
            add(key: key, text: text, format: format, line: line)
        }
    }

    func add(key: String, text: String, line: Int? = nil) {
        let hasPercent = text.utf8.contains(UInt8(ascii: "%"))
        var key = key
        key.withUTF8 { bytes in
            let key = unsafe ByteView(bytes)
            add(key: key, text: text, hasPercent: hasPercent, line: line)
        }
    }

    /// Notes something wrong in the current file.
    @inline(never)
    func note(
        _ code: LocalizationReport.Code,
        line: Int? = nil,
        key: String? = nil,
        _ resolution: LocalizationReport.Issue.Resolution,
        _ message: String
    ) {
        issues.add(
            code,
            file: files.last ?? name,
            line: line,
            key: key,
            language: language.tag,
            resolution,
            message
        )
    }

    /// The format of a plain text, which can't define the variables that it names.
    @inline(never)
    private func plainFormat(of text: String, key: ByteView, line: Int?) -> LocalizedFormat {
        var parser = FormatParser()
        parser.parse(text)
        if parser.namesUnknownVariable {
            // The compiler notes which one.
            _ = FormatCompiler([], key: key.text, line: line, self).entry(text)
        }
        return LocalizedFormat(parser.format)
    }

    @inline(never)
    private func noteReplacement(
        of previous: StringTableMemory.Entry,
        by entry: StringTableMemory.Entry,
        line: Int?,
        key: ByteView
    ) {
        let hasForms = previous.format?.hasForms == true || entry.format?.hasForms == true
        if !hasForms, previous.text == entry.text { return }
        let isSameFile = previous.file == entry.file
        let other = TablePath(files[Int(previous.file)])
        guard isSameFile || !TablePath(files.last ?? name).isMeant(toReplace: other) else { return }
        let place = (isSameFile ? previous.line : nil).map { "line \($0)" } ?? other.name
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
