@testable import FootingBytes
@testable import FootingLocalization

/// The table that a reader makes from the bytes of a file.
struct ReadTable {
    let wasRead: Bool
    let texts: [(key: String, text: String, line: Int?)]
    let issueCount: Int
    private let issues: [LocalizationIssue]
    private let table: StringTable

    /// By their bytes: é composed and é decomposed are two keys.
    var textsByKey: [[UInt8]: String] {
        Dictionary(texts.map { (Array($0.key.utf8), $0.text) }, uniquingKeysWith: { $1 })
    }

    private static let russian = LanguageContext("ru")

    /// The kinds of faults that were found.
    var report: Set<LocalizationIssue.Code> { Set(issues.map(\.code)) }

    init(_ file: [UInt8], _ kind: TableKind) {
        let builder = StringTableBuilder(name: "Localizable", language: Self.russian)
        builder.begin(file: "file")
        var wasRead = false
        do throws(FileFault) {
            let tables = TableBuilders(
                name: "Localizable",
                wanted: WantedLanguages(nil, developmentLanguage: "en")
            )
            try kind.read(file, at: "file", into: tables, builder)
            wasRead = true
        } catch {
            builder.note(error.code, .skippedInput, error.message)
        }
        self.init(builder, wasRead: wasRead)
    }

    init(_ builder: StringTableBuilder, wasRead: Bool) {
        self.wasRead = wasRead
        let table = StringTable(builder)
        self.table = table
        // A key that is no text is not found by the text that it is shown as.
        texts = (0..<table.count).map { index in
            (table.memory.key(at: index), table.text(at: index), table.line(at: index))
        }
        issues = builder.issues.issues
        issueCount = builder.issues.issueCount
    }

    /// Checks what holds for every table; `lineCount` is `nil` where no entry has a line.
    func check(lineCount: Int?) {
        expect(wasRead || texts.isEmpty, "texts of what was not read")
        expect(wasRead || issueCount > 0, "not read, and no word why")
        expect(issues.count == min(issueCount, 1000), "issues that are neither listed nor counted")
        for line in issues.map(\.line) + texts.map(\.line) {
            expect(lineCount != nil || line == nil, "a line in what has none")
            if let line { expect(1...(lineCount ?? 1) ~= line, "a line beyond the file") }
        }
        for (index, entry) in texts.enumerated() {
            expect(self.index(of: entry.key) == index, "a key that is not found")
            expect(table.text(at: index) == entry.text, "found with another text")
        }
        checkFilling()
    }

    /// The number of lines of a text, with the last one, which may be empty.
    static func lineCount(of text: [UInt8]) -> Int {
        zip(text, text.dropFirst() + [0]).reduce(1) { count, bytes in
            let isEnd = bytes.0 == 0x0A || bytes.0 == 0x0D && bytes.1 != 0x0A
            return isEnd ? count + 1 : count
        }
    }

    private func index(of key: String) -> Int? {
        unsafe key.withUTF8Bytes { bytes in
            unsafe table.index(of: bytes, hash: KeyHash.current(bytes))
        }
    }

    /// Fills each text with arguments, up to the work of one text at its limit.
    private func checkFilling() {
        let arguments: [any FormatArgument] = [2, 1.5, "x", -3]
        var room = FormatRenderer.maximumOutput
        for (index, entry) in texts.enumerated() {
            guard let format = table.format(at: index) else {
                expect(!entry.text.utf8.contains(UInt8(ascii: "%")), "a format taken for a text")
                continue
            }
            for format in [format] + format.variants.compactMap(\.format) {
                let filled = FilledFormat(format, arguments, in: table.language)
                filled.check()
                room -= filled.output.count + format.format.pieces.count
                if filled.deviations.contains(.limitExceeded) {
                    room -= FormatRenderer.maximumOutput
                }
                if room < 0 { return }
            }
        }
    }
}
