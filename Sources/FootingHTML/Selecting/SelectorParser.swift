import FootingBytes

/// A parser of selectors.
///
/// Its recursion is as deep as parentheses are nested, which is limited.
struct SelectorParser {
    private static let maxNesting = 16
    private static let maxBytes = 16_384
    private static let maxTests = 1_024

    private let string: String
    private let bytes: [UInt8]
    private var index = 0
    private var nesting = 0
    private var isInsideHas = false
    private var program = SelectorProgram()

    private init(_ string: String) {
        self.string = string
        bytes = Array(string.utf8)
    }

    static func program(of string: String) throws(HTMLError) -> SelectorProgram {
        var parser = SelectorParser(string)
        guard parser.bytes.count <= maxBytes else {
            throw parser.unsupported("it is longer than \(maxBytes) bytes", at: maxBytes)
        }
        let chains = try parser.chains(isRelative: true)
        guard parser.byte == nil else { throw parser.unexpected() }
        parser.program.selectors = try parser.list(of: chains)
        return parser.program
    }

    // MARK: Lists and compounds

    private mutating func chains(isRelative: Bool) throws(HTMLError) -> [SelectorChain] {
        var chains: [SelectorChain] = []
        repeat { chains.append(try chain(isRelative: isRelative)) } while consume(",")
        return chains
    }

    /// Parses a selector up to a comma, a closing parenthesis or the end.
    private mutating func chain(isRelative: Bool) throws(HTMLError) -> SelectorChain {
        var chain: SelectorChain = []
        skipBlanks()
        let start = index
        var combinator = combinator()
        if combinator != nil, !isRelative {
            throw invalid("a combinator has no selector before it", at: start)
        }
        while true {
            chain.append((combinator, try compound()))
            let hasBlanks = skipBlanks()
            guard let byte, byte != ascii(","), byte != ascii(")") else { return chain }
            combinator = self.combinator() ?? (hasBlanks ? \.descendant : nil)
            if combinator == nil { throw unexpected() }
        }
    }

    private mutating func combinator() -> SelectorCombinator? {
        let combinator: SelectorCombinator? =
            consume(">") ? \.child : consume("+") ? \.next : consume("~") ? \.subsequent : nil
        if combinator != nil { skipBlanks() }
        return combinator
    }

    private mutating func list(of chains: [SelectorChain]) throws(HTMLError) -> SelectorList {
        let first = program.compounds.count
        var lastSteps: UInt64 = 0
        for var chain in chains {
            // A leading combinator is relative to the receiver.
            if chain[0].combinator != nil { chain.insert((nil, 0..<1), at: 0) }
            if chain.count == 1 {
                program.compounds.append(chain[0].compound)
            } else {
                guard let steps = program.steps.append(chain) else { throw tooManySteps() }
                lastSteps |= steps & program.steps.last
                if isInsideHas { program.stepsInHas |= steps }
            }
        }
        return SelectorList(compounds: first..<program.compounds.count, lastSteps: lastSteps)
    }

    private mutating func compound() throws(HTMLError) -> Range<Int> {
        let start = index
        var tests: [SelectorTest] = []
        if !consume("*"), let name = identifier() { tests.append(.name(position(of: name))) }
        if byte == ascii("|"), !bytes[(index + 1)...].starts(with: "|".utf8) {
            throw namespaces()
        }
        while true {
            if consume("#") {
                guard let id = identifier() else { throw invalid("an id is missing after “#”") }
                tests.append(.id(range(of: id)))
            } else if consume(".") {
                guard let name = identifier() else {
                    throw invalid("a class is missing after “.”")
                }
                tests.append(.className(range(of: name)))
            } else if consume("[") {
                tests.append(.attribute(try attribute()))
            } else if byte == ascii(":") {
                tests += try pseudoClass()
            } else if index > start {
                program.tests += tests
                guard program.tests.count <= Self.maxTests + 1 else {
                    throw unsupported("there are more than \(Self.maxTests) simple selectors")
                }
                return program.tests.count - tests.count..<program.tests.count
            } else {
                throw unexpected()
            }
        }
    }

    private mutating func attribute() throws(HTMLError) -> AttributeTest {
        skipBlanks()
        if byte == ascii("*") || byte == ascii("|") { throw namespaces() }
        guard let name = identifier() else { throw invalid("an attribute name is missing") }
        var test = AttributeTest(name: position(of: name))
        skipBlanks()
        if consume("]") { return test }
        test.comparison =
            switch byte {
            case ascii("~"): .word
            case ascii("|"): .dashPrefix
            case ascii("^"): .prefix
            case ascii("$"): .suffix
            case ascii("*"): .substring
            default: .equals
            }
        if test.comparison != .equals { index += 1 }
        guard consume("=") else {
            throw test.comparison == .dashPrefix
                ? namespaces() : invalid("“]” or an operator such as “=” is missing")
        }
        skipBlanks()
        if consume("\"") {
            test.value = try quoted(by: ascii("\""))
        } else if consume("'") {
            test.value = try quoted(by: ascii("'"))
        } else if let value = identifier() {
            test.value = range(of: value)
        } else {
            throw invalid("a value that is not an identifier needs quotation marks")
        }
        skipBlanks()
        if consume("i") || consume("I") {
            test.letters = .ignoringCase
        } else if !consume("s"), !consume("S"),
            AttributeTest.namesIgnoringCase.contains(program.names[test.name])
        {
            test.letters = .ignoringCaseInHTML
        }
        skipBlanks()
        guard consume("]") else { throw invalid("“]” is missing") }
        return test
    }

    // MARK: Pseudo-classes

    private mutating func pseudoClass() throws(HTMLError) -> [SelectorTest] {
        let start = index
        index += 1
        if byte == ascii(":") { throw unsupported("pseudo-elements are not elements", at: start) }
        guard let identifier = identifier() else { throw invalid("a name is missing after “:”") }
        let name = String(decoding: identifier, as: UTF8.self).lowercasedASCII
        guard consume("(") else {
            switch name {
            case "empty": return [.empty]
            case "root": return [.root]
            case "scope": return [.scope]
            default:
                if let tests = positions(name), !name.hasPrefix("nth") {
                    return tests.map { .nth($0) }
                }
                throw unsupported(":\(name) is not supported", at: start)
            }
        }
        guard nesting < Self.maxNesting else {
            throw unsupported("there are more than \(Self.maxNesting) levels of parentheses")
        }
        nesting += 1
        defer { nesting -= 1 }
        let test: SelectorTest
        switch name {
        case "not": test = .anyOf(try list(of: chains(isRelative: false)), isNegated: true)
        case "is", "where":
            do throws(HTMLError) {
                test = .anyOf(try list(of: chains(isRelative: false)), isNegated: false)
            } catch {
                // CSS ignores such a part of the list.
                throw unsupported(error.reason, at: error.offset)
            }
        case "has":
            if isInsideHas { throw invalid(":has() must not be inside :has()", at: start) }
            isInsideHas = true
            defer { isInsideHas = false }
            var steps = SelectorSteps()
            for var chain in try chains(isRelative: true) {
                chain[0].combinator = chain[0].combinator ?? \.descendant
                guard steps.append(chain) != nil else { throw tooManySteps() }
            }
            test = .has(program.relatives.count)
            program.relatives.append(steps)
        case "contains":
            throw unsupported(
                ":contains is not CSS; filter the elements: filter { $0.text.contains(…) }",
                at: start
            )
        default:
            guard let tests = positions(name), name.hasPrefix("nth") else {
                throw unsupported(":\(name)() is not supported", at: start)
            }
            test = .nth(try nth(tests[0]))
        }
        skipBlanks()
        guard consume(")") else {
            throw byte == nil ? invalid("“)” is missing") : unexpected()
        }
        return [test]
    }

    /// The tests of a pseudo-class for positions, such as `last-child` or `nth-of-type`.
    private func positions(_ name: String) -> [NthTest]? {
        let isOfType = name.hasSuffix("-of-type")
        guard isOfType || name.hasSuffix("-child") else { return nil }
        let first = NthTest(isOfType: isOfType)
        let last = NthTest(isFromEnd: true, isOfType: isOfType)
        switch name.dropLast(isOfType ? "-of-type".count : "-child".count) {
        case "first", "nth": return [first]
        case "last", "nth-last": return [last]
        case "only": return [first, last]
        default: return nil
        }
    }

    /// Parses *an+b*, `even` or `odd`.
    private mutating func nth(_ base: NthTest) throws(HTMLError) -> NthTest {
        let start = index
        while let byte, byte != ascii(")") { index += 1 }
        let argument = String(decoding: bytes[start..<index], as: UTF8.self)
            .stripped.lowercasedASCII
        var test = base
        let step: Int?
        let offset: Int?
        if argument == "even" || argument == "odd" {
            (step, offset) = (2, argument == "odd" ? 1 : 0)
        } else if let n = argument.firstIndex(of: "n") {
            let first = argument[..<n]
            step = first == "" || first == "+" ? 1 : first == "-" ? -1 : integer(first)
            let second = String(argument[argument.index(after: n)...]).stripped
            let number = String(second.dropFirst()).stripped
            let isSigned = second.hasPrefix("+") || second.hasPrefix("-")
            offset = second == "" ? 0 : isSigned ? integer("\(second.prefix(1))\(number)") : nil
        } else {
            (step, offset) = (0, integer(argument))
        }
        guard let step, let offset else {
            throw argument.contains(" of ")
                ? unsupported("“of” is not supported in a position", at: start)
                : invalid("a position such as 2n+1, 3, even or odd is missing", at: start)
        }
        test.step = step
        test.offset = offset
        return test
    }

    // MARK: Identifiers and strings

    /// Parses an identifier; without one, nothing is consumed.
    private mutating func identifier() -> [UInt8]? {
        let dashes = bytes[index...].prefix(2).prefix { $0 == ascii("-") }.count
        let first = index + dashes
        let isIdentifier =
            dashes == 2 || isNamePart(at: first) && !isDigit(bytes[first])
        guard isIdentifier else { return nil }
        var name: [UInt8] = []
        while isNamePart(at: index) {
            index += 1
            name += bytes[index - 1] == ascii("\\") ? escape() : [bytes[index - 1]]
        }
        return name
    }

    private func isNamePart(at index: Int) -> Bool {
        guard index < bytes.count else { return false }
        switch bytes[index] {
        case ascii("-"), ascii("_"), 0x80..., 0: return true
        case ascii("\\"): return index + 1 == bytes.count || !isLineEnd(bytes[index + 1])
        default: return isLetterOrDigit(bytes[index])
        }
    }

    /// Parses an escape behind its backslash; the result of an invalid one is NUL.
    private mutating func escape() -> [UInt8] {
        let digits = bytes[index...].prefix(6).prefix { hexadecimalValue($0) != nil }
        guard !digits.isEmpty else {
            guard let byte else { return [0] }
            index += 1
            return [byte]
        }
        index += digits.count
        if byte == 0x0D, bytes[index...].dropFirst().first == 0x0A { index += 1 }
        if let byte, isHTMLSpace(byte) { index += 1 }
        let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        return value.flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) } ?? [0]
    }

    private mutating func quoted(by quote: UInt8) throws(HTMLError) -> Range<Int> {
        let start = index - 1
        var value: [UInt8] = []
        while let byte, byte != quote {
            if isLineEnd(byte) { throw invalid("a line ends inside quotation marks") }
            index += 1
            if byte != ascii("\\") {
                value.append(byte)
            } else if let next = self.byte, isLineEnd(next) {
                // A line end behind a backslash is not in the value.
                index += next == 0x0D && bytes[index...].dropFirst().first == 0x0A ? 2 : 1
            } else if self.byte != nil {
                value += escape()
            }
        }
        guard byte == quote else { throw invalid("a quotation mark is missing", at: start) }
        index += 1
        return range(of: value)
    }

    /// Appends a name to the program's names, and returns its position.
    private mutating func position(of name: [UInt8]) -> Int {
        program.names.append(String(decoding: withoutNUL(name), as: UTF8.self).lowercasedASCII)
        return program.names.count - 1
    }

    /// Appends a value to the program's bytes.
    private mutating func range(of value: [UInt8]) -> Range<Int> {
        let start = program.bytes.count
        program.bytes += withoutNUL(value)
        return start..<program.bytes.count
    }

    private func withoutNUL(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { $0 == 0 ? Array("\u{FFFD}".utf8) : [$0] }
    }

    // MARK: Bytes

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard byte == ascii(scalar) else { return false }
        index += 1
        return true
    }

    @discardableResult
    private mutating func skipBlanks() -> Bool {
        let start = index
        while let byte, isHTMLSpace(byte) { index += 1 }
        return index > start
    }

    // MARK: Errors

    private func invalid(_ reason: String, at offset: Int? = nil) -> HTMLError {
        HTMLError(.invalidSelector, string, at: offset ?? index, reason)
    }

    private func unsupported(_ reason: String, at offset: Int? = nil) -> HTMLError {
        HTMLError(.unsupportedSelector, string, at: offset ?? index, reason)
    }

    private func namespaces() -> HTMLError {
        unsupported("namespaces are not supported; remove the bar and the prefix")
    }

    private func tooManySteps() -> HTMLError {
        unsupported("more than \(SelectorSteps.maxCount) steps are joined by combinators")
    }

    private func unexpected() -> HTMLError {
        guard byte != nil else { return invalid("a selector is missing at the end") }
        let character = String(decoding: bytes[index...].prefix(16), as: UTF8.self).first ?? "?"
        return "/|&".contains(character)
            ? unsupported("“\(character)” is not supported")
            : invalid("“\(character)” is not expected here")
    }
}

private func ascii(_ scalar: Unicode.Scalar) -> UInt8 { UInt8(ascii: scalar) }

/// An integer; beyond ±2³⁰, where no positions are, the nearest of these.
private func integer(_ string: some StringProtocol) -> Int? {
    let isNegative = string.hasPrefix("-")
    let digits = string.utf8.dropFirst(isNegative || string.hasPrefix("+") ? 1 : 0)
    guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
    let value = digits.reduce(0 as Int64) { min($0 * 10 + Int64($1 &- ascii("0")), 1 << 30) }
    return Int(isNegative ? -value : value)
}

private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x0C }
