import FootingLocalizationMembers

/// Finds the calls that look up keys among the tokens of a file.
struct CallFinder {
    private let file: SourceFile
    /// The functions by the hashes of their names.
    private let functions: [UInt64: [SourceFunction]]

    private(set) var calls: [SourceKeys.Call] = []
    /// The lines of calls whose keys can't be read.
    private(set) var dynamicLines: [UInt32] = []
    /// The hashes of all names after a dot, and of those that can be messages.
    private(set) var members: Set<UInt64> = []
    private(set) var messages: Set<UInt64> = []

    private enum Name {
        static let message = "LocalizedMessage".keyHash
        static let types = Set(["LocalizedStringResource", "LocalizedStringKey"].map(\.keyHash))
        static let declarations = Set(["func", "init", "macro"].map(\.keyHash))
        static let tables = Set(["table", "tableName"].map(\.keyHash))
        static let defaults = Set(["default", "defaultValue", "value"].map(\.keyHash))
        static let comments = Set(["comment".keyHash])
        static let lists = Set(["arguments".keyHash])
        static let null = "nil".keyHash
    }

    private typealias Argument = (label: UInt64?, value: ArraySlice<SourceToken>)

    init(_ file: SourceFile, _ functions: [UInt64: [SourceFunction]]) {
        (self.file, self.functions) = (file, functions)
        for (index, token) in file.tokens.enumerated() {
            switch token.kind {
            case .open where file.isCall(at: index):
                // An optional localizer is called as in `tr?("k")`.
                let isOptional = file[index - 1].kind == .postfix
                readCall(of: index - (isOptional ? 2 : 1), open: index)
            case .name where file[index - 1].isSymbol("."):
                members.insert(token.value)
                if canBeMessage(at: index) { messages.insert(token.value) }
                let isOptional = file[index + 1].kind == .postfix
                if !file.isCall(at: index + (isOptional ? 2 : 1)) {
                    readCall(of: index, open: nil)
                }
            case .literal: readTypedLiteral(at: index)
            default: break
            }
        }
    }

    /// Whether a member, such as `title` in `.Mail.title`, is one of `LocalizedMessage`, or of a
    /// type that isn't written.
    private func canBeMessage(at index: Int) -> Bool {
        var first = index - 2
        while file[first].kind == .name, file[first - 1].isSymbol(".") { first -= 2 }
        let owner = file[first]
        return owner.isName(Name.message) || !owner.endsOperand && !owner.isSymbol("\\")
    }

    /// Reads a literal whose declared type makes it a key.
    private mutating func readTypedLiteral(at index: Int) {
        var equals = index - 1
        while file[equals].isClose("\\") { equals = Int(file[equals].value) - 1 }
        guard file[equals].isSymbol("=") else { return }
        let type = file[equals - 1].kind == .postfix ? equals - 2 : equals - 1
        guard Name.types.contains(file[type].value), file[type - 1].isSymbol(":") else { return }
        let literal = file.literals[Int(file[index].value)]
        add([literal], [], of: .declaration, line: file[index].line)
    }

    /// Reads the call of the name or localizer at an index; a member that isn't called has no
    /// opening parenthesis.
    private mutating func readCall(of index: Int, open: Int?) {
        let (callee, before) = (file[index], file[index - 1])
        let isMember = before.isSymbol(".")
        var candidates = callee.kind == .name ? functions[callee.value] ?? [] : []
        if callee.isClose("("), LocalizerNames.isLocalizer(at: index, in: file) {
            candidates = [.localizer]
        }
        guard !candidates.isEmpty, !Name.declarations.contains(before.value) else { return }
        let arguments = open.map(arguments) ?? []
        for function in candidates
        where function.traits.contains(.isAttribute) == before.isSymbol("@")
            && (!function.traits.contains(.isMethod) || isMember)
        {
            let key: ArraySlice<SourceToken>? =
                switch function.key {
                case .first: arguments.first.flatMap { $0.label == nil ? $0.value : nil }
                case .labelled(let label): arguments.first { $0.label == label }?.value
                case .receiver: receiver(endingAt: index - 2)
                }
            // In `l10n(.booksLeft(count: 5))` the argument is a message, and no key.
            guard let key, key.first?.isSymbol(".") == false else { continue }
            let literals = literals(ofKey: key).filter {
                !$0.isPattern || function.traits.contains(.takesInterpolations) || $0.isTelling
            }
            add(literals, arguments, of: function, line: callee.line)
            if literals.isEmpty, !function.traits.contains(.takesOtherValues) {
                dynamicLines.append(callee.line)
            }
            return
        }
    }

    /// The value before a dot; `nil` for a member of an implicit type.
    private func receiver(endingAt index: Int) -> ArraySlice<SourceToken>? {
        let token = file[index]
        guard token.endsOperand else { return nil }
        guard token.isClose("(") else { return [token] }
        let open = Int(token.value)
        let isCall = file.isCall(at: open) && file[open - 1].endsOperand
        return [isCall ? token : file[open]]
    }

    private func arguments(after open: Int) -> [Argument] {
        file.elements(after: open).split { $0.isSymbol(",") }.map { elements in
            let value = elements.dropFirst(2)
            guard let label = elements.first, label.kind == .name, !value.isEmpty,
                elements[value.startIndex - 1].isSymbol(":")
            else { return (nil, elements) }
            return (label.value, value)
        }
    }

    private mutating func add(
        _ keys: [SourceLiteral],
        _ arguments: [Argument],
        of function: SourceFunction,
        line: UInt32
    ) {
        let keys = keys.filter { $0.segments != [""] }
        guard !keys.isEmpty else { return }
        func argument(_ labels: Set<UInt64>) -> ArraySlice<SourceToken>? {
            arguments.first { $0.label.map(labels.contains) ?? false }?.value
        }
        func text(_ labels: Set<UInt64>) -> String? {
            argument(labels).flatMap(literal).flatMap { $0.isPattern ? nil : $0.text }
        }
        let tableName = text(Name.tables)
        let isKnown =
            argument(Name.tables)?.first?.isName(Name.null) ?? true || tableName != nil
        let takesArguments = function.traits.contains(.takesArguments)
        let hasList = argument(Name.lists) != nil
        let others = arguments.dropFirst().prefix { $0.label == nil }
        let argumentCount = takesArguments && !hasList ? others.count : nil
        let defaultText = text(Name.defaults)
        var comment = text(Name.comments)
        if comment?.isEmpty != false { comment = file.comments[line] ?? file.comments[line - 1] }
        for key in keys {
            calls.append(
                SourceKeys.Call(
                    key: key.text,
                    table: isKnown ? tableName.tableName : nil,
                    argumentCount: argumentCount,
                    defaultText: defaultText,
                    comment: comment,
                    file: file.path,
                    line: Int(line),
                    literal: key,
                    takesInterpolations: function.traits.contains(.takesInterpolations)
                )
            )
        }
    }

    /// The literals of a key: those of all branches of `a ? "x" : "y"`, or that of `a ?? "x"`;
    /// branches can be in parentheses.
    private func literals(ofKey key: ArraySlice<SourceToken>) -> [SourceLiteral] {
        var literals: [SourceLiteral] = []
        var pending = [key]
        while var value = pending.popLast() {
            let signs = value.indices.filter { value[$0].isSymbol("?") || value[$0].isSymbol(":") }
            if signs.contains(where: { value[$0].isSymbol("?") }) {
                // A condition ends with a question mark.
                let starts = [value.startIndex] + signs.map { $0 + 1 }
                let ends = (signs + [value.endIndex]).enumerated()
                    .filter { $0.element == value.endIndex || !value[$0.element].isSymbol("?") }
                pending += ends.reversed().map { value[starts[$0.offset]..<$0.element] }
                continue
            }
            if let last = value.lastIndex(where: { $0.isCoalescing }) {
                value = value[(last + 1)...]
            }
            if value.count == 1, let token = value.first, token.isOpen("("), token.value > 0 {
                pending.append(file.elements(after: Int(file[Int(token.value)].value))[...])
            } else if let literal = literal(value) {
                literals.append(literal)
            }
        }
        return literals
    }

    /// A literal, or literals that are joined by `+`.
    private func literal(_ value: ArraySlice<SourceToken>) -> SourceLiteral? {
        let operands = value.split(omittingEmptySubsequences: false) { $0.isSymbol("+") }
        var segments = [""]
        for operand in operands {
            guard operand.count == 1, let token = operand.first, token.kind == .literal else {
                return nil
            }
            let next = file.literals[Int(token.value)].segments
            segments[segments.count - 1] += next[0]
            segments += next.dropFirst()
        }
        return SourceLiteral(segments)
    }
}
