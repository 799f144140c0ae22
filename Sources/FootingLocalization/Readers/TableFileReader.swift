import FootingBytes
import FootingPropertyLists

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
            try withList(text, isConverted: isConverted) { document in
                var lines = LineCounter()
                for (key, value) in JSONMembers(of: 0, in: document) {
                    let line = PropertyList.isBinary(text) ? nil : lines.line(of: key, in: document)
                    guard let text = document.string(at: value) else {
                        let name = document.text(of: key) ?? ""
                        let message = "The value of “" + name + "” isn't a string."
                        builder.note(.nonStringValue, line: line, key: name, .skipped, message)
                        continue
                    }
                    builder.add(key, in: document, text: text, of: document[value], line: line)
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
            try withList(text, isConverted: isConverted) { document in
                let hasLines = !PropertyList.isBinary(text)
                StringsDictReader.read(document, hasLines: hasLines, into: builder)
            }
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

    /// Calls `body` with the dictionary of a property list.
    private static func withList(
        _ text: ByteView,
        isConverted: Bool,
        _ body: (JSONDocument) -> Void
    ) throws(FileFault) {
        var fault: FileFault?
        do throws(JSONFault) {
            let json = try PropertyList.json(
                of: text,
                isConverted: isConverted,
                maximumDepth: StringsReader.maximumDepth,
                maximumContent: maximumFileSize
            )
            try unsafe json.withUnsafeBufferPointer { buffer throws(JSONFault) in
                let view = unsafe ByteView(buffer)
                try JSONTape.scan(view).withDocument(over: view) { document in
                    if document[0].kind != .object {
                        fault = .noList
                    } else if document.elementCount(of: 0) > 2 * StringsReader.maximumEntries {
                        fault = .listTooLong
                    } else {
                        body(document)
                    }
                }
            }
        } catch {
            switch error.reason {
            case .depth, .size: throw .listTooLarge
            case .utf8: throw .listNotUTF8
            default: throw .noList
            }
        }
        if let fault { throw fault }
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
