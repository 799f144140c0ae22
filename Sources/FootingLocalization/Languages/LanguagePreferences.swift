/// The languages of a reader, the most preferred first.
///
/// ```swift
/// let reader: LanguagePreferences = ["pl", "de-AT"]
/// ```
///
/// Only the order counts; of a repeated language, the first position counts.
public struct LanguagePreferences: Hashable, Sendable {
    /// The languages, the most preferred first, without duplicates.
    public let languages: [LanguageTag]

    /// The index of the language that `*` precedes, or `nil` without `*`.
    let wildcard: Int?

    /// The languages that the reader rejects; they also exclude their more specific forms.
    let exclusions: [LanguageTag]

    /// The pseudolocale, if it is the first language; untrusted headers can't select one.
    let pseudoLocale: PseudoLocale?

    /// Creates preferences from languages, the most preferred first.
    ///
    /// - Complexity: O(*n* × *m*) in the numbers of languages and of different ones.
    public init(_ languages: some Sequence<LanguageTag>) {
        self.init(unique: languages.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }

    private init(unique languages: [LanguageTag]) {
        self.languages = languages
        wildcard = nil
        exclusions = []
        pseudoLocale = PseudoLocale.all.first { $0.tag == languages.first }
    }

    /// Creates preferences from names, the most preferred first, such as those in a database.
    ///
    /// Names that ``LanguageTag/init(_:)`` doesn't accept are ignored.
    ///
    /// - Complexity: O(*n*) in the length of the names, and O(*n* × *m*) in the numbers of
    ///   languages and of different ones.
    public init(names: some Sequence<String>) {
        self.init(names.compactMap { LanguageTag($0) })
    }

    /// Reads the language variables of a POSIX environment.
    ///
    /// The locale is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and not empty. If
    /// it is `C` or `POSIX`, with or without an encoding, or if none is set, there are no
    /// preferences and `LANGUAGE` is ignored. Otherwise the languages in `LANGUAGE`, separated by
    /// colons, come first, and that of the locale last. Names that aren't languages are ignored,
    /// and at most 64 items are read.
    ///
    /// - Complexity: O(*n*) in the length of the variables.
    public init(environment: [String: String]) {
        var locale = "C"
        for name in ["LANG", "LC_MESSAGES", "LC_ALL"] {
            if let value = environment[name], !value.isEmpty { locale = value }
        }
        let withoutEncoding = locale.split(atByte: UInt8(ascii: "."), keepingEmpty: true)[0]
        let name = withoutEncoding.split(atByte: UInt8(ascii: "@"), keepingEmpty: true)[0]
        var names: [String] = []
        if name != "C", name != "POSIX" {
            let list = environment["LANGUAGE"] ?? ""
            names = list.split(atByte: UInt8(ascii: ":"), maximum: 64) + [locale]
        }
        self.init(names: names)
    }

    /// The preferences in the current environment of the process.
    ///
    /// The environment is read at each use, by the rules of ``init(environment:)``. On Apple's
    /// platforms, if none of the three locale variables is set, the languages of the user's
    /// settings are used.
    public static var system: LanguagePreferences { systemLanguagePreferences() }
}

extension LanguagePreferences: ExpressibleByArrayLiteral {
    /// Creates preferences from languages, the most preferred first.
    public init(arrayLiteral elements: LanguageTag...) {
        self.init(elements)
    }
}
