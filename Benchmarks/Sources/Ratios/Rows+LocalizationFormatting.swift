import FootingLocalization
import Foundation
import Harness
import Records
import Tables

/// Texts with arguments. Ours are looked up by their keys as well; the peers have their formats.
extension Comparison {
    static func formatting() -> [Comparison] {
        [
            text("text with 2 arguments", .english, to: "String(format:)", goal: 1.0 / 12) {
                String(format: Sentences.count, $0, $1)
            },
            text(
                "text with a grouped number",
                .german,
                to: "String(format:locale:)",
                goal: 1.0 / 110
            ) {
                String(format: Sentences.count, locale: german, $0, $1)
            },
            plural(),
            price(to: "NumberFormatter") {
                let formatter = NumberFormatter()
                formatter.locale = german
                formatter.numberStyle = .decimal
                formatter.minimumFractionDigits = 2
                formatter.maximumFractionDigits = 2
                return { formatter.string(from: NSNumber(value: $0)) ?? "" }
            },
            price(to: "FormatStyle") {
                let style = FloatingPointFormatStyle<Double>(locale: german)
                    .precision(.fractionLength(2))
                return { style.format($0) }
            },
            pluralCategory(),
        ]
    }

    private static let german = Locale(identifier: "de_DE")

    /// The language of a row, and what its numbers begin with.
    private enum Sample {
        case english, german

        var name: String { self == .english ? "en" : "de" }
        /// A number of three digits or of seven.
        func number(_ index: Int) -> Int { (self == .english ? 100 : 7_000_000) + index & 511 }
    }

    private static func text(
        _ title: String,
        _ sample: Sample,
        to peer: String,
        goal: Double,
        _ theirs: @escaping (String, Int) -> String
    ) -> Comparison {
        Comparison(title, to: peer, goal: goal) { _ in
            let localizer = try localizer(sample.name)
            for index in 0..<1_000 {
                let number = sample.number(index)
                guard localizer("count", "Anna", number) == theirs("Anna", number) else {
                    throw Difference()
                }
            }
            return Sides(
                ours: { count in
                    for index in 0..<count {
                        blackHole(localizer("count", "Anna", sample.number(index)))
                    }
                },
                peer: { count in
                    for index in 0..<count { blackHole(theirs("Anna", sample.number(index))) }
                }
            )
        }
    }

    /// The work of a program on Linux without Footing: `Bundle` crashes for a key of a
    /// `.stringsdict`.
    private static func plural() -> Comparison {
        let title = "text with 2 plurals, Russian"
        return Comparison(title, to: "ICU, String(format:locale:)", goal: 1.0 / 230) { _ in
            guard let rules = SystemPluralRules("ru") else { throw noICU }
            let localizer = try localizer("ru")
            let russian = Locale(identifier: "ru_RU")
            func theirs(_ files: Int, _ folders: Int) -> String {
                let first = Sentences.files[rules.category(for: files)] ?? ""
                let second = Sentences.folders[rules.category(for: folders)] ?? ""
                return String(format: first + " в " + second, locale: russian, files, folders)
            }
            for number in 0..<512 {
                guard localizer("files", number, number / 2) == theirs(number, number / 2) else {
                    throw Difference()
                }
            }
            return Sides(
                ours: { count in
                    for index in 0..<count {
                        let number = index & 511
                        blackHole(localizer("files", number, number / 2))
                    }
                },
                peer: { count in
                    for index in 0..<count {
                        let number = index & 511
                        blackHole(theirs(number, number / 2))
                    }
                }
            )
        }
    }

    private static func price(
        to peer: String,
        _ make: @escaping () -> (Double) -> String
    ) -> Comparison {
        Comparison("number with 2 decimals, German", to: peer, goal: 0.25) { _ in
            let (localizer, theirs) = (try localizer("de"), make())
            func number(_ index: Int) -> Double { 7_000_000.25 + Double(index & 511) }
            for index in 0..<512 {
                guard localizer("price", number(index)) == theirs(number(index)) else {
                    throw Difference()
                }
            }
            return Sides(
                ours: { count in
                    for index in 0..<count { blackHole(localizer("price", number(index))) }
                },
                peer: { count in
                    for index in 0..<count { blackHole(theirs(number(index))) }
                }
            )
        }
    }

    private static func pluralCategory() -> Comparison {
        let title = "plural category, Russian"
        return Comparison(title, to: "ICU's uplrules_select", goal: 1.0 / 16) { _ in
            guard let theirs = SystemPluralRules("ru") else { throw noICU }
            let ours = PluralRules("ru")
            for number in 0..<1_024 {
                guard ours.category(for: number).rawValue == theirs.category(for: number) else {
                    throw Difference()
                }
            }
            return Sides(
                ours: { count in
                    for index in 0..<count { blackHole(ours.category(for: index & 1_023)) }
                },
                peer: { count in
                    for index in 0..<count { blackHole(theirs.select(Double(index & 1_023))) }
                }
            )
        }
    }

    private static let noICU = Unavailable("the system's Foundation has no ICU to ask")

    private static func localizer(_ language: String) throws -> Localizer {
        let folder = try Sentences.bundle()
        defer { folder.remove() }
        return LocalizationStore(folder.bundle)
            .localizer(for: LanguagePreferences(names: [language]))
    }
}
