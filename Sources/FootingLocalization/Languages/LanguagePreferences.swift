/// The languages a reader wants, the most wanted first.
///
/// ```swift
/// let reader: LanguagePreferences = ["pl", "de-AT"]
/// ```
///
/// The order is all that counts; a language named twice counts where it stands first.
public struct LanguagePreferences: Hashable, Sendable {
    /// The languages, the most wanted first, each once.
    public let languages: [LanguageTag]

    /// Before which of the languages any other one stands, or `nil` if none does.
    let wildcard: Int?

    /// The languages that the reader doesn't want, whatever else there is.
    let exclusions: [LanguageTag]

    /// Whether the reader wants no language but these.
    let excludesOthers: Bool

    /// The pseudolocale that is wanted before all else.
    ///
    /// The header of a request can't ask for one: strangers write it.
    let pseudoLocale: PseudoLocale?

    /// Creates preferences from languages in the order of the reader's wish.
    ///
    /// - Complexity: O(*n* × *m*) in the numbers of languages and of different ones.
    public init(_ languages: some Sequence<LanguageTag>) {
        self.init(unique: languages.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }

    private init(unique languages: [LanguageTag]) {
        self.languages = languages
        wildcard = nil
        exclusions = []
        excludesOthers = false
        pseudoLocale = PseudoLocale.all.first { $0.tag == languages.first }
    }

    /// Reads names of languages in the order of the reader's wish, as a database or a request has
    /// them.
    ///
    /// What is no language, by the rules of ``LanguageTag/init(_:)``, is passed over.
    ///
    /// - Complexity: O(*n*) in the length of the names, and O(*n* × *m*) in the numbers of languages
    ///   and of different ones.
    public init(names: some Sequence<String>) {
        self.init(names.compactMap { LanguageTag($0) })
    }

    /// Reads the variables by which a POSIX environment names its languages.
    ///
    /// `LC_ALL`, `LC_MESSAGES` and `LANG` name the locale, the first that is set and not empty. In
    /// the locale `C` or `POSIX`, with or without an encoding, or with none set there are no
    /// preferences and `LANGUAGE` is not looked at. Otherwise the languages of `LANGUAGE`,
    /// separated by colons, come first and that of the locale last. What is no language is passed
    /// over, and at most 64 items are read.
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

    /// What the environment of the process asks for at this moment.
    ///
    /// The environment is read anew at each use; ``init(environment:)`` has the rules. On Apple's
    /// platforms, where a process started by the system has no such variables, the languages of the
    /// user's settings stand in for them.
    public static var system: LanguagePreferences { systemLanguagePreferences() }
}

extension LanguagePreferences: ExpressibleByArrayLiteral {
    /// Creates preferences from languages in the order of the reader's wish.
    public init(arrayLiteral elements: LanguageTag...) {
        self.init(elements)
    }
}
