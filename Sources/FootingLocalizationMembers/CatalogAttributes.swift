import FootingBytes
import FootingLocalization

/// The attributes of a string catalog's entries, which readers don't need.
struct CatalogAttributes {
    struct Entry: Sendable {
        fileprivate(set) var comment: String?
        fileprivate(set) var extractionState: String?
        /// Whether the entry is translated, and whether it may have a member.
        fileprivate(set) var isTranslatable = true
        fileprivate(set) var hasMember = true
    }

    private(set) var sourceLanguage: LanguageTag?
    private var entries: [KeyBytes: Entry] = [:]

    subscript(key: String) -> Entry? { entries[KeyBytes(key)] }

    /// Reads a catalog; an unreadable catalog has no entries.
    init(ofFileAt path: String) {
        let bytes = LocalizationStore.contents(ofFileAt: path) ?? []
        unsafe bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            guard let tape = try? JSONTape.scan(view) else { return }
            tape.withDocument(over: view) { read($0) }
        }
    }

    private mutating func read(_ document: JSONDocument) {
        for (name, value) in document.members(of: 0) {
            if name == "sourceLanguage" {
                sourceLanguage = document.text(of: document[value]).flatMap { LanguageTag($0) }
            }
            guard name == "strings" else { continue }
            for (key, entry) in document.members(of: value) {
                entries[KeyBytes(key)] = read(entry, document)
            }
        }
    }

    private func read(_ entry: Int, _ document: JSONDocument) -> Entry {
        var attributes = Entry()
        for (name, value) in document.members(of: entry) {
            let token = document[value]
            switch name {
            case "comment": attributes.comment = document.text(of: token)
            case "extractionState": attributes.extractionState = document.text(of: token)
            case "shouldTranslate": attributes.isTranslatable = token.kind != .false
            case "generatesSymbol": attributes.hasMember = token.kind != .false
            default: break
            }
        }
        return attributes
    }
}
