import FootingFormats

/// Reads one file into the tables of its name.
struct TableFileReader {
    let source: TableSource

    static let maximumFileSize = 64 << 20

    func read(into tables: inout TableBuilders) {
        guard let language = source.language else { return readCatalog(into: &tables) }
        guard let index = tables.index(of: language) else { return }
        tables[index].begin(file: source.path)
        let (contents, failure) = contents()
        guard let bytes = contents else {
            tables[index].note(failure.code, .skipped, failure.message)
            return
        }
        let isRead =
            source.kind == .strings
            ? readStrings(bytes, into: &tables[index])
            : readStringsDict(bytes, into: &tables[index])
        if isRead { tables[index].hasRead = true }
    }

    private func readCatalog(into tables: inout TableBuilders) {
        let (contents, failure) = contents()
        guard let bytes = contents else {
            tables.issues.addSkipped(failure.code, file: source.path, failure.message)
            return
        }
        unsafe bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            _ = CatalogReader.read(view, file: source.path, into: &tables)
        }
    }

    private func contents() -> (
        [UInt8]?, failure: (code: LocalizationReport.Code, message: String)
    ) {
        switch FileStatus.contents(ofFileAt: source.path, limit: Self.maximumFileSize) {
        case .success(let bytes):
            return (bytes, (.unreadable, ""))
        case .failure(.noFile):
            return (nil, (.unreadable, "This is no file."))
        case .failure(.tooLarge):
            return (nil, (.limitExceeded, "The file is larger than 64 MiB."))
        case .failure(.notReadable(let error)):
            return (nil, (.unreadable, "The file couldn't be read (error \(error))."))
        }
    }

    private func readStrings(
        _ bytes: [UInt8],
        into builder: inout StringTableBuilder
    ) -> Bool {
        if PropertyListNode.isBinary(bytes) || PropertyListNode.isXML(bytes) {
            guard let root = propertyList(bytes, into: &builder) else { return false }
            StringsReader.read(root, into: &builder)
            return true
        }
        unsafe bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            StringsReader.read(view, into: &builder)
        }
        return true
    }

    private func readStringsDict(
        _ bytes: [UInt8],
        into builder: inout StringTableBuilder
    ) -> Bool {
        guard !bytes.isEmpty else { return true }
        guard let root = propertyList(bytes, into: &builder) else { return false }
        StringsDictReader.read(root, into: &builder)
        return true
    }

    private func propertyList(
        _ bytes: [UInt8],
        into builder: inout StringTableBuilder
    ) -> [String: PropertyListNode]? {
        var duplicates: [String] = []
        switch PropertyListNode.read(bytes, duplicateKeys: &duplicates) {
        case .success(.dictionary(let root)):
            for key in duplicates {
                let message = "“\(key)” stands twice, with different values; one of them is used."
                builder.note(.duplicateKey, key: key, .repaired, message)
            }
            guard root.count <= StringsReader.maximumEntries else {
                let limit = "The list has more than \(StringsReader.maximumEntries) entries."
                builder.note(.limitExceeded, .skipped, limit)
                return nil
            }
            return root
        case .failure(.unsupportedEncoding):
            let message = "The property list is not in UTF-8."
            builder.note(.unsupportedEncoding, .skipped, message)
        case .failure(.tooLarge):
            let message = "The property list is too large or too deep."
            builder.note(.limitExceeded, .skipped, message)
        case .success, .failure:
            let message = "This is no property list of a dictionary."
            builder.note(.invalidPropertyList, .skipped, message)
        }
        return nil
    }
}

extension StringsReader {
    /// Makes entries of a `.strings` file that is a property list.
    static func read(_ root: [String: PropertyListNode], into builder: inout StringTableBuilder) {
        for (key, node) in root.sorted(by: { $0.key < $1.key }) {
            guard let text = node.text else {
                let message = "The value of “\(key)” is no text."
                builder.note(.nonStringValue, key: key, .skipped, message)
                continue
            }
            builder.add(key: key, text: text)
        }
    }
}
