import FootingBytes
import FootingLocalization
import FootingLocalizationMembers

/// A string catalog as an ordered tree: entries that aren't edited keep their bytes.
///
/// If printing a catalog gives the bytes of its file again, an edit changes nothing else. If not,
/// it has a ``layoutFault``, and is printed in the layout of Xcode.
struct Catalog: Sendable {
    struct Entry: Sendable {
        /// `nil` if the name isn't valid Unicode.
        let key: String?
        /// The line of the name, counted from 1; `nil` for a new entry.
        let line: Int?
        fileprivate(set) var member: JSONNode.Member

        var value: JSONNode { member.value }
    }

    let sourceLanguage: LanguageTag
    private(set) var entries: [Entry] = []
    /// The document with the entries as they were read.
    private let root: JSONNode
    private var layout: CatalogLayout
    /// The last entry of each key.
    private var indices: [KeyBytes: Int] = [:]
    /// The keys that more than one entry has.
    private(set) var duplicates: Set<KeyBytes> = []
    private var file: EditedFile
    /// The fault of a layout that can't be kept, in which case the layout is that of Xcode.
    private(set) var layoutFault: LocalizationToolsError?
    private var isEdited = false

    static let maximumEntries = 1_000_000

    init(_ file: EditedFile) throws(LocalizationToolsError) {
        let bytes = file.original ?? []
        let result = unsafe bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            return Result { () throws(LocalizationToolsError) in
                let tape: JSONTape
                do throws(JSONFault) {
                    tape = try JSONTape.scan(view)
                } catch {
                    let isLimit = error.reason == .depth || error.reason == .size
                    var lines = LineCounter()
                    throw LocalizationToolsError(
                        isLimit ? .limitExceeded : .invalidCatalog,
                        file: file.path,
                        line: lines.line(at: error.offset, in: view),
                        isLimit
                            ? "The catalog is nested too deep: simplify it."
                            : "The catalog isn't valid JSON: correct it."
                    )
                }
                return try tape.withDocument(over: view) { document in
                    Result { () throws(LocalizationToolsError) in
                        try Self(file, document, bytes[...])
                    }
                }.get()
            }
        }
        self = try result.get()
    }

    private init(
        _ file: EditedFile,
        _ document: JSONDocument,
        _ bytes: ArraySlice<UInt8>
    ) throws(LocalizationToolsError) {
        self.file = file
        var strings: Int?
        var source: LanguageTag?
        for (name, value) in document.members(of: 0) {
            let text = document[value].kind == .string ? document.text(of: document[value]) : nil
            switch name {
            case "strings": strings = document[value].kind == .object ? value : nil
            case "sourceLanguage": source = text.flatMap { LanguageTag($0) }
            case "version":
                guard text == "1" || text?.hasPrefix("1.") == true else {
                    let message = "The catalog has a version other than 1: save it with Xcode."
                    throw LocalizationToolsError(.invalidCatalog, file: file.path, message)
                }
            default: break
            }
        }
        guard let strings, let source else {
            let message = "The catalog has no strings or no source language: add them."
            throw LocalizationToolsError(.invalidCatalog, file: file.path, message)
        }
        guard document.elementCount(of: strings) <= 2 * Self.maximumEntries else {
            let message = "The catalog has more than a million strings: split it."
            throw LocalizationToolsError(.limitExceeded, file: file.path, message)
        }
        sourceLanguage = source
        let own = CatalogLayout(of: document)
        layout = own ?? .xcode
        let printed = CatalogPrinter.text(of: document, layout, limit: bytes.count)
        var lines = LineCounter()
        if own == nil || !printed.elementsEqual(bytes) {
            let index = own == nil ? 0 : zip(printed, bytes).prefix { $0 == $1 }.count
            layoutFault = LocalizationToolsError(
                .layoutNotReproducible,
                file: file.path,
                line: lines.line(at: index, in: document.bytes),
                "The catalog's layout can't be kept in an edit: rewrite the catalog with "
                    + "“update --reformat”, or in Xcode."
            )
            layout = .xcode
        }
        root = .object(JSONNode.members(of: 0, in: document, bytes))
        lines = LineCounter()
        entries = JSONNode.members(of: strings, in: document, bytes).map { member in
            let line = lines.line(at: member.rawName.startIndex, in: document.bytes)
            return Entry(key: member.name, line: line, member: member)
        }
        index()
    }

    private mutating func index() {
        indices.removeAll(keepingCapacity: true)
        duplicates = []
        indices.reserveCapacity(entries.count)
        for (index, entry) in entries.enumerated() {
            guard let key = entry.key.map({ KeyBytes($0) }) else { continue }
            if indices.updateValue(index, forKey: key) != nil { duplicates.insert(key) }
        }
    }

    var keys: [String] {
        entries.indices.compactMap { index in
            entries[index].key.flatMap { indices[KeyBytes($0)] == index ? $0 : nil }
        }
    }

    subscript(key: String) -> Entry? { indices[KeyBytes(key)].map { entries[$0] } }

    mutating func edit(_ key: String, _ body: (inout JSONNode) -> Void) {
        guard let index = indices[KeyBytes(key)] else { return }
        isEdited = true
        body(&entries[index].member.value)
    }

    /// Inserts new entries where Xcode would look for them, without moving others.
    ///
    /// - Complexity: O(*n* log *n*) in the number of all entries.
    mutating func insert(_ new: [(key: String, value: JSONNode)]) {
        guard !new.isEmpty else { return }
        isEdited = true
        // An entry goes before the first one that is after it, and so before the first that
        // raises the maximum above it.
        var maxima: [CatalogOrder] = []
        for entry in entries {
            let order = CatalogOrder(entry.key ?? "")
            maxima.append(maxima.last.map { max($0, order) } ?? order)
        }
        var result: [Entry] = []
        var next = 0
        for (order, entry) in new.map({ (CatalogOrder($0.key), $0) }).sorted(by: { $0.0 < $1.0 }) {
            while next < entries.count, maxima[next] <= order {
                result.append(entries[next])
                next += 1
            }
            let member = JSONNode.Member(name: entry.key, value: entry.value)
            result.append(Entry(key: entry.key, line: nil, member: member))
        }
        entries = result + entries[next...]
        index()
    }

    mutating func remove(_ keys: Set<KeyBytes>) {
        guard !keys.isEmpty else { return }
        isEdited = true
        entries.removeAll { entry in entry.key.map { keys.contains(KeyBytes($0)) } == true }
        index()
    }

    /// Gives a catalog whose layout can't be kept that of Xcode; returns whether it is one.
    mutating func reformat() -> Bool {
        guard layoutFault.take() != nil else { return false }
        isEdited = true
        return true
    }

    var files: [EditedFile] {
        var file = file
        if isEdited { file.content = bytes }
        return [file]
    }

    mutating func noteWritten() { file.original = files[0].content ?? file.original }

    /// The content of the file, which may be cut off above the limit for files.
    var bytes: [UInt8] {
        var root = root
        root["strings"] = .object(entries.map(\.member))
        var plain: [UInt8] = []
        root.append(to: &plain)
        return unsafe plain.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            // Edited values are valid JSON; the scan fails only if one is larger than files may be.
            guard let tape = try? JSONTape.scan(view) else { return plain }
            return tape.withDocument(over: view) {
                CatalogPrinter.text(of: $0, layout, limit: EditedFile.maximumSize)
            }
        }
    }
}
