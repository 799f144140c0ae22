@testable import FootingLocalization
import Foundation

/// Fills a format part by part, each value by a format of its own.
struct ReferenceFiller {
    private let input: FormatInput
    private let isolatesTexts: Bool
    private let rules: PluralRules
    private var formats: [String: ReferenceFormat] = [:]
    private var parts = 0
    private var expansions = 0
    private var comparisons = 0
    private var marks = 0
    private var output: [UInt8] = []

    private(set) var isMissing = false
    private(set) var isStray = false
    private(set) var isLimited = false

    init(_ input: FormatInput, isolatesTexts: Bool) {
        self.input = input
        self.isolatesTexts = isolatesTexts
        rules = PluralRules(input.language.tag)
    }

    /// The text, or `nil` where that would be too much work for a reference.
    mutating func fill() -> [UInt8]? {
        fill(input.format, first: 0, depth: 0) ? output : nil
    }

    private mutating func fill(_ text: String, first: Int, depth: Int) -> Bool {
        let format = formats[text] ?? ReferenceFormat(text, variables: Set(input.variables.keys))
        formats[text] = format
        if format.hasStray { isStray = true }
        for part in format.parts {
            parts += 1
            guard parts < 4000, output.count < 2 * FormatRenderer.maximumOutput, marks < 500_000
            else { return false }
            switch part {
            case .text(let text):
                output += text
            case .value(let specifier):
                fill(specifier, first: first)
            case .variable(let name, let argument, let source):
                let index = index(of: argument, first)
                guard input.arguments.indices.contains(index) else {
                    isMissing = true
                    output += source
                    continue
                }
                expansions += 1
                guard depth < 8, expansions <= 1000 else {
                    isLimited = true
                    continue
                }
                guard let form = form(of: name, for: input.arguments[index]) else { continue }
                guard fill(form, first: index, depth: depth + 1) else { return false }
            }
        }
        return true
    }

    private func index(of argument: ReferenceFormat.Argument, _ first: Int) -> Int {
        switch argument {
        case .number(let number): number - 1
        case .next(let offset): first + offset
        }
    }

    /// The rules of a language in which zero has a form of its own.
    private static let arabic = PluralRules("ar")

    private func form(of name: String, for argument: FormatValue) -> String? {
        let operands: PluralOperands? =
            switch (argument.storage, FormatInput.display(of: name)) {
            case (.integer(_, let magnitude), .integer): PluralOperands(magnitude)
            case (.integer(_, let magnitude), .floatingPoint):
                PluralOperands(displayed: "\(magnitude).0")
            case (.floatingPoint(let number), .integer): PluralOperands(number)
            case (.floatingPoint(let number), .floatingPoint):
                PluralOperands(number, fractionDigits: 1)
            case (.decimal("NaN"), _), (.text, _): nil
            case (.decimal(let number), .integer): PluralOperands(displayed: number)
            case (.decimal(let number), .floatingPoint):
                PluralOperands(displayed: ReferenceDecimal(number).rounded(toFractionDigits: 1))
            }
        let category = operands.map { rules.category(for: $0) }
        let isZero = operands.map { Self.arabic.category(for: $0) == .zero } == true
        let order: [PluralCategory?] =
            [isZero ? .zero : nil, category, .other, .many, .few, .two, .one, .zero]
        return order.lazy.compactMap { $0 }.compactMap { input.variables[name]?[$0] }.first
    }

    private mutating func fill(_ specifier: ReferenceFormat.Specifier, first: Int) {
        let index = index(of: specifier.argument, first)
        guard input.arguments.indices.contains(index) else {
            isMissing = true
            output += specifier.source
            return
        }
        var flags = specifier.flags
        var width = amount(specifier.width, first) ?? 0
        if width < 0 {
            flags.insert(UInt8(ascii: "-"))
            width = width == .min ? .max : -width
        }
        var precision = amount(specifier.precision, first).flatMap { $0 < 0 ? nil : $0 }
        if width > 1000 || precision ?? 0 > 100 { isLimited = true }
        width = min(width, 1000)
        precision = precision.map { min($0, 100) }
        let value = ReferenceValue(
            argument: input.arguments[index],
            flags: String(decoding: flags.sorted(), as: UTF8.self),
            width: width,
            precision: precision,
            conversion: String(UnicodeScalar(specifier.conversion))
        )
        comparisons += 1
        // Looking for marks to leave out is work, too.
        if case .text(let text) = value.argument.storage {
            marks += text.unicodeScalars.count { $0 == "\u{2069}" }
        }
        output += value.fill(
            in: input.language,
            isolatesTexts: isolatesTexts,
            isChecked: comparisons < 50
        )
    }

    private mutating func amount(_ amount: ReferenceFormat.Amount?, _ first: Int) -> Int? {
        switch amount {
        case nil: return nil
        case .fixed(let value): return value
        case .argument(let argument):
            let index = index(of: argument, first)
            guard input.arguments.indices.contains(index) else {
                isMissing = true
                return nil
            }
            guard case .integer(let isNegative, let magnitude) = input.arguments[index].storage
            else { return nil }
            let value = Int(clamping: magnitude)
            return isNegative ? -value : value
        }
    }
}
