/// A parsed selector.
///
/// The compounds of selectors with combinators are steps, and a set of steps is a word of bits. So
/// an element is matched in constant time by its neighbours' words, and nothing is tried again.
/// All lists are flat, so that matching counts no references.
struct SelectorProgram: Sendable {
    private(set) var tests: [SelectorTest] = []
    /// The selectors without combinators, as positions in the tests.
    private(set) var compounds: [Range<Int>] = []
    /// The steps of selectors with combinators, inner selectors first.
    private(set) var steps = SelectorSteps()
    /// The steps inside `:has()`.
    private(set) var stepsInHas: UInt64 = 0
    /// The selectors in each `:has()`.
    private(set) var relatives: [SelectorSteps] = []
    private(set) var names = SelectorNames()
    /// The ids, classes and values of the tests.
    private(set) var bytes: [UInt8] = []
    /// The selectors at the outermost level.
    var selectors = SelectorList()

    /// Whether the answer depends on ancestors or siblings outside `:has()`.
    var hasSteps: Bool { !steps.compounds.isEmpty }

    mutating func elementName(_ name: [UInt8]) -> Int { names.append(name, ofAttribute: false) }

    mutating func attributeName(_ name: [UInt8]) -> Int { names.append(name, ofAttribute: true) }

    mutating func value(_ value: [UInt8]) -> Range<Int> {
        bytes += value
        return bytes.count - value.count..<bytes.count
    }

    /// Appends the selectors of a list; `nil` if there are too many steps.
    mutating func append(_ chains: [SelectorChain], isInsideHas: Bool) -> SelectorList? {
        var list = SelectorList()
        let first = compounds.count
        for chain in chains {
            if chain.count == 1 {
                compounds.append(positions(chain[0].compound))
            } else {
                guard let added = steps.append(chain.map { ($0, positions($1)) }) else {
                    return nil
                }
                list.lastSteps |= added.last
                if isInsideHas { stepsInHas |= added.all }
            }
        }
        list.compounds = first..<compounds.count
        return list
    }

    /// Appends the selectors of `:has()`, and returns their index; `nil` if there are too many
    /// steps.
    mutating func append(relative chains: [SelectorChain]) -> Int? {
        var steps = SelectorSteps()
        for chain in chains {
            guard steps.append(chain.map { ($0, positions($1)) }) != nil else { return nil }
        }
        relatives.append(steps)
        return relatives.count - 1
    }

    private mutating func positions(_ compound: [SelectorTest]) -> Range<Int> {
        tests += compound
        return tests.count - compound.count..<tests.count
    }
}

/// A selector between two commas: compounds, with the combinators before them.
typealias SelectorChain = [(combinator: SelectorCombinator?, compound: [SelectorTest])]

/// The relation of a step to the step before it.
enum SelectorCombinator: Sendable {
    case child, descendant, next, subsequent
}

/// Selectors joined by commas.
struct SelectorList: Sendable {
    /// The selectors without combinators, as positions in the program's compounds.
    var compounds = 0..<0
    /// The last steps of the selectors with combinators.
    var lastSteps: UInt64 = 0
}

/// Chains of compounds, at most 64 together, and the combinators before them.
struct SelectorSteps: Sendable {
    static let maxCount = 64

    /// The compounds, as positions in the program's tests.
    private(set) var compounds: [Range<Int>] = []
    /// The first steps and the last steps of the chains.
    private(set) var first: UInt64 = 0
    private(set) var last: UInt64 = 0
    /// The steps behind each combinator.
    private(set) var child: UInt64 = 0
    private(set) var descendant: UInt64 = 0
    private(set) var next: UInt64 = 0
    private(set) var subsequent: UInt64 = 0

    var hasSiblings: Bool { next | subsequent != 0 }

    /// Appends a chain, and returns its steps and the last of them; `nil` if there are too many.
    fileprivate mutating func append(
        _ chain: [(SelectorCombinator?, Range<Int>)]
    ) -> (all: UInt64, last: UInt64)? {
        guard compounds.count + chain.count <= Self.maxCount else { return nil }
        var all: UInt64 = 0
        var bit: UInt64 = 0
        for (combinator, compound) in chain {
            bit = 1 << UInt64(compounds.count)
            if all == 0 { first |= bit }
            switch combinator {
            case .child: child |= bit
            case .descendant: descendant |= bit
            case .next: next |= bit
            case .subsequent: subsequent |= bit
            case nil: break
            }
            all |= bit
            compounds.append(compound)
        }
        last |= bit
        return (all, bit)
    }
}

/// A simple selector.
enum SelectorTest: Sendable {
    /// The name of an element, as a position in the program's names.
    case name(Int)
    /// An id and a class, as ranges of the program's bytes.
    case id(Range<Int>)
    case className(Range<Int>)
    case attribute(AttributeTest)
    case anyOf(SelectorList, isNegated: Bool)
    /// `:has()`, as a position in the program's relatives.
    case has(Int)
    case nth(NthTest)
    case empty, root, scope
}

/// A test in brackets.
struct AttributeTest: Sendable {
    enum Comparison: Sendable {
        case exists, equals, word, dashPrefix, prefix, suffix, substring
    }

    enum Letters: Sendable {
        case exact, ignoringCase, ignoringCaseInHTML
    }

    /// A position in the program's names.
    let name: Int
    var comparison = Comparison.exists
    /// A range of the program's bytes.
    var value = 0..<0
    var letters = Letters.exact

    /// The attributes whose values ignore the case of ASCII letters on elements of HTML.
    static let namesIgnoringCase: Set<String> = [
        "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked",
        "clear", "codetype", "color", "compact", "declare", "defer", "dir", "direction", "disabled",
        "enctype", "face", "frame", "hreflang", "http-equiv", "lang", "language", "link", "media",
        "method", "multiple", "nohref", "noresize", "noshade", "nowrap", "readonly", "rel", "rev",
        "rules", "scope", "scrolling", "selected", "shape", "target", "text", "type", "valign",
        "valuetype", "vlink",
    ]
}

/// A test of the position among siblings: `step` × *n* + `offset`, for any *n* from 0 on.
struct NthTest: Sendable {
    var isFromEnd = false
    var isOfType = false
    var step = 0
    var offset = 1

    func contains(_ position: Int) -> Bool {
        let distance = position - offset
        guard step != 0 else { return distance == 0 }
        return distance % step == 0 && distance / step >= 0
    }
}
