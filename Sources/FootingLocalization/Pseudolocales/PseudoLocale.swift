/// An artificial language that is derived from another one, to test a program without translations.
///
/// ```swift
/// print(PseudoLocale.accented.string(for: "Hello, %@!"))  // [Ĥééļļöö, %@!]
/// ```
///
/// A localizer uses a pseudolocale if it is the reader's first language
/// (``LocalizationStore/localizer(for:matching:)``); ``string(for:)`` converts strings for files.
/// Format specifiers (`%d`, `%#@files@`, `%arg`, `%%`), escapes (`\n`), tags (`<b>`) and entities
/// (`&amp;`) stay unchanged.
public struct PseudoLocale: Hashable, Sendable {
    let tag: LanguageTag

    /// `en-XA`: Latin letters get accents, words are a third longer, and strings are in brackets.
    ///
    /// A string without accents doesn't come from a table; a string without a bracket was cut off
    /// or put together from parts.
    public static let accented = PseudoLocale(tag: "en-XA")

    /// `ar-XB`: words are written from right to left, like those of Arabic.
    ///
    /// Each word is enclosed in U+200F U+202E and U+202C U+200F, as on Android.
    public static let rightToLeft = PseudoLocale(tag: "ar-XB")

    /// `qps-keys`: tables and keys are shown in place of strings.
    private static let keys = PseudoLocale(tag: "qps-keys")

    static let all = [accented, rightToLeft, keys]

    var isAccented: Bool { self == .accented }
    var isRightToLeft: Bool { self == .rightToLeft }
    var showsKeys: Bool { self == .keys }

    /// Converts a string to this pseudolocale.
    ///
    /// The string may be a format; its specifiers keep their order. An empty string stays empty.
    ///
    /// - Complexity: O(*n*) in the length of the string.
    public func string(for text: String) -> String {
        guard !text.isEmpty else { return text }
        // Any numeric specifier makes the parser recognize `%arg`.
        let own = FormatString("%d").pieces.first
        let format = format(of: FormatString(text, own: own), isWhole: true)
        return String(decoding: format.bytes, as: UTF8.self)
    }

    func string(for text: String, _ key: String, _ table: StringTable) -> String {
        showsKeys ? table.name + "." + key : self.string(for: text)
    }

    func format(of format: LocalizedFormat) -> LocalizedFormat {
        // Keeps the number of pieces, so the variables' ranges of pieces stay valid.
        let variables = PluralVariables(
            format.variables.variables,
            ownCount: format.variables.ownCount,
            source: format.variables.source,
            text: self.format(of: format.variables.text, isWhole: false)
        )
        return LocalizedFormat(self.format(of: format.format, isWhole: true), variables: variables)
    }

    /// Rewrites the literal pieces of a format; a whole string also gets brackets if it is
    /// accented.
    private func format(of format: FormatString, isWhole: Bool) -> FormatString {
        var writer = PseudoTextWriter(format.bytes, isAccented: isAccented)
        var pieces: [FormatString.Piece] = []
        let hasBrackets = isWhole && isAccented
        if hasBrackets {
            writer.append(UInt8(ascii: "["))
            pieces.append(FormatString.Piece(kind: .literal, source: 0..<1))
        }
        for var piece in format.pieces {
            writer.copy(to: Int(piece.source.lowerBound))
            let start = Int32(clamping: writer.output.count)
            if piece.kind == .literal {
                writer.rewrite(to: Int(piece.source.upperBound))
            } else {
                writer.copy(to: Int(piece.source.upperBound))
            }
            piece.source = start..<Int32(clamping: writer.output.count)
            pieces.append(piece)
        }
        writer.copy(to: format.bytes.count)
        if hasBrackets {
            let end = Int32(clamping: writer.output.count)
            writer.append(UInt8(ascii: "]"))
            let source = end..<Int32(clamping: writer.output.count)
            pieces.append(FormatString.Piece(kind: .literal, source: source))
        }
        return FormatString(bytes: writer.output, pieces: pieces)
    }
}
