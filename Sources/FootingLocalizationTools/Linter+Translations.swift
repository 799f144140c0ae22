import FootingLocalization
import FootingLocalizationMembers

extension Linter {
    /// Compares a translation with its source string, and the specifiers of any string with each
    /// other; an incomplete translation lacks strings, as already reported by another finding.
    mutating func compare(_ text: Translation, isTranslatable: Bool, isComplete: Bool) {
        let (entry, language, own) = (text.entry, text.entry.language, text.own)
        guard let source = text.source else { return checkOwnArguments(text) }
        if isTranslatable, isComplete, language.language != development.language,
            own.variables.isEmpty, entry.string == text.originalString, entry.string.hasWords
        {
            let message =
                "“\(entry.key)” in \(language) is the same as in \(development): translate it."
            note(.sameAsSource, entry, message)
        }
        guard !own.arguments.isEmpty || !source.arguments.isEmpty, !source.hasConflict else {
            return
        }
        if let (specifier, width) = own.misplacedWidth(source) {
            let wanted = "%\(width)$" + specifier.source.drop { $0 == "%" || $0.isNumber }
            let message =
                "“\(specifier.source)” of “\(entry.key)” in \(language) has a width, and takes "
                + "argument \(specifier.argument + 1): write “\(wanted)” for argument "
                + "\(width)."
            note(.unnumberedReorder, entry, message)
        } else if isReordered(own, source) {
            let example = own.numberedVariable(source) ?? "%2$@"
            let message =
                "“\(entry.key)” in \(language) has the specifiers in another order than "
                + "\(development): number them, as in “\(example)”."
            note(.unnumberedReorder, entry, message)
        } else if !compareArguments(text, source), isComplete, own.prose.isEmpty,
            !own.hasStrayPercent
        {
            checkMissingArguments(text, source)
        }
    }

    /// Whether unnumbered specifiers take arguments of the source's kinds in another order.
    private func isReordered(_ own: FormatShape, _ source: FormatShape) -> Bool {
        guard !own.isNumbered, let kinds = own.kindsInOrder, let wanted = source.kindsInOrder,
            kinds != wanted
        else { return false }
        return kinds.map(\.rawValue).sorted() == wanted.map(\.rawValue).sorted()
    }

    private mutating func checkMissingArguments(_ text: Translation, _ source: FormatShape) {
        let missing = source.arguments.filter { text.own.arguments[$0.key] == nil }
            .sorted { $0.key < $1.key }
        guard let first = missing.first else { return }
        let (key, language) = (text.entry.key, text.entry.language)
        let names = missing.map { "\($0.key + 1) (“\($0.value.source)”)" }
        let subject =
            missing.count == 1
            ? "argument \(first.key + 1) (“\(first.value.source)” in \(development)): add it."
            : "the arguments \(names.joined(separator: ", ")) of \(development): add them."
        // A full-width sign looks like a percent sign, but does not begin a specifier.
        let sign =
            text.entry.string.widePercentSign.map {
                " “\($0)” does not begin a specifier: write “%”."
            } ?? ""
        let message = "“\(key)” in \(language) doesn't show \(subject)\(sign)"
        note(.argumentMissingInTranslation, text.entry, message)
    }

    /// Compares a translation's specifiers with the arguments that are passed, and returns whether
    /// they differ.
    ///
    /// One missing or superfluous unnumbered specifier shifts the rest, so only the first mismatch
    /// is reported.
    private mutating func compareArguments(_ text: Translation, _ source: FormatShape) -> Bool {
        var differs = false
        for (index, argument) in text.own.arguments.sorted(by: { $0.key < $1.key }) {
            guard !differs || text.own.isNumbered else { break }
            let wanted = source.arguments[index] ?? text.key.arguments[index]
            guard let wanted else {
                differs = true
                let message =
                    "“\(argument.source)” of “\(text.entry.key)” in \(text.entry.language) takes "
                    + "argument \(index + 1), which the string in \(development) doesn't take: "
                    + "remove it."
                note(.argumentUnknown, text.entry, message)
                continue
            }
            let kinds = wanted.kinds
            guard !kinds.isEmpty, let other = argument.specifier(outside: kinds) else { continue }
            differs = true
            let origin = source.arguments[index] == nil ? "the key" : "\(development)"
            noteConflict(of: other, with: wanted, at: index, text, "in \(origin) ")
        }
        return differs
    }

    /// Checks that all specifiers for one argument take the same kind.
    private mutating func checkOwnArguments(_ text: Translation) {
        for (index, argument) in text.own.arguments.sorted(by: { $0.key < $1.key }) {
            // An unnumbered specifier among numbered ones is probably the mistake.
            let specifiers = argument.specifiers.filter { !$0.kinds.isEmpty }
            guard let first = specifiers.first(where: \.isNumbered) ?? specifiers.first,
                let other = argument.specifier(outside: first.kinds)
            else { continue }
            let agreeing = argument.specifiers.filter { $0.kinds.isSubset(of: first.kinds) }
            let wanted = FormatShape.Argument(specifiers: agreeing)
            noteConflict(of: other, with: wanted, at: index, text, "")
        }
    }

    private mutating func noteConflict(
        of specifier: FormatSpecifier,
        with wanted: FormatShape.Argument,
        at index: Int,
        _ text: Translation,
        _ origin: String
    ) {
        let own = specifier.source
        // A variable can't be used in its own form.
        var advised = wanted.valueSource ?? (wanted.kinds == .integer ? "%d" : "%f")
        if own.contains("$"), !advised.contains("$") {
            advised = "%\(index + 1)$" + advised.dropFirst()
        }
        let numbered = text.own.numbered(specifier, at: index, text.source)
        let advice = numbered.map { "number it, as in “\($0)”." } ?? "write “\(advised)”."
        let message =
            "“\(own)” of “\(text.entry.key)” in \(text.entry.language) takes "
            + "\(specifier.kinds.description), but “\(wanted.valueSource ?? wanted.source)” "
            + "\(origin)takes \(wanted.kinds.description): \(advice)"
        note(.argumentTypeConflict, text.entry, message)
    }
}
