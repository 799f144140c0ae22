/// A parsed selector.
///
/// The compounds of selectors with combinators are steps, and a set of steps is a word of bits. So
/// an element is matched in constant time by its neighbours' words, and nothing is tried again.
/// All lists are flat, so that matching counts no references.
struct SelectorProgram: Sendable {
    /// The simple selectors; the first is for selectors that begin with a combinator.
    var tests: [SelectorTest] = [.scope]
    /// The selectors without combinators, as positions in the tests.
    var compounds: [Range<Int>] = []
    /// The steps of selectors with combinators, inner selectors first.
    var steps = SelectorSteps()
    /// The steps inside `:has()`.
    var stepsInHas: UInt64 = 0
    /// The selectors of each `:has()`.
    var relatives: [SelectorSteps] = []
    /// The names of elements and attributes in the tests.
    var names: [String] = []
    /// The ids, classes and values in the tests.
    var bytes: [UInt8] = []
    /// The selectors at the outermost level.
    var selectors = SelectorList()

    /// Whether the answer for an element depends on ancestors or siblings.
    var hasSteps: Bool { !steps.compounds.isEmpty }

    /// Whether the answer for an element depends on siblings of its ancestors.
    var hasInheritedSiblings: Bool {
        let hasInner = tests.contains {
            if case .anyOf(let list, _) = $0 { list.lastSteps != 0 } else { false }
        }
        return steps.hasSiblings
            && (hasInner || steps.inherited & (steps.next | steps.subsequent) != 0)
    }

    /// The steps that ask for `:scope`.
    var stepsAtScope: UInt64 {
        steps.compounds.indices.reduce(0) { steps, step in
            let asks = tests[self.steps.compounds[step]].contains { $0.isScope }
            return asks ? steps | 1 << UInt64(step) : steps
        }
    }
}

/// Selectors joined by commas.
struct SelectorList: Sendable {
    /// The selectors without combinators, as positions in the program's compounds.
    var compounds = 0..<0
    /// The last steps of the selectors with combinators.
    var lastSteps: UInt64 = 0
}

/// Compounds, as positions in the program's tests, and the combinators before them.
typealias SelectorChain = [(combinator: SelectorCombinator?, compound: Range<Int>)]

/// The steps behind a combinator, such as `\.child`.
typealias SelectorCombinator = WritableKeyPath<SelectorSteps, UInt64>

/// The steps of some chains, at most 64.
struct SelectorSteps: Sendable {
    static let maxCount = 64

    private(set) var compounds: [Range<Int>] = []
    /// The first steps and the last steps of the chains.
    private(set) var first: UInt64 = 0
    private(set) var last: UInt64 = 0
    /// The steps behind each combinator.
    var child: UInt64 = 0
    var descendant: UInt64 = 0
    var next: UInt64 = 0
    var subsequent: UInt64 = 0

    var hasSiblings: Bool { next | subsequent != 0 }

    /// The steps before a child or descendant, which matter inside an element.
    var inherited: UInt64 { (child | descendant) >> 1 }

    /// Appends a chain, and returns its steps; `nil` if there are too many.
    mutating func append(_ chain: SelectorChain) -> UInt64? {
        guard compounds.count + chain.count <= Self.maxCount else { return nil }
        var all: UInt64 = 0
        var bit: UInt64 = 0
        for (combinator, compound) in chain {
            bit = 1 << UInt64(compounds.count)
            if all == 0 { first |= bit }
            if let combinator { self[keyPath: combinator] |= bit }
            all |= bit
            compounds.append(compound)
        }
        last |= bit
        return all
    }
}

/// A simple selector.
///
/// Names are positions in the program's names, and values are ranges of its bytes.
enum SelectorTest: Sendable {
    case name(Int)
    case id(Range<Int>)
    case className(Range<Int>)
    case attribute(AttributeTest)
    case anyOf(SelectorList, isNegated: Bool)
    /// `:has()`, as a position in the program's relatives.
    case has(Int)
    case nth(NthTest)
    case empty, root, scope

    var isScope: Bool { if case .scope = self { true } else { false } }
}

/// A test in brackets.
struct AttributeTest: Sendable {
    enum Comparison: Sendable {
        case exists, equals, word, dashPrefix, prefix, suffix, substring
    }

    enum Letters: Sendable {
        case exact, ignoringCase, ignoringCaseInHTML
    }

    let name: Int
    var comparison = Comparison.exists
    var value = 0..<0
    var letters = Letters.exact

    /// The attributes whose values ignore the case of ASCII letters on elements of HTML.
    static let namesIgnoringCase = Set(
        """
        accept accept-charset align alink axis bgcolor charset checked clear codetype color \
        compact declare defer dir direction disabled enctype face frame hreflang http-equiv lang \
        language link media method multiple nohref noresize noshade nowrap readonly rel rev rules \
        scope scrolling selected shape target text type valign valuetype vlink
        """.split(separator: " ").map(String.init)
    )
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
