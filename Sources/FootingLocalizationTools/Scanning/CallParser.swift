/// Finds the calls of functions, and the names of localizers, among the tokens of a Swift file.
///
/// An enclosed list becomes one token when it ends, so each token is read once.
struct CallParser {
    /// The functions by the hashes of their names.
    private let functions: [UInt64: [SourceFunction]]
    /// The names of localizers in this file, and after a dot in all files.
    private(set) var localizers: Localizers
    private let file: String

    private(set) var calls: [SourceKeys.Call] = []
    /// The lines of calls whose keys can't be read, and of strings and comments without an end.
    private(set) var dynamicLines: [Int] = []
    private(set) var syntaxLines: [Int] = []
    private(set) var literals: [SourceLiteral] = []
    /// The comments for translators, by the lines on which they end.
    var comments: [Int: String] = [:]

    private var stack: [SourceToken] = []
    /// The indices of the opening tokens on the stack.
    private var opens: [Int] = []
    private var braceCount = 0
    /// The number of enclosed lists that are too deep, and are passed over.
    private var ignoredDepth = 0
    /// Whether the meaning of the latest token depends on the next one.
    private var isPending = false

    struct Localizers {
        var ofFile: Set<UInt64> = []
        var afterDot: Set<UInt64> = []
    }

    private static let maximumDepth = 10_000
    /// The limit for tokens between `=` and the end of an initial value.
    private static let maximumValue = 64

    init(
        _ functions: [UInt64: [SourceFunction]],
        _ localizers: Localizers = Localizers(),
        file: String
    ) {
        (self.functions, self.localizers, self.file) = (functions, localizers, file)
    }

    mutating func add(_ literal: SourceLiteral) -> Int {
        literals.append(literal)
        return literals.count - 1
    }

    mutating func noteSyntax(line: Int) {
        if syntaxLines.last != line { syntaxLines.append(line) }
    }

    @inline(__always)
    mutating func accept(_ token: SourceToken) {
        if isPending { settle(before: token) }
        switch token.kind {
        case .open:
            guard ignoredDepth == 0, opens.count < Self.maximumDepth else {
                ignoredDepth += 1
                return
            }
            opens.append(stack.count)
            if token.byte == UInt8(ascii: "{") { braceCount += 1 }
        case .close:
            if ignoredDepth > 0 { ignoredDepth -= 1 } else { close(token) }
            return
        case _ where ignoredDepth > 0: return
        case .name: noteName(token)
        case .literal: readTypedLiteral(token)
        default: break
        }
        stack.append(token)
    }

    mutating func finish() {
        settle(before: nil)
        for index in calls.indices where calls[index].comment == nil {
            let line = calls[index].line
            calls[index].comment = comments[line] ?? comments[line - 1]
        }
    }

    // Interpolations.

    struct Outer {
        fileprivate let (start, openCount, braceCount): (Int, Int, Int)
        fileprivate let (ignoredDepth, isPending): (Int, Bool)
    }

    mutating func beginInterpolation() -> Outer {
        let outer = Outer(
            start: stack.count,
            openCount: opens.count,
            braceCount: braceCount,
            ignoredDepth: ignoredDepth,
            isPending: isPending
        )
        (braceCount, ignoredDepth, isPending) = (0, 0, false)
        opens.append(stack.count)
        stack.append(SourceToken(kind: .open))
        return outer
    }

    mutating func endInterpolation(_ outer: Outer) {
        settle(before: nil)
        stack.removeSubrange(outer.start...)
        opens.removeSubrange(outer.openCount...)
        (braceCount, ignoredDepth, isPending) =
            (outer.braceCount, outer.ignoredDepth, outer.isPending)
    }

    // Enclosed lists.

    private mutating func close(_ token: SourceToken) {
        let opening: UInt8 =
            switch token.byte {
            case UInt8(ascii: ")"): UInt8(ascii: "(")
            case UInt8(ascii: "]"): UInt8(ascii: "[")
            default: UInt8(ascii: "{")
            }
        if opening == UInt8(ascii: "{"), braceCount > 0 {
            // A brace ends the lists in it that have no end.
            while let open = opens.last, stack[open].byte != opening { opens.removeLast() }
            braceCount -= 1
        }
        guard let open = opens.last, stack[open].byte == opening else { return }
        var kind = SourceToken.Kind.group
        if opening == UInt8(ascii: "("), open > 0, !stack[open].isFirst {
            readCall(of: open - 1)
            if returnsLocalizer(open) { kind = .localizer }
        }
        opens.removeLast()
        let start = stack[open]
        stack.removeSubrange(open...)
        isPending = kind == .localizer
        stack.append(
            SourceToken(
                kind: kind,
                followsSpace: start.followsSpace,
                isFirst: start.isFirst,
                line: start.line
            )
        )
    }

    private func token(_ index: Int) -> SourceToken? {
        stack.indices.contains(index) ? stack[index] : nil
    }

    /// The latest token, the one before it, and so on.
    private func latest(_ distance: Int) -> SourceToken? { token(stack.count - 1 - distance) }
}

// Localizers.
extension CallParser {
    private enum Name {
        static let localizer = NameHash.of("Localizer")
        static let declarations = Set(["let", "var"].map(NameHash.of))
        /// The methods that return a localizer, by their names, with the labels of their arguments.
        static let makers = [
            NameHash.of("localizer"): NameHash.of("for"),
            NameHash.of("fitting"): NameHash.of("width"),
            NameHash.of("isolatingArguments"): nil as UInt64?,
        ]
        static let resource = NameHash.of("LocalizedStringResource")
        static let stringKey = NameHash.of("LocalizedStringKey")
        static let nothing = NameHash.of("nil")
        static let declaring = Set(["func", "init", "macro"].map(NameHash.of))
        static let tables = Set(["table", "tableName"].map(NameHash.of))
        static let defaults = Set(["default", "defaultValue", "value"].map(NameHash.of))
        static let comment = NameHash.of("comment")
        static let arguments = NameHash.of("arguments")
    }

    /// Notes a name that is declared as a localizer, and a function whose key precedes it.
    private mutating func noteName(_ token: SourceToken) {
        if token.value == Name.localizer, latest(0)?.kind == .colon, let name = latest(1),
            name.kind == .name, opens.last.map({ stack[$0].byte != UInt8(ascii: "[") }) ?? true
        {
            localizers.ofFile.insert(name.value)
            if let word = latest(2), Name.declarations.contains(word.value) {
                localizers.afterDot.insert(name.value)
            }
        }
        if latest(0)?.isSymbol(".") == true, functions[token.value] != nil { isPending = true }
    }

    /// Whether the list that begins at an index is that of a method that returns a localizer.
    private func returnsLocalizer(_ open: Int) -> Bool {
        guard let name = token(open - 1), name.kind == .name, let label = Name.makers[name.value],
            token(open - 2)?.isSymbol(".") == true
        else { return false }
        return label.map { token(open + 1)?.isName($0) == true } ?? true
    }

    /// Decides about the latest token, when the next one is known.
    private mutating func settle(before next: SourceToken?) {
        isPending = false
        guard let latest = latest(0) else { return }
        let isCalled = next.map { $0.byte == UInt8(ascii: "(") && !$0.isFirst } ?? false
        guard !isCalled else { return }
        if latest.kind == .name {
            if let function = functions[latest.value]?.first(where: { $0.key == .receiver }) {
                read(function, receiver: stack.count - 3, [], line: Int(latest.line))
            }
        } else if latest.kind == .localizer,
            next.map({ !$0.isSymbol(".") && !$0.isSymbol("?") && !$0.isSymbol("!") }) ?? true
        {
            noteDeclaration()
        }
    }

    /// Notes the name whose initial value ends with a localizer.
    private mutating func noteDeclaration() {
        let start = max(opens.last ?? 0, stack.count - Self.maximumValue)
        guard let equals = stack[start...].lastIndex(where: { $0.isSymbol("=") }),
            let word = token(equals - 2), Name.declarations.contains(word.value),
            let name = token(equals - 1), name.kind == .name
        else { return }
        localizers.ofFile.insert(name.value)
    }
}

// Calls.
extension CallParser {
    private struct Argument {
        var label: UInt64?
        var range: Range<Int>
    }

    /// Reads a literal whose declared type makes it a key.
    private mutating func readTypedLiteral(_ literal: SourceToken) {
        guard latest(0)?.isSymbol("=") == true else { return }
        let distance = latest(1)?.isSymbol("?") == true ? 2 : 1
        guard let type = latest(distance), latest(distance + 1)?.kind == .colon,
            type.isName(Name.resource) || type.isName(Name.stringKey)
        else { return }
        addCall(
            literals[Int(literal.value)],
            [],
            line: Int(literal.line),
            takesInterpolations: true
        )
    }

    /// Reads the call of the name at an index, whose arguments are the last list of the stack.
    private mutating func readCall(of index: Int) {
        let callee = stack[index]
        let before = token(index - 1)
        let isMember = before?.isSymbol(".") == true
        var candidates: [SourceFunction] = []
        if callee.kind == .name {
            candidates = functions[callee.value] ?? []
            if localizers.ofFile.contains(callee.value)
                || isMember && localizers.afterDot.contains(callee.value)
            {
                candidates.append(Self.localizer)
            }
        } else if callee.kind == .localizer {
            candidates = [Self.localizer]
        }
        guard !candidates.isEmpty else { return }
        if let before, before.kind == .name, Name.declaring.contains(before.value) { return }
        let isAttribute = before?.isSymbol("@") == true
        let arguments = arguments(in: (index + 2)..<stack.count)
        for function in candidates
        where function.isAttribute == isAttribute && (!function.isMethod || isMember) {
            let receiver = function.key == .receiver && isMember ? index - 2 : nil
            let isRead = read(
                function,
                receiver: receiver,
                arguments,
                line: Int(callee.line)
            )
            if isRead { return }
        }
    }

    private static let localizer: SourceFunction = {
        var function: SourceFunction = "localizer(_:)"
        function.takesArguments = true
        return function
    }()

    private func arguments(in range: Range<Int>) -> [Argument] {
        var arguments: [Argument] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let end =
                stack[start..<range.upperBound].firstIndex { $0.kind == .comma } ?? range.upperBound
            var argument = Argument(range: start..<end)
            if end - start > 1, stack[start].kind == .name, stack[start + 1].kind == .colon {
                argument.label = stack[start].value
                argument.range = (start + 2)..<end
            }
            arguments.append(argument)
            start = end + 1
        }
        return arguments
    }

    /// Adds the calls of a function with arguments, and returns whether there is a key.
    @discardableResult
    private mutating func read(
        _ function: SourceFunction,
        receiver: Int?,
        _ arguments: [Argument],
        line: Int
    ) -> Bool {
        let range: Range<Int>
        switch function.key {
        case .first:
            guard let first = arguments.first, first.label == nil else { return false }
            range = first.range
        case .labelled(let label):
            guard let argument = arguments.first(where: { $0.label == label }) else {
                return false
            }
            range = argument.range
        case .receiver:
            guard let receiver, token(receiver) != nil else { return false }
            range = receiver..<(receiver + 1)
        }
        // A member of a type, such as a message, has its key elsewhere.
        guard let first = range.first, !stack[first].isSymbol(".") else { return false }
        let keys = keys(in: range).filter {
            !$0.isPattern || function.takesInterpolations || $0.isTelling
        }
        for key in keys {
            addCall(
                key,
                arguments,
                line: line,
                takesInterpolations: function.takesInterpolations,
                takesArguments: function.takesArguments
            )
        }
        if keys.isEmpty, !function.takesOtherValues { dynamicLines.append(line) }
        return true
    }

    private mutating func addCall(
        _ key: SourceLiteral,
        _ arguments: [Argument],
        line: Int,
        takesInterpolations: Bool,
        takesArguments: Bool = false
    ) {
        guard key.segments != [""] else { return }
        func argument(_ labels: Set<UInt64>) -> Argument? {
            arguments.first { $0.label.map(labels.contains) ?? false }
        }
        func text(_ argument: Argument?) -> String? {
            argument.flatMap { literal(in: $0.range)?.text }
        }
        let table = argument(Name.tables)
        let isDefault = table.map { stack[$0.range].map(\.value) == [Name.nothing] } ?? true
        let others = arguments.dropFirst().prefix { $0.label == nil }
        let hasList = argument([Name.arguments]) != nil
        calls.append(
            SourceKeys.Call(
                key: key.text,
                table: isDefault
                    ? String?.none.tableName : text(table).map { Optional($0).tableName },
                argumentCount: takesArguments && !hasList ? others.count : nil,
                defaultText: text(argument(Name.defaults)),
                comment: text(argument([Name.comment])).flatMap { $0.isEmpty ? nil : $0 },
                file: file,
                line: line,
                literal: key,
                takesInterpolations: takesInterpolations
            )
        )
    }

    /// The literals of a key: those of all branches of `a ? "x" : "y"`, or that of `a ?? "x"`.
    private func keys(in range: Range<Int>) -> [SourceLiteral] {
        var range = range
        var keys: [SourceLiteral?] = []
        while let question = range.first(where: {
            stack[$0].isSymbol("?") && stack[$0].followsSpace
        }), let colon = stack[question..<range.upperBound].firstIndex(where: { $0.kind == .colon })
        {
            keys.append(literal(in: (question + 1)..<colon))
            range = (colon + 1)..<range.upperBound
        }
        if let last = range.last(where: { stack[$0].isSymbol("??") }) {
            range = (last + 1)..<range.upperBound
        }
        keys.append(literal(in: range))
        return keys.compactMap(\.self)
    }

    /// A literal, or literals that are joined by `+`.
    private func literal(in range: Range<Int>) -> SourceLiteral? {
        var literal: SourceLiteral?
        for (offset, token) in stack[range].enumerated() {
            if offset.isMultiple(of: 2) {
                guard token.kind == .literal else { return nil }
                let next = literals[Int(token.value)]
                if literal?.append(next) == nil { literal = next }
            } else if !token.isSymbol("+") {
                return nil
            }
        }
        return range.count.isMultiple(of: 2) ? nil : literal
    }
}
