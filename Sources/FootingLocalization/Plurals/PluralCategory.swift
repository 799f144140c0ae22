/// A plural category of the Unicode CLDR.
///
/// The names are only labels: in some languages, `one` includes 21 and 31.
public enum PluralCategory: String, Hashable, Sendable, CaseIterable {
    /// Zero, and in some languages 10, 20 and so on.
    case zero
    /// One, and in some languages 21, 31 and so on.
    case one
    /// Two, in languages that have a dual.
    case two
    /// A small number, such as 2 to 4 in Slavic languages.
    case few
    /// A large number, such as 5 to 20 in Slavic languages, or a million in Romance languages.
    case many
    /// Any other number. Every language has this category, and some have only this one.
    case other
}
