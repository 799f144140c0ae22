@testable import FootingLocalization

/// A language, arguments, a format and the forms of its variables.
///
/// The first line is the language and the arguments, the second the format, and each of the others
/// a variable, a category and a form:
///
///     ru 5 =-1.5 text
///     %#@n@ of %2$@
///     n one %d book
///     n other %d books
///
/// An argument after `=` is verbatim, and a number before `m` a `Decimal`. A variable whose name
/// begins with `f` shows one digit after the point, others show integers.
struct FormatInput {
    let language: LanguageContext
    let arguments: [FormatValue]
    let format: String
    let variables: [String: PluralForms<String>]

    init(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        let words = lines[0].split(separator: " ")
        language = LanguageContext(words.first.flatMap { LanguageTag(String($0)) } ?? "en")
        arguments = words.dropFirst().prefix(16).map { Self.argument($0) }
        format = lines.count > 1 ? lines[1] : ""
        var variables: [String: PluralForms<String>] = [:]
        for line in lines.dropFirst(2).prefix(40) {
            let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let category = PluralCategory(rawValue: String(parts[1]))
            else { continue }
            variables[String(parts[0]), default: PluralForms()][category] = String(parts[2])
        }
        self.variables = variables
    }

    private static func argument(_ word: Substring) -> FormatValue {
        guard word.first != "=" else { return .verbatim(argument(word.dropFirst())) }
        if let integer = Int(word) { return integer.formatValue }
        if let integer = UInt64(word) { return integer.formatValue }
        if let decimal = decimal(word) { return FormatValue(.decimal(decimal)) }
        return Double(word)?.formatValue ?? word.formatValue
    }

    /// The description of a `Decimal` with these digits: without zeros that say nothing.
    private static func decimal(_ word: Substring) -> String? {
        if word == "NaNm" { return "NaN" }
        guard word.last == "m" else { return nil }
        let isNegative = word.first == "-"
        let parts = word.dropLast().dropFirst(isNegative ? 1 : 0).utf8.split(
            separator: UInt8(ascii: "."),
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        let isNumber = parts.allSatisfy { part in
            1...170 ~= part.count && part.allSatisfy { 0x30...0x39 ~= $0 }
        }
        guard isNumber, let integer = parts.first else { return nil }
        var fraction = parts.count > 1 ? parts[1] : Substring().utf8
        while fraction.last == 0x30 { fraction.removeLast() }
        let digits = String(Substring(integer.drop { $0 == 0x30 }))
        if digits.isEmpty, fraction.isEmpty { return "0" }
        return (isNegative ? "-" : "") + (digits.isEmpty ? "0" : digits)
            + (fraction.isEmpty ? "" : "." + String(Substring(fraction)))
    }

    static func display(of variable: String) -> PluralVariables.Display {
        variable.hasPrefix("f") ? .floatingPoint(fractionDigits: 1) : .integer
    }
}
