import FootingFormats

/// A table under construction; later files take precedence over earlier ones.
final class StringTableBuilder {
    let name: String
    let language: LanguageContext
    /// The device for device rules; `nil` for that of the platform.
    let device: String?

    private var memory = StringTableMemory()
    private(set) var files: [String] = []
    private(set) var issues = LocalizationReport()
    /// Whether at least one file was readable.
    var hasRead = false

    init(name: String, language: LanguageContext, device: String? = nil) {
        self.device = device
        self.name = name
        self.language = language
    }

    deinit {
        memory.deallocate()
    }

    /// Moves the entries to a table, which deallocates their memory.
    func takeMemory() -> StringTableMemory {
        defer { memory = StringTableMemory() }
        return memory
    }

    var isEmpty: Bool { memory.count == 0 }

    var hasEntriesOfCurrentFile: Bool { memory.hasEntries(ofFile: memory.file) }

    /// Sets the file of the entries and issues that follow.
    func begin(file: String) {
        if files.last != file { files.append(file) }
        memory.file = Int32(clamping: files.count - 1)
    }

    func reserve(entries count: Int, keyBytes byteCount: Int) {
        memory.reserve(count, keyBytes: byteCount)
    }

    /// Adds a string, which is a format if it has a percent sign.
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

    /// Adds an entry of the current file, or replaces an earlier one with the same key.
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

    /// Parses a string that can't define the variables it refers to.
    @inline(never)
    private func plainFormat(of text: String, key: ByteView, line: Int?) -> LocalizedFormat {
        var parser = FormatParser()
        parser.parse(text)
        if parser.namesUnknownVariable {
            // The compiler notes the unknown variable.
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
    /// The lowercase name of the `.lproj` folder; `nil` for catalogs.
    private let folder: String?

    init(_ path: String) {
        let names = path.split(separator: "/").suffix(2)
        let folder = names.first?.lowercased() ?? ""
        self.folder = folder.hasSuffix(".lproj") ? folder : nil
        name = names.suffix(self.folder == nil ? 1 : 2).joined(separator: "/")
    }

    /// Whether both files usually have the same keys: a `.stringsdict` and a `.strings` file, or
    /// the development language's folder and `Base.lproj`.
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
