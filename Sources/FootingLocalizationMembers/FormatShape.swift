import FootingLocalization

/// The properties of an entry's arguments and variables in which translations must agree.
package struct FormatShape {
    /// The kinds of values that specifiers accept.
    package struct Kinds: OptionSet {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let text = Kinds(rawValue: 1)
        package static let integer = Kinds(rawValue: 2)
        package static let floatingPoint = Kinds(rawValue: 4)
        package static let cString = Kinds(rawValue: 8)
        package static let wideCString = Kinds(rawValue: 16)

        package var description: String {
            var names: [String] = []
            if contains(.text) { names.append("a string") }
            if contains(.integer) { names.append("an integer") }
            if contains(.floatingPoint) { names.append("a number with a fraction") }
            if contains(.cString) { names.append("a C string") }
            if contains(.wideCString) { names.append("a C string in UTF-16") }
            return names.joined(separator: " or ")
        }
    }

    package struct Argument {
        /// The specifiers of the argument: of variables, and of values, the first of each kind.
        package var specifiers: [FormatSpecifier]

        package init(specifiers: [FormatSpecifier] = []) { self.specifiers = specifiers }

        package var kinds: Kinds { specifiers.reduce([]) { $0.union($1.kinds) } }

        /// The first specifier of the argument; a string with plural forms of its own has no kind.
        package var source: String {
            (specifiers.first { !$0.kinds.isEmpty } ?? specifiers.first)?.source ?? ""
        }

        /// The first specifier that is valid in any string.
        package var valueSource: String? { specifiers.first { !$0.isVariable }?.source }

        /// The first specifier that accepts a kind outside of `kinds`.
        package func specifier(outside kinds: Kinds) -> FormatSpecifier? {
            specifiers.first { !$0.kinds.isSubset(of: kinds) }
        }
    }

    /// The arguments by index, with the specifiers of all strings and forms.
    package private(set) var arguments: [Int: Argument] = [:]
    package private(set) var variables: [EntryString.Variable] = []
    /// Whether a specifier of a string, outside forms, is numbered.
    package private(set) var isNumbered = false
    /// Whether the string for any width is empty.
    package private(set) var hasEmptyString = false
    /// Specifiers that are probably percent signs in a sentence: `% o`.
    package private(set) var prose: [String] = []
    /// Whether a percent sign does not begin a specifier.
    package private(set) var hasStrayPercent = false
    /// The unnumbered specifiers of strings that consist of a width and a conversion, with their
    /// arguments.
    package private(set) var widths: [(specifier: FormatSpecifier, width: Int)] = []
    /// The first specifier that Foundation on Linux doesn't support, with its replacement.
    package private(set) var unsupported: (source: String, replacement: String)?

    private static let maximumDepth = 8
    /// The limit for visits of a piece, on average: variables can refer to each other endlessly.
    private static let maximumWork = 16

    /// Creates the shape of an entry; `takesNothing` means that its source has no argument.
    package init(of entry: TableEntry, takesNothing: Bool = false) {
        let strings =
            entry.string.withoutChoices.map { [EntryString($0)] } ?? EntryString.strings(of: entry)
        for string in strings { add(string, takesNothing: takesNothing) }
        if strings.isEmpty { hasEmptyString = entry.string.isBlank }
    }

    /// Creates the shape of a string outside an entry, such as a key that is the source string; the
    /// specifiers of catalogs can have names.
    package init(of string: String, knowsNames: Bool) {
        guard string.utf8.contains(UInt8(ascii: "%")) else { return }
        let string = string.withoutChoices ?? string
        add(EntryString(string, knowsNames: knowsNames), takesNothing: false)
    }

    /// The shapes of a translation and of its source strings, one of which it translates.
    package static func shapes(
        of translation: String,
        translating sources: [String],
        knowsNames: Bool
    ) -> (own: FormatShape, source: FormatShape) {
        var (own, source) = (FormatShape(), FormatShape())
        for text in sources {
            let string = EntryString(text, knowsNames: knowsNames, namedIn: sources)
            source.add(string, takesNothing: false)
        }
        let string = EntryString(translation, knowsNames: knowsNames, namedIn: sources)
        own.add(string, takesNothing: source.arguments.isEmpty)
        return (own, source)
    }

    private init() {}

    /// Adds a string with its variables, and collects its arguments.
    private mutating func add(_ string: EntryString, takesNothing: Bool) {
        if string.string.isBlank { hasEmptyString = true }
        if string.hasStrayPercent { hasStrayPercent = true }
        let specifiers = specifiers(in: string.pieces, takesNothing: takesNothing)
        for specifier in specifiers {
            if specifier.isNumbered { isNumbered = true }
            guard !specifier.isNumbered, specifier.variable == nil,
                let width = specifier.plainWidth
            else { continue }
            widths.append((specifier, width))
        }
        var own = string.variables
        for index in own.indices {
            own[index].specifiers = own[index].forms.flatMap {
                self.specifiers(in: $0.pieces, takesNothing: takesNothing)
            }
        }
        variables += own
        let all = specifiers + own.flatMap(\.specifiers)
        var work = Self.maximumWork * (1 + all.count)
        follow(specifiers, first: 0, depth: 0, &work)
        for variable in all.compactMap(\.variable) where variables.indices.contains(variable) {
            variables[variable].isNamed = true
        }
    }

    /// The specifiers of a string or form, without its prose, which takes no argument.
    private mutating func specifiers(
        in pieces: [EntryString.Piece],
        takesNothing: Bool
    ) -> [FormatSpecifier] {
        var specifiers: [FormatSpecifier] = []
        var skippedArguments = 0
        for (index, piece) in pieces.enumerated() {
            guard var specifier = piece.specifier else { continue }
            if specifier.variable == nil,
                specifier.isProse(
                    after: index > 0 ? pieces[index - 1].literal : "",
                    before: index + 1 < pieces.count ? pieces[index + 1].literal : "",
                    takesNothing: takesNothing
                )
            {
                prose.append(specifier.source)
                skippedArguments += 1
                continue
            }
            if !specifier.isNumbered {
                specifier.argument = max(0, specifier.argument - skippedArguments)
            }
            // The variables of earlier strings precede those of this one.
            specifier.variable = specifier.variable.map { $0 + variables.count }
            if unsupported == nil, specifier.variable == nil {
                unsupported = specifier.supportedSource.map { (specifier.source, $0) }
            }
            specifiers.append(specifier)
        }
        return specifiers
    }

    /// Follows variables as formatting does, in all their forms.
    private mutating func follow(
        _ specifiers: [FormatSpecifier],
        first: Int,
        depth: Int,
        _ work: inout Int
    ) {
        for specifier in specifiers {
            work -= 1
            guard work > 0 else { return }
            let argument = specifier.isNumbered ? specifier.argument : first + specifier.argument
            var specifier = specifier
            if let index = specifier.variable {
                guard variables.indices.contains(index) else { continue }
                specifier.kinds = variables[index].hasFraction ? .floatingPoint : .integer
                // For an unnamed variable, the forms determine the kind of the number.
                if variables[index].name.isEmpty { specifier.kinds = [] }
            }
            let known = arguments[argument, default: Argument()].specifiers
                .filter { specifier.isVariable || !$0.isVariable }
            if known.isEmpty || !specifier.kinds.isSubset(of: Argument(specifiers: known).kinds) {
                arguments[argument, default: Argument()].specifiers.append(specifier)
            }
            guard let index = specifier.variable, depth < Self.maximumDepth else { continue }
            let variable = variables[index]
            let first = variable.firstArgument ?? argument
            follow(variable.specifiers, first: first, depth: depth + 1, &work)
        }
    }

    /// The first specifier with a width that is the number of another argument of the source:
    /// `%2@` for `%2$@`.
    ///
    /// A number can have a width, so the widths of numbers must all differ, as positions do.
    package func misplacedWidth(_ source: FormatShape) -> (specifier: FormatSpecifier, width: Int)?
    {
        guard source.widths.isEmpty else { return nil }
        let arePositions = Set(widths.map(\.width)).count == arguments.count
        return widths.first {
            ($0.specifier.kinds == .text || arePositions) && $0.width != $0.specifier.argument + 1
                && source.arguments[$0.width - 1] != nil
        }
    }

    /// An unnumbered specifier with the position that it should have: that of the source's variable
    /// with this name, or else of the first argument of its kind that is missing; without a source,
    /// the first free position.
    package func numbered(_ specifier: FormatSpecifier, at index: Int, _ source: FormatShape?)
        -> String?
    {
        guard !specifier.isNumbered, specifier.source != "%arg", !specifier.kinds.isEmpty,
            specifier.isVariable || isNumbered
        else { return nil }
        let indices = source?.arguments.keys.sorted() ?? Array(0...arguments.count)
        let named = indices.first {
            source?.arguments[$0]?.specifiers.contains {
                specifier.isVariable && $0.source.hasSuffix(specifier.source.dropFirst())
            } == true
        }
        let missing = indices.first {
            let kinds = source?.arguments[$0]?.kinds ?? specifier.kinds
            return arguments[$0] == nil && specifier.kinds.isSubset(of: kinds)
        }
        guard let wanted = named ?? missing, wanted != index else { return nil }
        return "%\(wanted + 1)$" + specifier.source.dropFirst()
    }

    /// The first unnumbered variable of a translation with the position that it should have.
    package func numberedVariable(_ source: FormatShape) -> String? {
        for (index, argument) in arguments.sorted(by: { $0.key < $1.key }) {
            for specifier in argument.specifiers where specifier.isVariable {
                if let numbered = numbered(specifier, at: index, source) { return numbered }
            }
        }
        return nil
    }

    /// Whether specifiers take one argument as values of different kinds.
    package var hasConflict: Bool {
        arguments.values.contains { argument in
            let kinds = argument.specifiers.first { !$0.kinds.isEmpty }?.kinds
            return argument.specifier(outside: kinds ?? []) != nil
        }
    }

    /// The kinds of the arguments in order, or `nil` if an argument before the last is not used.
    package var kindsInOrder: [Kinds]? {
        var kinds: [Kinds] = []
        for index in 0..<arguments.count {
            guard let argument = arguments[index] else { return nil }
            kinds.append(argument.kinds)
        }
        return kinds
    }
}

extension FormatShape.Kinds {
    /// The kinds that a conversion accepts.
    package init(of conversion: UInt8) {
        switch conversion {
        case UInt8(ascii: "@"): self = .text
        case UInt8(ascii: "s"): self = .cString
        case UInt8(ascii: "S"): self = .wideCString
        case _ where "fFeEgGaA".utf8.contains(conversion): self = .floatingPoint
        default: self = .integer
        }
    }
}
