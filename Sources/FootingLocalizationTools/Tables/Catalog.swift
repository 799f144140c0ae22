import FootingBytes
import FootingLocalization
import FootingLocalizationMembers

/// A string catalog as an ordered tree: values that aren't edited keep their bytes.
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
    private var layout = CatalogLayout.xcode
    /// The last entry of each key.
    private var indices: [KeyBytes: Int] = [:]
    /// The keys that more than one entry has.
    private(set) var duplicates: Set<KeyBytes> = []
    private var file: EditedFile
    /// The fault of a layout that can't be kept, in which case the layout is that of Xcode.
    private(set) var layoutFault: LocalizationToolsError?
    private var isEdited = false

    private static let maximumEntries = 1_000_000

    init(_ file: EditedFile) throws(LocalizationToolsError) {
        self.file = file
        let bytes = file.original ?? []
        var lines = LineCounter()
        do throws(JSONFault) {
            root = try JSONNode.read(bytes)
        } catch {
            let isLimit = error.reason == .depth || error.reason == .size
            throw LocalizationToolsError(
                isLimit ? .limitExceeded : .invalidCatalog,
                file: file.path,
                line: lines.line(at: error.offset, in: bytes),
                isLimit
                    ? "The catalog is nested too deep, or has too many values: simplify it."
                    : "The catalog is not valid JSON in UTF-8: correct it, or convert it."
            )
        }
        let version = root["version"].map { $0.string ?? "" } ?? "1"
        guard version == "1" || version.hasPrefix("1.") else {
            let message = "The catalog has a version other than 1: save it with Xcode."
            throw LocalizationToolsError(.invalidCatalog, file: file.path, message)
        }
        guard case .object(let members)? = root["strings"],
            let source = root["sourceLanguage"]?.string.flatMap({ LanguageTag($0) })
        else {
            let message = "The catalog has no strings or no source language: add them."
            throw LocalizationToolsError(.invalidCatalog, file: file.path, message)
        }
        guard members.count <= Self.maximumEntries else {
            let message = "The catalog has more than a million strings: split it."
            throw LocalizationToolsError(.limitExceeded, file: file.path, message)
        }
        sourceLanguage = source
        entries = members.map { member in
            let line = lines.line(at: member.rawName.startIndex, in: bytes)
            return Entry(key: member.name, line: line, member: member)
        }
        index()
        findLayout(of: bytes)
    }

    /// Finds the layout in which printing the catalog gives its bytes.
    private mutating func findLayout(of bytes: [UInt8]) {
        var difference = 0
        for candidate in CatalogLayout.candidates(of: root, bytes) {
            let printed = CatalogPrinter.text(of: root, candidate, limit: bytes.count)
            guard printed != bytes else { return layout = candidate }
            difference = max(difference, zip(printed, bytes).prefix { $0 == $1 }.count)
        }
        var lines = LineCounter()
        layoutFault = LocalizationToolsError(
            .layoutNotReproducible,
            file: file.path,
            line: lines.line(at: difference, in: bytes),
            "The catalog's layout can't be kept in an edit: rewrite the catalog with "
                + "“update --reformat”, or in Xcode."
        )
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
        return CatalogPrinter.text(of: root, layout, limit: EditedFile.maximumSize)
    }
}
