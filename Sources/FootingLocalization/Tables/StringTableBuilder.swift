import FootingBytes

/// A table under construction; later files take precedence over earlier ones.
final class StringTableBuilder {
    let name: String
    let language: LanguageContext
    private let options: ReadingOptions
    var device: String? { options.device }

    private var memory = StringTableMemory()
    private(set) var files: [String] = []
    private(set) var issues = LocalizationReport()
    private(set) var hadStrings = false
    /// Whether at least one file was readable.
    var hasRead = false

    init(
        name: String,
        language: LanguageContext,
        _ options: ReadingOptions = ReadingOptions()
    ) {
        self.options = options
        self.name = name
        self.language = language
    }

    deinit {
        memory.deallocate()
    }

    /// Moves the entries to a table, which deallocates their memory.
    func moveMemory() -> StringTableMemory {
        defer { memory = StringTableMemory() }
        return memory
    }

    var isEmpty: Bool { memory.count == 0 }

    var hasEntriesOfCurrentFile: Bool { memory.hasEntries(ofFile: memory.file) }

    /// Sets the file of the entries and issues that follow; `hadStrings` if its earlier version had
    /// some.
    func begin(file: String, hadStrings: Bool = false) {
        self.hadStrings = hadStrings
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
    @inline(never)
    func add(
        key: ByteView,
        hash knownHash: UInt64? = nil,
        text: consuming String,
        format: consuming LocalizedFormat?,
        line: Int? = nil
    ) {
        if options.skipsEmptyStrings, text.isEmpty, format == nil { return }
        let hash = knownHash ?? KeyHash.current(key)
        let replacement = memory.insert(key, hash: hash, text: text, format: format, line: line)
        if let (index, previous) = replacement,
            noteReplacement(of: previous, by: memory[index], line: line, key: key)
        {
            memory[index] = previous
        }
    }

    func add(key: String, text: String, format: LocalizedFormat?, line: Int? = nil) {
        var key = key
        key.withUTF8 { add(key: unsafe ByteView($0), text: text, format: format, line: line) }
    }

    func add(key: String, text: String, line: Int? = nil) {
        let hasPercent = text.hasByte(UInt8(ascii: "%"))
        var key = key
        key.withUTF8 {
            add(key: unsafe ByteView($0), text: text, hasPercent: hasPercent, line: line)
        }
    }

    @inline(never)
    func note(
        _ code: LocalizationIssue.Code,
        line: Int? = nil,
        key: String? = nil,
        about subject: String? = nil,
        _ resolution: LocalizationIssue.Resolution,
        _ message: String
    ) {
        issues.add(
            code,
            file: files.last ?? name,
            line: line,
            key: key,
            language: language.tag,
            about: subject,
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

    /// Notes an entry with the key of another one, and returns whether the previous one stays.
    @inline(never)
    private func noteReplacement(
        of previous: StringTableMemory.Entry,
        by entry: StringTableMemory.Entry,
        line: Int?,
        key: ByteView
    ) -> Bool {
        let isSameFile = previous.file == entry.file
        let hasForms = previous.format?.hasForms == true || entry.format?.hasForms == true
        let isEqual = !hasForms && previous.text == entry.text
        if isSameFile, isEqual { return false }
        let other = TablePath(files[Int(previous.file)])
        var (location, stays) = (other.name, false)
        if isSameFile {
            if let line = previous.line { location = "line " + String(line) }
        } else {
            let own = TablePath(files.last ?? name)
            // Of the catalogs in the folders of languages, that of this language takes precedence.
            stays =
                own.isMultilingual && other.isMultilingual
                && other.folder.flatMap { LanguageTag(folderName: $0) } == language.tag
            if isEqual { return stays }
            if own.isMeant(toReplace: other) { return false }
        }
        note(
            isSameFile ? .duplicateKey : .duplicateTableEntry,
            line: line,
            of: key.text,
            stays ? .skippedInput : .usedRepaired,
            (stays ? "gives way to the entry in " : "replaces the entry in ") + location + "."
        )
        return stays
    }
}
