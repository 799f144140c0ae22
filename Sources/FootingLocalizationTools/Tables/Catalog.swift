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
        /// The name as in the file, with its quotation marks.
        fileprivate let rawName: ArraySlice<UInt8>
        /// The line of the name, counted from 1; `nil` for a new entry.
        let line: Int?
        var value: JSONNode
    }

    let sourceLanguage: LanguageTag
    private(set) var entries: [Entry] = []
    private var layout: CatalogLayout
    /// The bytes before and after the braces of the entries.
    private let head: ArraySlice<UInt8>
    private let tail: ArraySlice<UInt8>
    /// The last entry of each key.
    private var indices: [KeyBytes: Int] = [:]
    /// The keys that more than one entry has.
    private(set) var duplicates: Set<KeyBytes> = []
    private var file: EditedFile
    /// The fault of a layout that can't be kept, in which case the layout is that of Xcode.
    var layoutFault: LocalizationToolsError?
    private var isEdited = false

    static let maximumEntries = 1_000_000

    init(_ file: EditedFile) throws(LocalizationToolsError) {
        let result = unsafe (file.original ?? []).withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            return Result { () throws(LocalizationToolsError) in try Self(file, view) }
        }
        self = try result.get()
    }

    private init(_ file: EditedFile, _ bytes: ByteView) throws(LocalizationToolsError) {
        let tape: JSONTape
        do {
            tape = try JSONTape.scan(bytes)
        } catch {
            let isLimit = error.reason == .depth || error.reason == .size
            var lines = LineCounter()
            throw LocalizationToolsError(
                isLimit ? .limitExceeded : .invalidCatalog,
                file: file.path,
                line: lines.line(at: error.offset, in: bytes),
                isLimit
                    ? "The catalog is nested too deep: simplify it."
                    : "The catalog isn't valid JSON: correct it."
            )
        }
        let result = tape.withDocument(over: bytes) { document in
            Result { () throws(LocalizationToolsError) in try Self(file, document) }
        }
        self = try result.get()
    }

    private init(_ file: EditedFile, _ document: JSONDocument) throws(LocalizationToolsError) {
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
        let (bytes, own) = (document.bytes, CatalogLayout(of: document))
        layout = own ?? .xcode
        var printer = CatalogPrinter(document, layout, entriesIndex: strings, limit: bytes.count)
        if let index = own == nil ? 0 : Self.difference(of: printer.output, from: bytes) {
            var lines = LineCounter()
            layoutFault = LocalizationToolsError(
                .layoutNotReproducible,
                file: file.path,
                line: lines.line(at: index, in: bytes),
                "The catalog's layout can't be kept in an edit: rewrite the catalog with "
                    + "“update --reformat”, or in Xcode."
            )
            layout = .xcode
            let limit = EditedFile.maximumSize
            printer = CatalogPrinter(document, layout, entriesIndex: strings, limit: limit)
            guard !printer.isOverLimit else {
                let message = "The catalog would be larger than 64 MiB: split it."
                throw LocalizationToolsError(.limitExceeded, file: file.path, message)
            }
        }
        let printed = printer.output[...]
        head = printed[..<printer.entriesRange.lowerBound]
        tail = printed[printer.entriesRange.upperBound...]
        entries.reserveCapacity(printer.entries.count)
        var lines = LineCounter()
        var index = strings + 1
        for (name, value) in printer.entries {
            let token = document[index]
            entries.append(
                Entry(
                    key: document.text(of: token),
                    rawName: printed[name],
                    line: lines.line(at: Int(token.start), in: bytes),
                    value: .bytes(printed[value])
                )
            )
            index = document.index(after: index + 1)
        }
        self.index()
    }

    /// The first index at which bytes differ from those of a file.
    private static func difference(of printed: [UInt8], from bytes: ByteView) -> Int? {
        let count = min(printed.count, bytes.count)
        let isSame = unsafe bytes.withBytes { unsafe printed.elementsEqual($0) }
        return isSame ? nil : (0..<count).first { printed[$0] != bytes[$0] } ?? count
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

    /// The keys, each once, in the order of the file.
    var keys: [String] {
        entries.indices.compactMap { index in
            entries[index].key.flatMap { indices[KeyBytes($0)] == index ? $0 : nil }
        }
    }

    subscript(key: String) -> Entry? { indices[KeyBytes(key)].map { entries[$0] } }

    /// Edits the value of an entry, if there is one.
    mutating func edit(_ key: String, _ body: (inout JSONNode) -> Void) {
        guard let index = indices[KeyBytes(key)] else { return }
        isEdited = true
        body(&entries[index].value)
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
            let name = JSONNode.quoted(entry.key)[...]
            result.append(Entry(key: entry.key, rawName: name, line: nil, value: entry.value))
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

    /// The file with its content.
    var files: [EditedFile] {
        var file = file
        // Without an edit, a layout that can't be kept is no change.
        if layoutFault == nil || isEdited { file.content = bytes }
        return [file]
    }

    mutating func noteWritten() { file.original = files[0].content ?? file.original }

    /// The content of the file.
    var bytes: [UInt8] {
        var output = Array(head)
        output.append(UInt8(ascii: "{"))
        if entries.isEmpty, layout.splitsEmptyObjects {
            output += layout.lineEnd + layout.lineBreak(CatalogLayout.entryDepth - 1)
        }
        for (index, entry) in entries.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            output += layout.lineBreak(CatalogLayout.entryDepth)
            output += entry.rawName
            output += layout.colon
            append(entry.value, to: &output)
        }
        if !entries.isEmpty { output += layout.lineBreak(CatalogLayout.entryDepth - 1) }
        output.append(UInt8(ascii: "}"))
        return output + tail
    }

    private func append(_ value: JSONNode, to output: inout [UInt8]) {
        if case .bytes(let bytes) = value {
            output += bytes
            return
        }
        var plain: [UInt8] = []
        value.append(to: &plain)
        unsafe plain.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            // Edited values are valid JSON; the scan fails only if one is larger than files may be.
            guard let tape = try? JSONTape.scan(view) else { return output += plain }
            output += tape.withDocument(over: view) {
                CatalogPrinter(entry: $0, layout).output
            }
        }
    }
}
