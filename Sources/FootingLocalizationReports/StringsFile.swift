public import FootingLocalization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Texts as a `.strings` file, which this package and Foundation read as the same texts.
///
/// ```swift
/// let file = StringsFile(texts)
/// try file.data.write(to: url)
/// ```
///
/// The file is in UTF-8, with an entry on each line; comments of a file that texts were read from are
/// not in it.
public struct StringsFile: Sendable {
    /// The keys with their texts, each key once, in the order in which they are written.
    public let entries: [(key: String, value: String)]

    /// Makes a file of texts, in their order; of a key that stands twice the last text is taken.
    public init(_ entries: some Sequence<(key: String, value: String)>) {
        var own: [(key: String, value: String)] = []
        var places: [KeyBytes: Int] = [:]
        for entry in entries {
            if let place = places[KeyBytes(entry.key)] {
                own[place].value = entry.value
            } else {
                places[KeyBytes(entry.key)] = own.count
                own.append(entry)
            }
        }
        self.entries = own
    }

    /// Makes a file of a table in one language, in the order in which its files have the keys.
    ///
    /// - Parameters:
    ///   - store: The store; of a key in several bundles, the first bundle's text is taken.
    ///   - table: The name of the table; `nil` and the empty text mean `Localizable`.
    ///   - language: The language. Where the store has no such table, the file has no entries.
    /// - Throws: ``StringsFileError`` if texts have plural variables or variants for widths, which
    ///   `.strings` can't hold.
    /// - Complexity: O(*n*) in the size of the table.
    public init(
        _ store: LocalizationStore,
        table: String? = nil,
        language: LanguageTag
    ) throws(StringsFileError) {
        let name = table.tableName
        let merged = MergedTable.tables(named: name, in: store.tables)[language]
        var refused: [String] = []
        var entries: [(key: String, value: String)] = []
        for entry in merged?.entries ?? [] {
            var isPlain = true
            for part in entry.table.parts(ofEntryAt: entry.own.index) {
                switch part {
                case .variable, .text(_, width: .some): isPlain = false
                default: break
                }
            }
            if isPlain {
                entries.append((entry.own.key, entry.own.text))
            } else {
                refused.append(entry.own.key)
            }
        }
        guard refused.isEmpty else {
            throw StringsFileError(table: name, language: language, keys: refused)
        }
        self.init(entries)
    }

    /// Returns the same file with its entries by key.
    public func sorted() -> StringsFile { StringsFile(entries.sorted { $0.key < $1.key }) }

    /// The text of the file.
    ///
    /// - Complexity: O(*n*) in the size of the texts.
    public var text: String {
        // Foundation takes an empty file for a broken one, and a comment for no entries.
        guard !entries.isEmpty else { return "/* No texts. */\n" }
        var text = ""
        for entry in entries {
            text += "\"" + Self.escaped(entry.key) + "\" = \"" + Self.escaped(entry.value) + "\";\n"
        }
        return text
    }

    /// The text of the file in UTF-8.
    public var data: Data { Data(text.utf8) }

    private static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                escaped.append("\\")
                escaped.append(scalar)
            case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
            case "\r": escaped.append(contentsOf: "\\r".unicodeScalars)
            case "\t": escaped.append(contentsOf: "\\t".unicodeScalars)
            case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
                // The letters for these mean different characters to different readers, or none.
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let zeros = String(repeating: "0", count: 4 - digits.utf8.count)
                escaped.append(contentsOf: ("\\U" + zeros + digits).unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}

/// Why a table can't be written as a `.strings` file.
public struct StringsFileError: Error, Hashable, Sendable {
    /// The name of the table.
    public let table: String
    /// The language.
    public let language: LanguageTag
    /// The keys whose texts have plural variables or variants for widths, in the order of the table.
    ///
    /// The rest can be written without them: take the other rows of a ``JoinedTable``.
    public let keys: [String]
}

extension StringsFileError: CustomStringConvertible {
    /// A sentence that names the first of the keys.
    public var description: String {
        let more = keys.count > 1 ? " and \(keys.count - 1) more" : ""
        return
            "“\(keys.first ?? "")”\(more) of the table “\(table)” in \(language) can't be written "
            + "as .strings, which holds neither plural forms nor texts for widths: leave them in a "
            + ".stringsdict or a catalog."
    }
}
