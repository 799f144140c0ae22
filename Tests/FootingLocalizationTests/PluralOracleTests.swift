import Foundation
import TestSupport
import XCTest

// The languages come from the table itself, so that none is forgotten.
@testable import FootingLocalization

/// The rules against those who wrote them down before us.
final class PluralOracleTests: XCTestCase {
    private static let integers: [Int] =
        Array(0...1000)
        + [
            1_001, 1_002, 1_011, 1_021, 1_099, 1_100, 1_101, 2_000, 5_000, 9_999, 10_000, 10_001,
            11_111, 20_000, 21_000, 40_000, 60_000, 80_000, 99_999, 100_000, 100_001, 101_000,
            120_000, 123_456, 200_000, 300_000, 999_999, 1_000_000, 1_000_001, 1_000_002, 1_000_011,
            1_100_000, 2_000_000, 3_000_000, 10_000_000, 21_000_000, 100_000_000, 123_456_789,
            1_000_000_000, 1_000_000_000_000, 999_999_999_999,
        ]

    private static let languages: [String] = {
        let names = PluralTable.rows(of: PluralTable.cardinal + "\n" + PluralTable.ordinal).flatMap
        {
            $0.locales.split(separator: " ").map(String.init)
        }
        return Set(names).union(["ja", "und", "xx", "pt-BR", "pt-MZ", "de-AT", "zh-Hant-HK"])
            .sorted()
    }()

    /// The system's ICU has the rules of CLDR 46, and none of them has changed since.
    func testIntegersAndDoublesHaveTheCategoriesOfTheSystemsICU() throws {
        guard let icu = ICU() else { throw XCTSkip("The system's Foundation has no ICU to ask.") }
        var count = 0
        // ICU takes the fraction digits of a double by multiplying, and has other ones for 8.05.
        let doubles = (0...200).map { Double($0) / 10 } + [100.5, 1e6 + 0.5]
        for (kind, type) in [(PluralRules.Kind.cardinal, Int32(0)), (.ordinal, 1)] {
            for language in Self.languages {
                let rules = PluralRules(try XCTUnwrap(LanguageTag(language)), kind)
                let theirs = try XCTUnwrap(icu.rules(of: language, type: type), language)
                defer { theirs.close() }
                for number in Self.integers {
                    let category = theirs.category(for: Double(number))
                    let ours = rules.category(for: number).rawValue
                    XCTAssertEqual(ours, category, "\(language) \(kind) \(number)")
                    count += 1
                }
                for number in doubles {
                    let category = theirs.category(for: number)
                    let ours = rules.category(for: number).rawValue
                    XCTAssertEqual(ours, category, "\(language) \(kind) \(number)")
                    count += 1
                }
            }
        }
        XCTAssertGreaterThan(count, 480_000)
    }

    func testNumbersAsDisplayedHaveTheCategoriesOfBabel() throws {
        let python = try Self.pythonWithBabel()
        let numbers =
            ["0.0", "1.0", "1.00", "0.1", "0.12", "1.1", "1.10", "1.5", "2.0", "2.1", "3.20"]
            // Babel forgets zeros at the beginning of a fraction after 0.
            + (1...30).flatMap { ["\($0).0", "\($0).1", "\($0).40", "\($0).03", "\($0).011"] }
            + ["100.0", "101.21", "111.12", "1000.0", "1000000.0", "1000000.5", "123456.78"]
            + ["0", "1", "2", "11", "21", "100", "1000000", "21000000"]
        // Babel's answers for regions come through parents, which plural rules don't have.
        let languages = Self.languages.filter { !$0.contains("-") || $0 == "pt-PT" }
        let command = [python, "-c", Self.script] + languages + ["--"] + numbers
        let answers = String(decoding: try bytesPrinted(by: command), as: UTF8.self)
        var count = 0
        for line in answers.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            let tag = try XCTUnwrap(LanguageTag(words[0]))
            let rules = PluralRules(tag, words[1] == "ordinal" ? .ordinal : .cardinal)
            XCTAssertEqual(words.count - 2, numbers.count, words[0])
            for (number, category) in zip(numbers, words.dropFirst(2)) {
                let operands = try XCTUnwrap(PluralOperands(displayed: number))
                let ours = rules.category(for: operands).rawValue
                XCTAssertEqual(ours, category, "\(words[0]) \(words[1]) \(number)")
                count += 1
            }
        }
        XCTAssertGreaterThan(count, 50_000)
    }

    private static let script = """
        import sys
        from decimal import Decimal
        from babel import Locale, UnknownLocaleError
        mark = sys.argv.index("--")
        for name in sys.argv[1:mark]:
            try:
                locale = Locale.parse(name, sep="-")
            except (UnknownLocaleError, ValueError):
                continue
            if str(locale) != name.replace("-", "_"):
                continue
            for kind, rule in ("cardinal", locale.plural_form), ("ordinal", locale.ordinal_form):
                print(name, kind, *(rule(Decimal(text)) for text in sys.argv[mark + 1:]))
        """

    /// A Python that can import Babel: the generators' own, or the system's.
    private static func pythonWithBabel() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folders =
            [root.path(percentEncoded: false) + ".build/babel-2.18.0/bin"]
            + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map(String.init)
        for folder in folders {
            let python = URL(filePath: folder).appending(path: "python3")
            guard FileManager.default.isExecutableFile(atPath: python.path) else { continue }
            let (status, _) = try runProgram([python.path, "-c", "import babel"])
            if status == 0 { return python.path }
        }
        throw XCTSkip("No python3 has Babel; Generators/number_symbols.py installs one.")
    }
}

/// The plural rules of the ICU that the system's Foundation brings along, found by name.
///
/// The types are those of ICU's header `upluralrules.h`: rules are an opaque pointer, the type is
/// an enumeration and the status an `Int32`, keywords are written as UTF-16.
@safe private struct ICU {  // The pointers are functions of a library that stays loaded.
    private typealias Open =
        @convention(c) (
            UnsafePointer<CChar>, Int32, UnsafeMutablePointer<Int32>
        ) -> OpaquePointer?
    private typealias Close = @convention(c) (OpaquePointer) -> Void
    private typealias Select =
        @convention(c) (
            OpaquePointer, Double, UnsafeMutablePointer<UInt16>, Int32, UnsafeMutablePointer<Int32>
        ) -> Int32

    private let open: Open
    private let close: Close
    private let select: Select

    init?() {
        guard let program = unsafe dlopen(nil, RTLD_NOW),
            let open = unsafe dlsym(program, "swift_uplrules_openForType"),
            let close = unsafe dlsym(program, "swift_uplrules_close"),
            let select = unsafe dlsym(program, "swift_uplrules_select")
        else { return nil }
        // Functions of C with these parameters, by the header named above.
        unsafe self.open = unsafeBitCast(open, to: Open.self)
        unsafe self.close = unsafeBitCast(close, to: Close.self)
        unsafe self.select = unsafeBitCast(select, to: Select.self)
    }

    func rules(of language: String, type: Int32) -> Rules? {
        var status: Int32 = 0
        guard let rules = unsafe open(language, type, &status), status <= 0 else { return nil }
        return Rules(
            category: { number in
                var (status, keyword) = (Int32(0), [UInt16](repeating: 0, count: 16))
                let count = unsafe select(rules, number, &keyword, 16, &status)
                return String(decoding: keyword.prefix(Int(count)), as: UTF16.self)
            },
            close: { unsafe close(rules) }
        )
    }

    struct Rules {
        fileprivate let category: (Double) -> String
        let close: () -> Void

        func category(for number: Double) -> String { category(number) }
    }
}

extension PluralTable {
    static func rows(of table: String) -> [(locales: String, rules: String)] {
        let lines = table.split(separator: "\n").map(String.init)
        return stride(from: 0, to: lines.count - 1, by: 2).map { (lines[$0], lines[$0 + 1]) }
    }
}
