/// A language that nobody speaks, made of the texts of another, in which faults of a program show
/// before there are translations.
///
/// ```swift
/// print(PseudoLocale.accented.string(for: "Hello, %@!"))  // [Ĥééļļöö, %@!]
/// ```
///
/// A reader whose first language is such a one gets it from
/// ``LocalizationStore/localizer(for:matching:)``; here are its texts for files. What is no word
/// stays byte for byte: specifiers of formats (`%d`, `%#@files@`, `%arg`, `%%`), escapes (`\n`),
/// tags (`<b>`) and entities (`&amp;`).
public struct PseudoLocale: Hashable, Sendable {
    let tag: LanguageTag

    /// `en-XA`: Latin letters have accents, words are a third longer, and texts stand in brackets.
    ///
    /// What has no accents doesn't come from a table; where a bracket is missing, a text is cut off
    /// or was put together of several.
    public static let accented = PseudoLocale(tag: "en-XA")

    /// `ar-XB`: words run from right to left, as those of Arabic do.
    ///
    /// Each stands between U+200F U+202E and U+202C U+200F, as on Android.
    public static let rightToLeft = PseudoLocale(tag: "ar-XB")

    /// `qps-keys`: tables and keys in place of strings.
    private static let keys = PseudoLocale(tag: "qps-keys")

    static let all = [accented, rightToLeft, keys]

    var isAccented: Bool { self == .accented }
    var isRightToLeft: Bool { self == .rightToLeft }
    var showsKeys: Bool { self == .keys }

    /// Returns a text as it is in this language.
    ///
    /// It may be a format or not, and in the end has the same specifiers in the same order. The
    /// empty text stays empty.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public func string(for text: String) -> String {
        guard !text.isEmpty else { return text }
        // Any number will do for `%arg`, so that it is seen.
        let own = FormatString("%d").pieces.first
        let format = format(of: FormatString(text, own: own), isWhole: true)
        return String(decoding: format.bytes, as: UTF8.self)
    }

    /// What is shown in place of a text of a table.
    func string(for text: String, _ key: String, _ table: StringTable) -> String {
        showsKeys ? table.name + "." + key : self.string(for: text)
    }

    /// A format of a table as it is in this language: it, and the forms of its variables.
    func format(of format: LocalizedFormat) -> LocalizedFormat {
        // The same forms are the same pieces, of other words.
        let variables = PluralVariables(
            format.variables.variables,
            text: self.format(of: format.variables.text, isWhole: false)
        )
        return LocalizedFormat(self.format(of: format.format, isWhole: true), variables: variables)
    }

    /// A format with other words, but the same specifiers; one that is a whole text also has
    /// brackets, where there are any.
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
