public import FootingLocalization
import FootingLocalizationMembers

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The content of a `.strings` file, which this package and Foundation read alike.
///
/// ```swift
/// let file = StringsFile(texts)
/// try file.data.write(to: url)
/// ```
///
/// The file is in UTF-8, with one entry on each line. Comments of the original file are lost.
public struct StringsFile: Sendable {
    /// The keys with their strings, without duplicate keys, in the order of the file.
    public let entries: [(key: String, value: String)]

    /// Creates a file from strings, in their order; if a key occurs twice, its last string is used.
    public init(_ entries: some Sequence<(key: String, value: String)>) {
        var own: [(key: String, value: String)] = []
        var indices: [KeyBytes: Int] = [:]
        for entry in entries {
            if let index = indices[KeyBytes(entry.key)] {
                own[index].value = entry.value
            } else {
                indices[KeyBytes(entry.key)] = own.count
                own.append(entry)
            }
        }
        self.entries = own
    }

    /// Creates a file from a table in one language, in the order of its files.
    ///
    /// - Parameters:
    ///   - store: The store. If several bundles have a key, the string of the first bundle is used.
    ///   - table: The name of the table; `nil` and the empty string mean `Localizable`.
    ///   - language: The language. If the store has no such table, the file has no entries.
    /// - Throws: ``StringsFileError`` if strings have plural variables, variants for widths or
    ///   named specifiers, which `.strings` does not support.
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
            let strings = EntryString.strings(of: entry)
            if strings.allSatisfy(\.isPlain) {
                entries.append((entry.key, entry.string))
            } else {
                refused.append(entry.key)
            }
        }
        guard refused.isEmpty else {
            throw StringsFileError(table: name, language: language, keys: refused)
        }
        self.init(entries)
    }

    /// Returns the file with its entries sorted by key.
    public func sorted() -> StringsFile { StringsFile(entries.sorted { $0.key < $1.key }) }

    /// The content of the file as a string.
    ///
    /// - Complexity: O(*n*) in the size of the strings.
    public var text: String {
        // Foundation fails to read an empty file, but reads a comment as no entries.
        guard !entries.isEmpty else { return "/* No strings. */\n" }
        var text = ""
        for entry in entries {
            text += "\"" + Self.escaped(entry.key) + "\" = \"" + Self.escaped(entry.value) + "\";\n"
        }
        return text
    }

    /// The content of the file in UTF-8.
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
                // Parsers disagree on the letter escapes for these characters.
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let zeros = String(repeating: "0", count: 4 - digits.utf8.count)
                escaped.append(contentsOf: ("\\U" + zeros + digits).unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
