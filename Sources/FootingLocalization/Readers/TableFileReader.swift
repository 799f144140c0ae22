import FootingFormats

struct TableFileReader {
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

    static func readStrings(
        _ bytes: [UInt8],
        into builder: StringTableBuilder
    ) throws(FileFault) {
        if PropertyListNode.isBinary(bytes) || PropertyListNode.isXML(bytes) {
            for member in try propertyList(bytes, into: builder) {
                if let text = member.text {
                    builder.add(key: member.key, text: text)
                } else {
                    let message = "The value of “\(member.key)” isn't a string."
                    builder.note(.nonStringValue, key: member.key, .skipped, message)
                }
            }
            return
        }
        unsafe bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            StringsReader.read(view, into: builder)
        }
    }

    static func readStringsDict(
        _ bytes: [UInt8],
        into builder: StringTableBuilder
    ) throws(FileFault) {
        if bytes.isEmpty { return }
        StringsDictReader.read(try propertyList(bytes, into: builder), into: builder)
    }

    private static func propertyList(
        _ bytes: [UInt8],
        into builder: StringTableBuilder
    ) throws(FileFault) -> [PropertyListNode] {
        var duplicates: [String] = []
        let list = try PropertyListNode.read(bytes, duplicateKeys: &duplicates)
        guard let root = list.members else { throw .noList }
        for key in duplicates {
            let fault = "occurs twice with different values; one of them is used."
            builder.note(.duplicateKey, of: key, .repaired, fault)
        }
        guard root.count <= StringsReader.maximumEntries else { throw .listTooLong }
        return root
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
        Self(.unsupportedEncoding, "The property list is not in UTF-8.")
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
