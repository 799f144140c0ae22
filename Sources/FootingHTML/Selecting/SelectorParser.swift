/// A parser of selectors.
///
/// Its recursion is as deep as parentheses are nested, which is limited.
struct SelectorParser {
    private static let maxNesting = 16

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
        let chains = try parser.chains(isRelative: true)
        guard parser.index == parser.bytes.count else { throw parser.unexpected() }
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
        var combinator = combinator()
        if combinator != nil, !isRelative {
            throw invalid("a combinator has no selector before it")
        }
        while true {
            chain.append((combinator, try compound()))
            let hasBlanks = skipBlanks()
            guard let byte, byte != ascii(","), byte != ascii(")") else { return chain }
            combinator = self.combinator() ?? (hasBlanks ? .descendant : nil)
            if combinator == nil { throw unexpected() }
        }
    }

    private mutating func combinator() -> SelectorCombinator? {
        let combinator: SelectorCombinator
        switch byte {
        case ascii(">"): combinator = .child
        case ascii("+"): combinator = .next
        case ascii("~"): combinator = .subsequent
        default: return nil
        }
        index += 1
        skipBlanks()
        return combinator
    }

    private mutating func list(of chains: [SelectorChain]) throws(HTMLError) -> SelectorList {
        var chains = chains
        // A leading combinator is relative to the receiver.
        for index in chains.indices where chains[index][0].combinator != nil {
            chains[index].insert((nil, [.scope]), at: 0)
        }
        guard let list = program.append(chains, isInsideHas: isInsideHas) else {
            throw tooManySteps()
        }
        return list
    }

    private mutating func compound() throws(HTMLError) -> [SelectorTest] {
        var tests: [SelectorTest] = []
        let start = index
        if consume("*") {
            // Any element.
        } else if let name = identifier() {
            tests.append(.name(program.elementName(lowercased(name))))
        }
        if byte == ascii("|"), bytes.count > index + 1, bytes[index + 1] != ascii("|") {
            throw unsupported("namespaces are not supported; remove the bar and the prefix")
        }
        while true {
            switch byte {
            case ascii("#"):
                index += 1
                guard let id = identifier() else { throw invalid("an id is missing after “#”") }
                tests.append(.id(program.value(id)))
            case ascii("."):
                index += 1
                guard let name = identifier() else {
                    throw invalid("a class is missing after “.”")
                }
                tests.append(.className(program.value(name)))
            case ascii("["):
                index += 1
                tests.append(.attribute(try attribute()))
            case ascii(":"):
                tests += try pseudoClass()
            default:
                if index == start { throw unexpected() }
                return tests
            }
        }
    }

    // MARK: Attributes

    private mutating func attribute() throws(HTMLError) -> AttributeTest {
        skipBlanks()
        if byte == ascii("*") || byte == ascii("|") {
            throw unsupported("namespaces are not supported; remove the bar and the prefix")
        }
        guard let name = identifier().map(lowercased) else {
            throw invalid("an attribute name is missing")
        }
        var test = AttributeTest(name: program.attributeName(name))
        skipBlanks()
        if consume("]") { return test }
        if !consume("=") {
            switch byte {
            case ascii("~"): test.comparison = .word
            case ascii("|"): test.comparison = .dashPrefix
            case ascii("^"): test.comparison = .prefix
            case ascii("$"): test.comparison = .suffix
            case ascii("*"): test.comparison = .substring
            default: throw invalid("“]” or an operator such as “=” is missing")
            }
            index += 1
            guard consume("=") else {
                guard test.comparison == .dashPrefix else { throw invalid("“=” is missing") }
                throw unsupported("namespaces are not supported; remove the bar and the prefix")
            }
        } else {
            test.comparison = .equals
        }
        skipBlanks()
        let value: [UInt8]
        if let quote = byte, quote == ascii("\"") || quote == ascii("'") {
            value = try quoted(by: quote)
        } else if let identifier = identifier() {
            value = identifier
        } else {
            throw invalid("a value that is not an identifier needs quotation marks")
        }
        skipBlanks()
        switch byte.map({ $0 | 0x20 }) {
        case ascii("i"):
            test.letters = .ignoringCase
            index += 1
        case ascii("s"):
            index += 1
        default:
            let name = String(decoding: name, as: UTF8.self)
            if AttributeTest.namesIgnoringCase.contains(name) { test.letters = .ignoringCaseInHTML }
        }
        test.value = program.value(value)
        skipBlanks()
        guard consume("]") else { throw invalid("“]” is missing") }
        return test
    }

    // MARK: Pseudo-classes

    private mutating func pseudoClass() throws(HTMLError) -> [SelectorTest] {
        let start = index
        index += 1
        if byte == ascii(":") { throw unsupported("pseudo-elements are not elements", at: start) }
        guard let bytes = identifier() else { throw invalid("a name is missing after “:”") }
        let name = String(decoding: lowercased(bytes), as: UTF8.self)
        guard consume("(") else {
            switch name {
            case "first-child": return [.nth(NthTest())]
            case "last-child": return [.nth(NthTest(isFromEnd: true))]
            case "only-child": return [.nth(NthTest()), .nth(NthTest(isFromEnd: true))]
            case "first-of-type": return [.nth(NthTest(isOfType: true))]
            case "last-of-type": return [.nth(NthTest(isFromEnd: true, isOfType: true))]
            case "only-of-type":
                return [
                    .nth(NthTest(isOfType: true)), .nth(NthTest(isFromEnd: true, isOfType: true)),
                ]
            case "empty": return [.empty]
            case "root": return [.root]
            case "scope": return [.scope]
            default: throw unsupported(":\(name) is not supported", at: start)
            }
        }
        guard nesting < Self.maxNesting else {
            throw unsupported("there are more than \(Self.maxNesting) levels of parentheses")
        }
        nesting += 1
        defer { nesting -= 1 }
        let test: SelectorTest
        switch name {
        case "not", "is", "where":
            test = .anyOf(try list(of: chains(isRelative: false)), isNegated: name == "not")
        case "has":
            test = .has(try relative(start))
        case "nth-child": test = .nth(try nth(NthTest()))
        case "nth-last-child": test = .nth(try nth(NthTest(isFromEnd: true)))
        case "nth-of-type": test = .nth(try nth(NthTest(isOfType: true)))
        case "nth-last-of-type":
            test = .nth(try nth(NthTest(isFromEnd: true, isOfType: true)))
        case "contains":
            throw unsupported(
                ":contains is not CSS; filter the elements: filter { $0.text.contains(…) }",
                at: start
            )
        default:
            throw unsupported(":\(name)() is not supported", at: start)
        }
        skipBlanks()
        guard consume(")") else { throw index == self.bytes.count ? unclosed() : unexpected() }
        return [test]
    }

    /// Parses the content of `:has()`, and returns its index.
    private mutating func relative(_ start: Int) throws(HTMLError) -> Int {
        if isInsideHas { throw invalid(":has() must not be inside :has()", at: start) }
        isInsideHas = true
        defer { isInsideHas = false }
        var chains = try chains(isRelative: true)
        for index in chains.indices where chains[index][0].combinator == nil {
            chains[index][0].combinator = .descendant
        }
        guard let index = program.append(relative: chains) else { throw tooManySteps() }
        return index
    }

    /// Parses *an+b*, `even` or `odd`.
    private mutating func nth(_ base: NthTest) throws(HTMLError) -> NthTest {
        var test = base
        skipBlanks()
        for (word, offset) in [("even", 0), ("odd", 1)] where consume(word) {
            (test.step, test.offset) = (2, offset)
            return test
        }
        let start = index
        let sign = consumeSign() ?? 1
        let number = digits()
        if let byte, byte | 0x20 == ascii("n") {
            index += 1
            test.step = sign * (number ?? 1)
            test.offset = 0
            let end = index
            skipBlanks()
            if let sign = consumeSign() {
                skipBlanks()
                guard let number = digits() else { throw invalid("a number is missing") }
                test.offset = sign * number
            } else {
                index = end
            }
        } else if let number {
            (test.step, test.offset) = (0, sign * number)
        } else {
            throw invalid("a position such as 2n+1, 3, even or odd is missing", at: start)
        }
        skipBlanks()
        if let byte, byte | 0x20 == ascii("o") {
            throw unsupported("“of” is not supported in a position")
        }
        return test
    }

    private mutating func consumeSign() -> Int? {
        consume("+") ? 1 : consume("-") ? -1 : nil
    }

    /// Parses digits. A number that does not fit 32 bits is the largest that does.
    private mutating func digits() -> Int? {
        var number: Int?
        while let byte, byte &- 0x30 < 10 {
            number = min((number ?? 0) * 10 + Int(byte &- 0x30), Int(Int32.max))
            index += 1
        }
        return number
    }

    // MARK: Identifiers and strings

    /// Parses an identifier; without one, nothing is consumed.
    private mutating func identifier() -> [UInt8]? {
        var start = index
        if byte == ascii("-") {
            start += 1
            if start < bytes.count, bytes[start] == ascii("-") { start += 1 }
        }
        let hasTwoDashes = start == index + 2
        guard hasTwoDashes || isNamePart(at: start) && !(bytes[start] &- 0x30 < 10) else {
            return nil
        }
        guard hasTwoDashes || bytes[start] != ascii("-") else { return nil }
        var name: [UInt8] = []
        while isNamePart(at: index) {
            let byte = bytes[index]
            index += 1
            switch byte {
            case ascii("\\"): name += escape()
            case 0: name += "\u{FFFD}".utf8
            default: name.append(byte)
            }
        }
        return name
    }

    private func isNamePart(at index: Int) -> Bool {
        guard index < bytes.count else { return false }
        switch bytes[index] {
        case ascii("a")...ascii("z"), ascii("A")...ascii("Z"), ascii("0")...ascii("9"),
            ascii("-"), ascii("_"), 0x80..., 0:
            return true
        case ascii("\\"):
            return index + 1 == bytes.count || !isLineEnd(bytes[index + 1])
        default:
            return false
        }
    }

    /// Parses an escape behind its backslash.
    private mutating func escape() -> [UInt8] {
        guard let byte else { return Array("\u{FFFD}".utf8) }
        var value: UInt32 = 0
        var count = 0
        while count < 6, let digit = self.byte.flatMap({ hexadecimal($0) }) {
            value = value << 4 | UInt32(digit)
            count += 1
            index += 1
        }
        guard count > 0 else {
            index += 1
            return byte == 0 ? Array("\u{FFFD}".utf8) : [byte]
        }
        if self.byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
        if let byte = self.byte, isBlank(byte) { index += 1 }
        let scalar = value == 0 ? nil : Unicode.Scalar(value)
        return Array(String(scalar ?? "\u{FFFD}").utf8)
    }

    private mutating func quoted(by quote: UInt8) throws(HTMLError) -> [UInt8] {
        let start = index
        var value: [UInt8] = []
        index += 1
        while let byte, byte != quote {
            if isLineEnd(byte) { throw invalid("a line ends inside quotation marks") }
            index += 1
            switch byte {
            case ascii("\\"):
                guard let next = self.byte, isLineEnd(next) else {
                    if self.byte != nil { value += escape() }
                    continue
                }
                // A line end behind a backslash is not in the value.
                index += 1
                if next == 0x0D, self.byte == 0x0A { index += 1 }
            case 0: value += "\u{FFFD}".utf8
            default: value.append(byte)
            }
        }
        guard byte == quote else { throw invalid("a quotation mark is missing", at: start) }
        index += 1
        return value
    }

    // MARK: Bytes

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func consume(_ word: String) -> Bool {
        let end = index + word.utf8.count
        guard end <= bytes.count, lowercased(Array(bytes[index..<end])).elementsEqual(word.utf8)
        else { return false }
        index = end
        return true
    }

    @discardableResult
    private mutating func skipBlanks() -> Bool {
        let start = index
        while let byte, isBlank(byte) { index += 1 }
        return index > start
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || isLineEnd(byte) }

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x0C }

    private func hexadecimal(_ byte: UInt8) -> UInt8? {
        if byte &- 0x30 < 10 { return byte &- 0x30 }
        let letter = (byte | 0x20) &- ascii("a")
        return letter < 6 ? letter + 10 : nil
    }

    private func lowercased(_ bytes: [UInt8]) -> [UInt8] {
        bytes.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    }

    // MARK: Errors

    private func invalid(_ reason: String, at offset: Int? = nil) -> HTMLError {
        HTMLError(.invalidSelector, string, at: offset ?? index, reason)
    }

    private func unsupported(_ reason: String, at offset: Int? = nil) -> HTMLError {
        HTMLError(.unsupportedSelector, string, at: offset ?? index, reason)
    }

    private func tooManySteps() -> HTMLError {
        unsupported("more than \(SelectorSteps.maxCount) steps are joined by combinators")
    }

    private func unclosed() -> HTMLError { invalid("“)” is missing") }

    private func unexpected() -> HTMLError {
        guard let byte else { return invalid("a selector is missing at the end") }
        switch byte {
        case ascii("/"): return unsupported("comments are not supported")
        case ascii("|"): return unsupported("namespaces are not supported")
        case ascii("&"): return unsupported("“&” is not supported")
        default:
            let character = String(decoding: bytes[index...], as: UTF8.self).first ?? "?"
            return invalid("“\(character)” is not expected here")
        }
    }
}

/// The byte of an ASCII character.
private func ascii(_ scalar: Unicode.Scalar) -> UInt8 { UInt8(ascii: scalar) }
