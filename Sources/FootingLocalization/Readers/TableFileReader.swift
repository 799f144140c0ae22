import FootingFormats

package struct TableFileReader {
    let source: TableSource

    static let maximumFileSize = 64 << 20

    func read(into tables: TableBuilders) {
        let builder = source.language.flatMap { tables.builder(of: $0) }
        if builder == nil, source.language != nil { return }
        builder?.begin(file: source.path)
        do throws(FileFault) {
            let bytes = try contents()
            guard let builder else {
                return unsafe bytes.withUnsafeBufferPointer { buffer in
                    let view = unsafe ByteView(buffer)
                    CatalogReader.read(view, file: source.path, into: tables)
                }
            }
            // An empty file is an empty table, but one that had strings is probably being written.
            let hadTexts = !tables.tables(ofFileAt: source.path).isEmpty
            if source.kind == TableSource.stringsDict {
                if hadTexts, bytes.isEmpty { throw .noList }
                try Self.readStringsDict(bytes, into: builder)
            } else {
                let issueCount = builder.issues.issueCount
                try Self.readStrings(bytes, into: builder)
                let isFaultless = !bytes.isEmpty && builder.issues.issueCount == issueCount
                if hadTexts, !isFaultless, !builder.hasEntriesOfCurrentFile { throw .noText }
            }
            builder.hasRead = true
        } catch {
            tables.noteFault(error, file: source.path, of: builder)
        }
    }

    private func contents() throws(FileFault) -> [UInt8] {
        guard let bytes = source.bytes else {
            return try FileStatus.contents(ofFileAt: source.path, limit: Self.maximumFileSize)
        }
        guard bytes.count <= Self.maximumFileSize else { throw .tooLarge }
        return bytes
    }

    /// The bytes of a file, or `nil` if it can't be read or is too large for a store.
    package static func contents(ofFileAt path: String) -> [UInt8]? {
        try? FileStatus.contents(ofFileAt: path, limit: maximumFileSize)
    }

    static func readStrings(
        _ bytes: [UInt8],
        into builder: StringTableBuilder
    ) throws(FileFault) {
        try withText(of: bytes, into: builder) { text, isConverted throws(FileFault) in
            guard PropertyList.isBinary(text) || PropertyList.isXML(text) else {
                return StringsReader.read(text, into: builder)
            }
            var lines = LineCounter()
            let root = try propertyList(text, isConverted: isConverted, into: builder)
            for member in root {
                let line = lines.line(of: member, in: text)
                if let string = member.text {
                    builder.add(key: member.key, text: string, line: line)
                } else {
                    let key = member.key
                    let message = "The value of “\(key)” isn't a string."
                    builder.note(.nonStringValue, line: line, key: key, .skipped, message)
                }
            }
        }
    }

    static func readStringsDict(
        _ bytes: [UInt8],
        into builder: StringTableBuilder
    ) throws(FileFault) {
        if bytes.isEmpty { return }
        try withText(of: bytes, into: builder) { text, isConverted throws(FileFault) in
            guard PropertyList.isBinary(text) || PropertyList.isXML(text) else { throw .noList }
            let root = try propertyList(text, isConverted: isConverted, into: builder)
            StringsDictReader.read(root, of: text, into: builder)
        }
    }

    /// Calls `body` with the file in UTF-8, if it is text, and notes characters that are none.
    private static func withText(
        of bytes: [UInt8],
        into builder: StringTableBuilder,
        _ body: (_ text: ByteView, _ isConverted: Bool) throws(FileFault) -> Void
    ) throws(FileFault) {
        let converted = unsafe bytes.withUnsafeBufferPointer { unsafe ConvertedText(ByteView($0)) }
        let result = unsafe (converted?.bytes ?? bytes).withUnsafeBufferPointer { buffer in
            let text = unsafe ByteView(buffer)
            if let converted, let fault = converted.firstFault {
                var lines = LineCounter()
                builder.note(
                    .undecodableText,
                    line: lines.line(at: fault, in: text),
                    .repaired,
                    "The file has \(converted.faultCount) places with invalid Unicode."
                )
            }
            return Result { () throws(FileFault) in try body(text, converted != nil) }
        }
        try result.get()
    }

    /// Reads the members of a list's dictionary, and notes keys that occur again.
    private static func propertyList(
        _ text: ByteView,
        isConverted: Bool,
        into builder: StringTableBuilder
    ) throws(FileFault) -> [PropertyListNode] {
        let list: PropertyList
        do {
            list =
                try PropertyList.isBinary(text)
                ? BinaryPropertyList.read(text, within: limits(ofListOf: text.count))
                : XMLPropertyList.read(text, isConverted: isConverted, maximumDepth: maximumDepth)
        } catch {
            switch error {
            case .malformed: throw .noList
            case .limitExceeded: throw .listTooLarge
            case .unsupportedEncoding: throw .listNotUTF8
            }
        }
        guard let root = list.root.members else { throw .noList }
        var lines = LineCounter()
        for duplicate in list.duplicates.sorted(by: { $0.offset < $1.offset }) {
            let owner = duplicate.owner
            builder.note(
                .duplicateKey,
                line: lines.line(at: duplicate.offset, in: text),
                part: owner == nil ? nil : duplicate.key,
                of: owner ?? duplicate.key,
                .repaired,
                "occurs twice with different values; the last one is used."
            )
        }
        guard root.count <= StringsReader.maximumEntries else { throw .listTooLong }
        return root
    }

    /// The number of dictionaries and arrays within each other.
    private static let maximumDepth = 128

    /// A list whose parts aren't shared has fewer parts than bytes.
    private static func limits(ofListOf byteCount: Int) -> BinaryPropertyList.Limits {
        BinaryPropertyList.Limits(
            depth: maximumDepth,
            parts: byteCount,
            contentBytes: maximumFileSize,
            allowsCombiningMarks: true
        )
    }
}

extension LineCounter {
    /// The line of a member of an XML list, after those of earlier members; `nil` in a binary list.
    mutating func line(of member: PropertyListNode, in text: ByteView) -> Int? {
        line(at: member.offset, in: text)
    }

    fileprivate mutating func line(at offset: Int32, in text: ByteView) -> Int? {
        offset < 0 ? nil : line(at: Int(offset), in: text)
    }
}

/// The reason why a file is unusable, as reported.
struct FileFault: Error {
    let code: LocalizationReport.Code
    let message: String

    init(_ code: LocalizationReport.Code, _ message: String) {
        self.code = code
        self.message = message
    }

    static var noFile: Self { Self(.unreadable, "This is not a file.") }
    static func notReadable(_ error: Int32) -> Self {
        Self(.unreadable, "The file couldn't be read (error \(error)).")
    }
    static var tooLarge: Self { Self(.limitExceeded, "The file is larger than 64 MiB.") }
    static var noText: Self { Self(.syntax, "The file has no entry that can be read.") }

    static var listNotUTF8: Self {
        Self(.unsupportedEncoding, "The property list is not in UTF-8, UTF-16 or UTF-32.")
    }
    static var listTooLarge: Self {
        Self(.limitExceeded, "The property list is too large or too deep.")
    }
    static var listTooLong: Self {
        Self(.limitExceeded, "The list has more than a million entries.")
    }
    static var noList: Self {
        Self(.invalidPropertyList, "This is not a property list with a dictionary.")
    }
}
