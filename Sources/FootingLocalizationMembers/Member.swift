import FootingLocalization

/// A member of `LocalizedMessage` for a key.
struct Member {
    let name: String
    let entry: TableEntry
    private let comment: String?
    private let parameters: [Parameter]
    /// The string, if it can be shown without its table.
    private let defaultText: String?

    private struct Parameter {
        /// The name that calls spell; `nil` for a parameter without a label.
        let label: String?
        let name: String
        let type: String
    }

    init(_ entry: TableEntry, name: String, comment: String?) {
        (self.entry, self.name, self.comment) = (entry, name, comment)
        let shape = FormatShape(of: entry)
        let string = EntryString.strings(of: entry).first { $0.width == nil }
        defaultText =
            shape.variables.isEmpty ? (string ?? EntryString(entry.string)).stringWithoutNames : nil
        var parameters: [Parameter] = []
        for index in 0..<((shape.arguments.keys.max() ?? -1) + 1) {
            let argument = shape.arguments[index]
            let labels = argument?.specifiers.compactMap { specifier in
                specifier.variable.map { shape.variables[$0].name } ?? specifier.name
            }
            let label =
                labels?.first { $0.isIdentifier }
                ?? labels?.lazy.map(StringTable.memberName)
                .first { !$0.isEmpty }
            let isNumber = argument?.kinds.isSubset(of: [.integer, .floatingPoint]) == true
            parameters.append(
                Parameter(
                    // Two parameters with one label can only be told apart by their order.
                    label: parameters.contains { $0.label == label } ? nil : label,
                    name: "arg\(index + 1)",
                    type: isNumber ? "some NumericArgument" : "any FormatArgument"
                )
            )
        }
        self.parameters = parameters
    }

    /// The declaration, with its comment.
    func declaration(access: String, indentation: String) -> String {
        let list = parameters.map { "\($0.label?.spelled ?? "_") \($0.name): \($0.type)" }
        let signature = parameters.isEmpty ? ":" : "(\(list.joined(separator: ", "))) ->"
        let isDefault = entry.table.name == "Localizable"
        let values = parameters.map { "\($0.name).formatValue" }.joined(separator: ", ")
        let arguments =
            [entry.key.literal, "arguments: [\(values)]"]
            + (isDefault ? [] : ["table: \(entry.table.name.literal)"])
            + (defaultText.map { ["default: \($0.literal)"] } ?? [])
        let lines =
            comments.map { "/// \($0)" } + [
                "\(access)static \(parameters.isEmpty ? "var" : "func") \(name.spelled)\(signature) "
                    + "LocalizedMessage {",
                "    LocalizedMessage(\(arguments.joined(separator: ", ")))", "}",
            ]
        return lines.map { indentation + $0.trimmingSpaces + "\n" }.joined()
    }

    /// The string, the comment, and the key with its table.
    private var comments: [String] {
        let first = entry.string.lines.first ?? ""
        let shown = first.count > 120 ? first.prefix(119) + "…" : first[...]
        let notes = comment.map { [""] + $0.lines } ?? []
        let key = entry.key.lines.joined(separator: " ")
        return [String(shown)] + notes + ["", "Key “\(key)” in the table \(entry.table.name)."]
    }
}

extension String {
    /// The lines without control characters.
    fileprivate var lines: [String] {
        split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            String(String.UnicodeScalarView(line.unicodeScalars.filter { $0.value >= 0x20 }))
        }
    }

    fileprivate var trimmingSpaces: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }

    /// The string as a literal of Swift.
    fileprivate var literal: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return "\"\(text)\""
    }

    /// Whether the string is a name of letters, digits and underscores.
    fileprivate var isIdentifier: Bool {
        first?.isNumber == false && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// The name, in backticks if it is a keyword.
    fileprivate var spelled: String { Self.keywords.contains(self) ? "`\(self)`" : self }

    private static let keywords = Set(
        """
        Any Protocol Self Type as associatedtype await break case catch class continue default \
        defer deinit do else enum extension fallthrough false fileprivate for func guard if import \
        in init inout internal is let nil operator precedencegroup private protocol public repeat \
        rethrows return self static struct subscript super switch throw throws true try typealias \
        var where while
        """.split(separator: " ").map(String.init)
    )
}
