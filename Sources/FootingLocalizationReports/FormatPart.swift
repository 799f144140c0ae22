import FootingLocalization

/// A part of an entry: each text with its pieces, and after these its variables with their forms.
enum FormatPart {
    /// A text begins; the width is `nil` for the only one.
    case text(String, width: Int?)
    /// A variable begins. A form counts its arguments from the first one, or from the one that chose
    /// the form.
    case variable(name: String, hasFraction: Bool, firstArgument: Int?)
    /// A form of the variable begins, as it was written.
    case form(PluralCategory)
    case literal(String)
    case specifier(FormatSpecifier)
    /// A percent sign that begins no specifier is in this text or form.
    case strayPercent

    var literal: String {
        if case .literal(let text) = self { text } else { "" }
    }
}

/// A value, or a variable of the entry by its place among them.
struct FormatSpecifier {
    let source: String
    let conversion: UInt8
    let variable: Int?
    /// The index of the argument; without a number of its own it counts from the first one.
    let argument: Int
    let isNumbered: Bool

    /// Whether it is likely the percent sign of a sentence, with what follows that.
    ///
    /// The flags of `% o` and `%-a` have no use. `100%ig` has a number before and goes on as a word;
    /// where no argument is taken, one of these will do, and so will `%50`.
    func isProse(after literal: String, before next: String, takesNothing: Bool) -> Bool {
        guard !isNumbered, conversion != UInt8(ascii: "@") else { return false }
        let flags = source.utf8.dropFirst().prefix { "-+ 0#'".utf8.contains($0) }
        let end = source.utf8.dropFirst(1 + flags.count).first ?? conversion
        if flags.contains(UInt8(ascii: " ")) { return true }
        if flags.contains(UInt8(ascii: "-")), end == conversion { return true }
        if flags.contains(UInt8(ascii: "'")), !"dDiuUfFgG".utf8.contains(conversion) { return true }
        let isAfterNumber = literal.last { !$0.isWhitespace }?.isNumber == true
        if takesNothing, UInt8(ascii: "1")...UInt8(ascii: "9") ~= end,
            !flags.contains(UInt8(ascii: "0"))
        {
            return true
        }
        // Signs of Chinese and the like stand right after specifiers.
        let isInWord = next.unicodeScalars.first.map {
            $0.value < 0x250 && $0.properties.isAlphabetic
        }
        return takesNothing ? isAfterNumber || isInWord == true : isAfterNumber && isInWord == true
    }
}

extension StringTable {
    /// The parts of an entry's format; a plain text has none.
    func parts(ofEntryAt index: Int) -> [FormatPart] {
        let collector = Collector()
        visitEntry(at: index, collector)
        return collector.parts
    }

    /// The parts of a text that is no entry's.
    static func parts(ofText text: String) -> [FormatPart] {
        let collector = Collector()
        visitText(text, collector)
        return collector.parts
    }

    private final class Collector: FormatVisitor {
        private(set) var parts: [FormatPart] = []

        func visitText(_ text: String, width: Int?) {
            parts.append(.text(text, width: width))
        }

        func visitVariable(_ name: String, hasFraction: Bool, firstArgument: Int?) {
            parts.append(
                .variable(name: name, hasFraction: hasFraction, firstArgument: firstArgument)
            )
        }

        func visitForm(_ category: PluralCategory) { parts.append(.form(category)) }

        func visitLiteral(_ text: String) { parts.append(.literal(text)) }

        func visitSpecifier(
            _ source: String,
            conversion: UInt8,
            variable: Int?,
            argument: Int,
            isNumbered: Bool
        ) {
            parts.append(
                .specifier(
                    FormatSpecifier(
                        source: source,
                        conversion: conversion,
                        variable: variable,
                        argument: argument,
                        isNumbered: isNumbered
                    )
                )
            )
        }

        func visitStrayPercent() { parts.append(.strayPercent) }
    }
}
