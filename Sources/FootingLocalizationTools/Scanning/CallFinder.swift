/// Finds the calls that look up keys among the tokens of a file.
struct CallFinder {
    private let file: SourceFile
    /// The functions by the hashes of their names.
    private let functions: [UInt64: [SourceFunction]]

    private(set) var calls: [SourceKeys.Call] = []
    /// The lines of calls whose keys can't be read.
    private(set) var dynamicLines: [UInt32] = []
    /// The hashes of all names after a dot.
    private(set) var members: Set<UInt64> = []

    private enum Name {
        static let types = Set(["LocalizedStringResource", "LocalizedStringKey"].map(\.keyHash))
        static let declarations = Set(["func", "init", "macro"].map(\.keyHash))
        static let tables = Set(["table", "tableName"].map(\.keyHash))
        static let defaults = Set(["default", "defaultValue", "value"].map(\.keyHash))
        static let comments = Set(["comment".keyHash])
        static let arguments = "arguments".keyHash
        static let null = "nil".keyHash
    }

    private typealias Argument = (label: UInt64?, value: ArraySlice<SourceToken>)

    init(_ file: SourceFile, _ functions: [UInt64: [SourceFunction]]) {
        (self.file, self.functions) = (file, functions)
        for (index, token) in file.tokens.enumerated() {
            switch token.kind {
            case .open where file.isCall(at: index): readCall(of: index - 1, open: index)
            case .name where file[index - 1].isSymbol("."):
                members.insert(token.value)
                if !file.isCall(at: index + 1) { readCall(of: index, open: nil) }
            case .literal: readTypedLiteral(at: index)
            default: break
            }
        }
    }

    /// Reads a literal whose declared type makes it a key.
    private mutating func readTypedLiteral(at index: Int) {
        var equals = index - 1
        while file[equals].isClose("\\") { equals = Int(file[equals].value) - 1 }
        guard file[equals].isSymbol("=") else { return }
        let type = file[equals - 1].kind == .postfix ? equals - 2 : equals - 1
        guard Name.types.contains(file[type].value), file[type - 1].isSymbol(":") else { return }
        let literal = file.literals[Int(file[index].value)]
        add(literal, [], of: .declaration, line: file[index].line)
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
                case .receiver: [file[index - 2]]
                }
            // A member of a type, such as a message, has its key elsewhere.
            guard let key, key.first?.isSymbol(".") == false else { continue }
            let literals = literals(ofKey: key).filter {
                !$0.isPattern || function.traits.contains(.takesInterpolations) || $0.isTelling
            }
            for literal in literals { add(literal, arguments, of: function, line: callee.line) }
            if literals.isEmpty, !function.traits.contains(.takesOtherValues) {
                dynamicLines.append(callee.line)
            }
            return
        }
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
        _ key: SourceLiteral,
        _ arguments: [Argument],
        of function: SourceFunction,
        line: UInt32
    ) {
        guard key.segments != [""] else { return }
        func argument(_ labels: Set<UInt64>) -> ArraySlice<SourceToken>? {
            arguments.first { $0.label.map(labels.contains) ?? false }?.value
        }
        func text(_ labels: Set<UInt64>) -> String? { argument(labels).flatMap(literal)?.text }
        let isDefault = argument(Name.tables)?.first?.isName(Name.null) ?? true
        let table = text(Name.tables)
        let takesArguments = function.traits.contains(.takesArguments)
        let hasList = arguments.contains { $0.label == Name.arguments }
        let others = arguments.dropFirst().prefix { $0.label == nil }
        let comment = text(Name.comments)
        calls.append(
            SourceKeys.Call(
                key: key.text,
                table: isDefault || table != nil ? table.tableName : nil,
                argumentCount: takesArguments && !hasList ? others.count : nil,
                defaultText: text(Name.defaults),
                comment: comment?.isEmpty == false
                    ? comment : file.comments[line] ?? file.comments[line - 1],
                file: file.path,
                line: Int(line),
                literal: key,
                takesInterpolations: function.traits.contains(.takesInterpolations)
            )
        )
    }

    /// The literals of a key: those of all branches of `a ? "x" : "y"`, or that of `a ?? "x"`.
    private func literals(ofKey key: ArraySlice<SourceToken>) -> [SourceLiteral] {
        var rest = key
        var literals: [SourceLiteral?] = []
        while let question = rest.firstIndex(where: { $0.isSymbol("?") }),
            let colon = rest[question...].firstIndex(where: { $0.isSymbol(":") })
        {
            literals.append(literal(rest[(question + 1)..<colon]))
            rest = rest[(colon + 1)...]
        }
        if let last = rest.lastIndex(where: { $0.isCoalescing }) { rest = rest[(last + 1)...] }
        return (literals + [literal(rest)]).compactMap(\.self)
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
