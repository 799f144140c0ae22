import FootingLocalization

/// The plural categories of the indices in a PO file.
struct PluralHeader {
    /// The category of each index; `nil` for an index that no integer has.
    let categories: [PluralCategory?]
    /// The content of the field `Plural-Forms`.
    let text: String

    /// Creates the header of a language, from the categories of integers below a million.
    init(_ language: LanguageTag) {
        let used = LanguageCategories(language).everyday
        let conditions = PluralRules.source(of: language).split(separator: ";").compactMap { rule in
            let parts = rule.split(separator: ":")
            let name = parts[0].filter { $0 != " " }
            return PluralCategory(rawValue: name).flatMap { category in
                used.contains(category) && parts.count == 2
                    ? (category, Self.expression(of: parts[1])) : nil
            }
        }
        var known = conditions.map(\.0)
        if used.contains(.other) || known.isEmpty { known.append(.other) }
        var text = "\(known.count - 1)"
        for index in conditions.indices.reversed() where index < known.count - 1 {
            text = "\(conditions[index].1) ? \(index) : \(text)"
        }
        categories = known
        self.text = "nplurals=\(known.count); plural=(\(text));"
    }

    /// The C expression of a rule in CLDR's syntax for an integer, which has no fraction digits.
    private static func expression(of rule: Substring) -> String {
        var alternatives: [String] = []
        for condition in rule.split(separator: " or ") {
            var parts: [String] = []
            var canHold = true
            for relation in condition.split(separator: " and ") {
                let words = relation.split(separator: " ")
                guard words.count >= 3, let ranges = words.last else { continue }
                let isNegated = words[words.count - 2] == "!="
                if words[0] == "n" || words[0] == "i" {
                    let value = words[1] == "%" ? "n%\(words[2])" : "n"
                    parts.append(comparison(of: value, with: ranges, isNegated: isNegated))
                } else {
                    // The other operands are 0.
                    let hasZero = ranges.split(separator: ",").contains { $0.first == "0" }
                    canHold = canHold && hasZero != isNegated
                }
            }
            if canHold {
                alternatives.append(parts.isEmpty ? "1" : parts.joined(separator: " && "))
            }
        }
        guard alternatives.count != 1 else { return alternatives[0] }
        return alternatives.map { $0.contains("&&") ? "(\($0))" : $0 }.joined(separator: " || ")
    }

    private static func comparison(
        of value: String,
        with ranges: Substring,
        isNegated: Bool
    ) -> String {
        let parts = ranges.split(separator: ",").map { range in
            let bounds = range.split(separator: "..")
            let (lower, upper) = (bounds[0], bounds[bounds.count - 1])
            if lower == upper { return "\(value)\(isNegated ? "!=" : "==")\(lower)" }
            if lower == "0" { return "\(value)\(isNegated ? ">" : "<=")\(upper)" }
            return isNegated
                ? "(\(value)<\(lower) || \(value)>\(upper))"
                : "(\(value)>=\(lower) && \(value)<=\(upper))"
        }
        guard parts.count > 1 else { return parts[0] }
        return isNegated
            ? parts.joined(separator: " && ") : "(" + parts.joined(separator: " || ") + ")"
    }
}

extension PluralHeader {
    /// A field that can't be read.
    struct Fault: Error {}

    /// Reads the field of a file in a language; returns `nil` if an index stands for two
    /// categories.
    static func read(
        _ field: String,
        _ language: LanguageTag
    ) throws(Fault) -> [PluralCategory?]? {
        guard let expression = PluralExpression(field) else { throw Fault() }
        let rules = PluralRules(language)
        var categories = [PluralCategory?](repeating: nil, count: expression.count)
        var isUnambiguous = true
        for number in 0...1000 {
            guard let value = expression.value(UInt(number)), categories.indices ~= value else {
                throw Fault()
            }
            let category = rules.category(for: number)
            if let known = categories[value], known != category { isUnambiguous = false }
            categories[value] = category
        }
        // An index of its own for whole thousands or millions, as in French.
        for number in (2...20).flatMap({ [$0 * 1000, $0 * 1_000_000] }) + [1_000_000] {
            guard let value = expression.value(UInt(number)), categories.indices ~= value else {
                continue
            }
            categories[value] = categories[value] ?? rules.category(for: number)
        }
        return isUnambiguous ? categories : nil
    }
}

/// The expression of `Plural-Forms`, in the syntax of C; as in gettext, numbers are unsigned and
/// wrap around.
struct PluralExpression {
    /// Returns the value for a number, or `nil` for a division by zero.
    private typealias Value = (UInt) -> UInt?

    /// The value of `nplurals`.
    let count: Int
    private let expression: Value

    /// Reads `nplurals=3; plural=…;`; returns `nil` if the field is malformed.
    init?(_ field: String) {
        let parts = field.utf8.filter { !" \t\r\n".utf8.contains($0) }
            .split(separator: UInt8(ascii: ";"))
        guard parts.count == 2, parts[0].starts(with: "nplurals=".utf8),
            parts[1].starts(with: "plural=".utf8), parts[1].count <= Self.maximumLength,
            let count = Int(String(decoding: parts[0].dropFirst(9), as: UTF8.self)),
            1...6 ~= count
        else { return nil }
        var parser = Parser(rest: parts[1].dropFirst(7))
        guard let expression = parser.choice(), parser.rest.isEmpty else { return nil }
        (self.count, self.expression) = (count, expression)
    }

    /// The index of the plural form for a number, or `nil`.
    func value(_ number: UInt) -> Int? { expression(number).flatMap { Int(exactly: $0) } }

    private static let maximumLength = 1024

    private struct Parser {
        var rest: ArraySlice<UInt8>
        private var depth = 0

        private typealias Operator = (sign: String, result: @Sendable (UInt, UInt) -> UInt?)

        private static let maximumDepth = 50
        /// By increasing precedence.
        private static let operators: [[Operator]] = [
            [("||", { $0 != 0 || $1 != 0 ? 1 : 0 })],
            [("&&", { $0 != 0 && $1 != 0 ? 1 : 0 })],
            [("==", { $0 == $1 ? 1 : 0 }), ("!=", { $0 != $1 ? 1 : 0 })],
            [
                ("<=", { $0 <= $1 ? 1 : 0 }), (">=", { $0 >= $1 ? 1 : 0 }),
                ("<", { $0 < $1 ? 1 : 0 }), (">", { $0 > $1 ? 1 : 0 }),
            ],
            [("+", { $0 &+ $1 }), ("-", { $0 &- $1 })],
            [
                ("*", { $0 &* $1 }), ("/", { $1 == 0 ? nil : $0 / $1 }),
                ("%", { $1 == 0 ? nil : $0 % $1 }),
            ],
        ]

        init(rest: ArraySlice<UInt8>) { self.rest = rest }

        private mutating func skip(_ token: String) -> Bool {
            guard rest.starts(with: token.utf8) else { return false }
            rest = rest.dropFirst(token.utf8.count)
            return true
        }

        /// Parses `a ? b : c`, or an operation.
        mutating func choice() -> Value? {
            depth += 1
            defer { depth -= 1 }
            guard depth < Self.maximumDepth, let condition = operation(0) else { return nil }
            guard skip("?") else { return condition }
            guard let first = choice(), skip(":"), let second = choice() else { return nil }
            return { number in
                condition(number).flatMap { $0 != 0 ? first(number) : second(number) }
            }
        }

        private mutating func operation(_ level: Int) -> Value? {
            guard level < Self.operators.count else { return unary() }
            guard var value = operation(level + 1) else { return nil }
            while let found = Self.operators[level].first(where: { skip($0.sign) }) {
                guard let other = operation(level + 1) else { return nil }
                let first = value
                value = { number in
                    guard let first = first(number), let other = other(number) else { return nil }
                    return found.result(first, other)
                }
            }
            return value
        }

        private mutating func unary() -> Value? {
            var count = 0
            while skip("!") { count += 1 }
            guard let value = primary() else { return nil }
            guard count > 0 else { return value }
            let zero = count % 2 == 1
            return { value($0).map { ($0 == 0) == zero ? 1 : 0 } }
        }

        private mutating func primary() -> Value? {
            if skip("n") { return { $0 } }
            if skip("(") {
                guard let value = choice(), skip(")") else { return nil }
                return value
            }
            let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            rest = rest[digits.endIndex...]
            guard digits.count < 10, let number = UInt(String(decoding: digits, as: UTF8.self))
            else { return nil }
            return { _ in number }
        }
    }
}
