// Languages and plural categories without any table.

import FootingLocalization

let tag = LanguageTag("sr_RS.UTF-8@latin")  // sr-Latn-RS
print(tag, tag.script ?? "no script")

let reader: LanguagePreferences = ["pl", "de-AT"]
print(reader.languages)

// Names from a database; invalid names are skipped.
let admin = LanguagePreferences(names: ["pl", "not a language", "de-AT"])
print(admin.languages)  // [pl, de-AT]

let shell = LanguagePreferences(environment: ["LANG": "en_US.UTF-8", "LANGUAGE": "de:pl"])
print(shell.languages)  // [de, pl, en-US]

print(PluralRules("pl").category(for: 22))  // few
print(PluralRules("en", .ordinal).category(for: 42))  // two

// The displayed digits decide: 1 book, but 1.0 books.
let english = PluralRules("en")
for text in ["1", "1.0", "1.5"] {
    guard let operands = PluralOperands(displayed: text) else { continue }
    print(text, english.category(for: operands))
}

// The same for a number and its number of displayed digits: 1 mile, but 1.00 miles.
if let operands = PluralOperands(1.0, fractionDigits: 2) {
    print(english.category(for: operands))  // other
}

// In French, a million has its own form, in full and as “1 M”.
let french = PluralRules("fr")
print(french.category(for: 1_000_000))  // many
if let operands = PluralOperands(displayed: "1c6") {
    print(french.category(for: operands))  // many
}
