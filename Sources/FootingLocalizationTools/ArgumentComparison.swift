import FootingLocalization
import FootingLocalizationMembers

/// A comparison of the specifiers of a string with those of its source or, without a source, with
/// each other.
struct ArgumentComparison {
    private let key: String
    private let language: LanguageTag
    private let development: LanguageTag
    private let own: FormatShape
    private let source: FormatShape?
    /// The specifiers that can't be formatted with the arguments of the source.
    private(set) var faults: [(code: LocalizationFinding.Code, message: String)] = []

    /// Compares specifiers; if keys are strings to be shown, the shape of the key has the arguments
    /// that programs pass.
    init(
        key: String,
        language: LanguageTag,
        development: LanguageTag,
        own: FormatShape,
        source: FormatShape?,
        keyShape: () -> FormatShape
    ) {
        (self.key, self.language, self.development) = (key, language, development)
        (self.own, self.source) = (own, source)
        guard let source else {
            checkOwnArguments()
            return
        }
        guard !own.arguments.isEmpty || !source.arguments.isEmpty, !source.hasConflict else {
            return
        }
        if let (specifier, width) = own.misplacedWidth(source) {
            let wanted = "%\(width)$" + specifier.source.drop { $0 == "%" || $0.isNumber }
            let message =
                "“\(specifier.source)” of “\(key)” in \(language) has a width, and takes "
                + "argument \(specifier.argument + 1): write “\(wanted)” for argument "
                + "\(width)."
            faults.append((.unnumberedReorder, message))
        } else if isReordered(own, source) {
            let example = own.numberedVariable(source) ?? "%2$@"
            let message =
                "“\(key)” in \(language) has the specifiers in another order than "
                + "\(development): number them, as in “\(example)”."
            faults.append((.unnumberedReorder, message))
        } else {
            compareArguments(with: source, keyShape)
        }
    }

    /// Whether unnumbered specifiers take arguments of the source's kinds in another order.
    private func isReordered(_ own: FormatShape, _ source: FormatShape) -> Bool {
        guard !own.isNumbered, let kinds = own.kindsInOrder, let wanted = source.kindsInOrder,
            kinds != wanted
        else { return false }
        return kinds.map(\.rawValue).sorted() == wanted.map(\.rawValue).sorted()
    }

    /// Compares the specifiers with the arguments that are passed.
    ///
    /// One missing or superfluous unnumbered specifier shifts the rest, so only the first mismatch
    /// is reported.
    private mutating func compareArguments(
        with source: FormatShape,
        _ keyShape: () -> FormatShape
    ) {
        for (index, argument) in own.arguments.sorted(by: { $0.key < $1.key }) {
            guard faults.isEmpty || own.isNumbered else { break }
            let wanted = source.arguments[index] ?? keyShape().arguments[index]
            guard let wanted else {
                addUnknown(argument, at: index, source)
                continue
            }
            let kinds = wanted.kinds
            guard !kinds.isEmpty, let other = argument.specifier(outside: kinds) else { continue }
            let origin = source.arguments[index] == nil ? "the key" : "\(development)"
            addConflict(of: other, with: wanted, at: index, "in \(origin) ")
        }
    }

    /// Adds an argument that the source doesn't take; a name is probably a misspelt one, of the
    /// first argument of its kind that is missing.
    private mutating func addUnknown(
        _ argument: FormatShape.Argument,
        at index: Int,
        _ source: FormatShape
    ) {
        var fault =
            "takes argument \(index + 1), which the string in \(development) doesn't take: "
            + "remove it."
        if argument.specifiers.contains(where: \.isNamed) {
            let meant = source.arguments.sorted { $0.key < $1.key }.first { index, other in
                own.arguments[index] == nil && other.kinds == argument.kinds
            }
            let advice = meant?.value.valueSource.map { "write “\($0)”." } ?? "remove it."
            fault = "has a name that no argument in \(development) has: \(advice)"
        }
        let message = "“\(argument.source)” of “\(key)” in \(language) \(fault)"
        faults.append((.unknownArgument, message))
    }

    /// Checks that all specifiers for one argument take the same kind.
    private mutating func checkOwnArguments() {
        for (index, argument) in own.arguments.sorted(by: { $0.key < $1.key }) {
            // An unnumbered specifier among numbered ones is probably the mistake.
            let specifiers = argument.specifiers.filter { !$0.kinds.isEmpty }
            guard let first = specifiers.first(where: \.isNumbered) ?? specifiers.first,
                let other = argument.specifier(outside: first.kinds)
            else { continue }
            let agreeing = argument.specifiers.filter { $0.kinds.isSubset(of: first.kinds) }
            let wanted = FormatShape.Argument(specifiers: agreeing)
            addConflict(of: other, with: wanted, at: index, "")
        }
    }

    private mutating func addConflict(
        of specifier: FormatSpecifier,
        with wanted: FormatShape.Argument,
        at index: Int,
        _ origin: String
    ) {
        let written = specifier.source
        // A variable can't be used in its own form.
        var advised = wanted.valueSource ?? (wanted.kinds == .integer ? "%d" : "%f")
        if written.contains("$"), !advised.contains("$") {
            advised = "%\(index + 1)$" + advised.dropFirst()
        }
        let numbered = own.numbered(specifier, at: index, source)
        let advice = numbered.map { "number it, as in “\($0)”." } ?? "write “\(advised)”."
        let message =
            "“\(written)” of “\(key)” in \(language) takes \(specifier.kinds.description), but "
            + "“\(wanted.valueSource ?? wanted.source)” \(origin)takes "
            + "\(wanted.kinds.description): \(advice)"
        faults.append((.argumentTypeConflict, message))
    }
}
