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
    private let layout: CatalogLayout
    /// The bytes before and after the braces of the entries.
    private let head: ArraySlice<UInt8>
    private let tail: ArraySlice<UInt8>
    /// The last entry of each key.
    private var indices: [KeyBytes: Int] = [:]

    /// The fault of a layout that can't be kept.
    var layoutFault: TableFault?
    private(set) var isEdited = false

    init(_ bytes: [UInt8]) throws(TableFault) {
        let document = try CatalogDocument(bytes)
        layoutFault = document.layoutFault
        let printed = document.printed[...]
        (sourceLanguage, layout) = (document.sourceLanguage, document.layout)
        head = printed[..<document.entriesRange.lowerBound]
        tail = printed[document.entriesRange.upperBound...]
        entries.reserveCapacity(document.entries.count)
        for entry in document.entries {
            entries.append(
                Entry(
                    key: entry.key,
                    rawName: printed[entry.name],
                    line: entry.line,
                    value: .bytes(printed[entry.value])
                )
            )
        }
        index()
    }

    private mutating func index() {
        indices.removeAll(keepingCapacity: true)
        indices.reserveCapacity(entries.count)
        for (index, entry) in entries.enumerated() {
            if let key = entry.key { indices[KeyBytes(key)] = index }
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
            // Edited values are valid JSON.
            guard let tape = try? JSONTape.scan(view) else { return }
            output += tape.withDocument(over: view) {
                CatalogPrinter(entry: $0, layout).output
            }
        }
    }
}
