import FootingFormats
import FootingLocalization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a string catalog says of its entries beside their texts.
struct CatalogStates {
    struct State {
        let key: String
        let line: Int
        /// The language as the catalog names it; `nil` where the state is the whole entry's.
        let language: LanguageTag?
        let code: LocalizationFinding.Code
    }

    /// The states that ask for someone's attention, in the order of the file.
    private(set) var states: [State] = []
    /// The keys that are not to be translated.
    private(set) var untranslatable: Set<KeyBytes> = []

    /// Localizations nest: devices in plurals in substitutions.
    private static let maximumDepth = 16

    /// Reads a catalog; one that can't be read has no states.
    init(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            guard let tape = try? JSONTape.scan(view) else { return }
            tape.withDocument(over: view) { read($0) }
        }
    }

    private mutating func read(_ document: JSONDocument) {
        var lines = LineScanner()
        var source = ""
        for (name, value) in document.members(of: 0) where name == "sourceLanguage" {
            source = document.text(of: document[value]) ?? ""
        }
        for (name, value) in document.members(of: 0) where name == "strings" {
            for (key, entry) in document.members(of: value) {
                let line = lines.line(at: Int(document[entry].start), in: document.bytes)
                read(entry, of: key, line: line, source: LanguageTag(source), document)
            }
        }
    }

    private mutating func read(
        _ entry: Int,
        of key: String,
        line: Int,
        source: LanguageTag?,
        _ document: JSONDocument
    ) {
        func note(_ code: LocalizationFinding.Code, _ language: LanguageTag? = nil) {
            states.append(State(key: key, line: line, language: language, code: code))
        }
        var localizations: Int?
        for (name, value) in document.members(of: entry) {
            switch name {
            case "localizations": localizations = value
            case "extractionState" where document.text(of: document[value]) == "stale": note(.stale)
            case "shouldTranslate" where document[value].kind == .false:
                untranslatable.insert(KeyBytes(key))
            default: break
            }
        }
        guard let localizations, !untranslatable.contains(KeyBytes(key)) else { return }
        for (name, value) in document.members(of: localizations) {
            guard let language = LanguageTag(name) else { continue }
            var states: Set<String> = []
            collectStates(of: value, document, depth: 0, &states)
            // In the source language, tools call new what they took from code.
            if states.contains("new"), language != source { note(.stateNew, language) }
            if states.contains("needs_review") { note(.needsReview, language) }
        }
    }

    private func collectStates(
        of index: Int,
        _ document: JSONDocument,
        depth: Int,
        _ states: inout Set<String>
    ) {
        guard depth < Self.maximumDepth else { return }
        for (name, value) in document.members(of: index) {
            if name == "state", let state = document.text(of: document[value]) {
                states.insert(state)
            } else {
                collectStates(of: value, document, depth: depth + 1, &states)
            }
        }
    }
}

extension JSONDocument {
    /// The members of an object that have a name which is text; anything else has none.
    fileprivate func members(of index: Int) -> [(name: String, value: Int)] {
        guard self[index].kind == .object else { return [] }
        let end = self[index].extent
        var members: [(name: String, value: Int)] = []
        var position = index + 1
        while position < end {
            if let name = text(of: self[position]) { members.append((name, position + 1)) }
            position = self.index(after: position + 1)
        }
        return members
    }
}

/// Tells the lines of offsets that are asked for further and further down.
struct LineScanner {
    private var position = 0
    private var line = 1

    mutating func line(at offset: Int, in bytes: ByteView) -> Int {
        while position < offset, bytes.has(position) {
            let isLast = !bytes.has(position + 1) || bytes[position + 1] != 0x0A
            if bytes[position] == 0x0A || bytes[position] == 0x0D && isLast { line += 1 }
            position += 1
        }
        return line
    }
}
