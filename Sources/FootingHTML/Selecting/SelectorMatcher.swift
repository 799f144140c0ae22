import FootingBytes

/// One search with a selector in a tree.
///
/// The search is linear: a word of bits for each element says which steps of the selector end at
/// it, and follows from its parent's and its previous sibling's words.
struct SelectorMatcher {
    /// The elements that are asked whether they match.
    enum Subject: Sendable {
        case descendants, element, any
    }

    /// The words around an element: of its parent, of all ancestors together, of its previous
    /// sibling, and of all siblings before it together.
    private struct Level {
        var parent: UInt64 = 0
        var ancestors: UInt64 = 0
        var previous: UInt64 = 0
        var before: UInt64 = 0

        func inside(_ own: UInt64) -> Level { Level(parent: own, ancestors: ancestors | own) }

        mutating func advance(behind own: UInt64) {
            previous = own
            before |= own
        }
    }

    /// The words of siblings behind an element, and of these with all their descendants.
    private struct Following {
        var next: UInt64 = 0
        var siblings: UInt64 = 0
        var all: UInt64 = 0
    }

    /// The words around an element, and its own.
    private typealias State = (level: Level, own: UInt64)

    private let tree: Tree
    private let nodes: [Node]
    private let program: SelectorProgram
    /// For each name of the program, its identifiers in lower case and with capitals.
    private let names: [(lower: NameID, adjusted: NameID)]
    /// The element of `:root`, or `noNode` in a fragment.
    private let root: NodeID
    /// The element of `:scope`.
    private let scope: NodeID
    /// All elements for which `:has()` is asked are this one or its descendants.
    private let hasRoot: NodeID
    /// For each `:has()` that was asked, the elements for which it holds.
    private var holders: [Int: Set<NodeID>] = [:]
    /// The states of elements that were asked, outside and inside `:has()`.
    private var states: [[NodeID: State]] = [[:], [:]]
    private let keepsStates: Bool
    private var positions = SiblingPositions()

    /// Prepares a search that begins at `node`, the document or an element.
    init(_ selector: HTMLSelector, _ subject: Subject, of node: NodeID, in tree: Tree) {
        self.tree = tree
        nodes = tree.nodes
        program = selector.program
        names = program.names.map { name in
            // No name has the largest identifier.
            let lower = tree.names.id(of: name) ?? .max
            return (lower, NameTable.adjusted(lower))
        }
        root = tree.isFragment ? noNode : tree.root
        scope = node == 0 ? tree.root : node
        keepsStates = subject == .any
        if program.relatives.isEmpty || subject == .descendants && program.steps.inherited == 0 {
            hasRoot = node
        } else if program.hasSteps || subject == .any {
            hasRoot = 0
        } else {
            let hasSiblings = program.relatives.contains(where: \.hasSiblings)
            hasRoot = hasSiblings ? nodes[Int(node)].parent : node
        }
    }

    /// Calls `body` with each element inside `start` that matches, until it returns `false`.
    mutating func search(in start: NodeID, _ body: (NodeID) -> Bool) {
        let hasSteps = program.hasSteps
        var levels: [Level] = []
        var level = Level()
        if program.steps.inherited != 0, start != 0 {
            let hasSiblings = program.hasInheritedSiblings
            let state = state(of: start, isInsideHas: false, withSiblings: hasSiblings)
            level = state.level.inside(state.own)
        }
        var node = tree.firstSearched(in: start)
        while node != noNode {
            let record = nodes[Int(node)]
            if record.isElement {
                let own = hasSteps ? steps(of: node, at: level, within: .max) : 0
                if passes(program.selectors, node, own), !body(node) { return }
                level.advance(behind: own)
                if record.firstChild != noNode, !record.isHTML(.template) {
                    if hasSteps {
                        levels.append(level)
                        level = level.inside(own)
                    }
                    node = record.firstChild
                    continue
                }
            }
            var next = record.next
            while next == noNode {
                node = nodes[Int(node)].parent
                if node == start { return }
                if let outer = levels.popLast() { level = outer }
                next = nodes[Int(node)].next
            }
            node = next
        }
    }

    /// Whether an element matches.
    mutating func matches(_ node: NodeID) -> Bool {
        let own = program.hasSteps ? state(of: node, isInsideHas: false).own : 0
        return passes(program.selectors, node, own)
    }

    // MARK: Steps

    /// The steps that end at an element, out of some.
    private mutating func steps(of node: NodeID, at level: Level, within: UInt64) -> UInt64 {
        let steps = program.steps
        let parents = level.parent << 1 & steps.child | level.ancestors << 1 & steps.descendant
        let siblings = level.previous << 1 & steps.next | level.before << 1 & steps.subsequent
        var candidates = (steps.first | parents | siblings) & within
        var own: UInt64 = 0
        while candidates != 0 {
            let step = candidates.trailingZeroBitCount
            candidates &= candidates &- 1
            if passes(steps.compounds[step], node, own) { own |= 1 << UInt64(step) }
        }
        return own
    }

    /// The words of an element and around it, from those of its ancestors and siblings.
    ///
    /// Without siblings, only the inherited steps of these words are right.
    private mutating func state(
        of node: NodeID,
        isInsideHas: Bool,
        withSiblings: Bool = true
    ) -> State {
        let within = isInsideHas ? program.stepsInHas : .max
        let table = isInsideHas ? 1 : 0
        var path: [NodeID] = []
        var level = Level()
        var current = node
        while current != noNode {
            path.append(current)
            if let state = states[table][current] {
                level = state.level
                break
            }
            let previous =
                withSiblings && program.steps.hasSiblings
                ? tree.previousElement(before: current) : noNode
            current = previous != noNode ? previous : tree.parentElement(of: current)
        }
        var own: UInt64 = 0
        var last = noNode
        for current in path.reversed() {
            if last != noNode, nodes[Int(current)].parent == last {
                level = level.inside(own)
            } else if last != noNode {
                level.advance(behind: own)
            }
            // The root of a fragment is no element, unless `:scope` means it.
            let isOutside = tree.isFragment && current == tree.root
            let atScope = isOutside ? program.stepsAtScope : .max
            own = steps(of: current, at: level, within: within & atScope)
            if isInsideHas || keepsStates { states[table][current] = (level, own) }
            last = current
        }
        return (level, own)
    }

    // MARK: Tests

    private mutating func passes(_ list: SelectorList, _ node: NodeID, _ own: UInt64) -> Bool {
        if own & list.lastSteps != 0 { return true }
        for index in list.compounds where passes(program.compounds[index], node, own) {
            return true
        }
        return false
    }

    @inline(__always)
    private mutating func passes(_ compound: Range<Int>, _ node: NodeID, _ own: UInt64) -> Bool {
        for index in compound {
            // Most elements fail in the first test, which is that of a name.
            if case .name(let name) = program.tests[index] {
                guard isName(name, nodes[Int(node)].nameID) else { return false }
            } else if !passes(program.tests[index], node, own) {
                return false
            }
        }
        return true
    }

    private mutating func passes(_ test: SelectorTest, _ node: NodeID, _ own: UInt64) -> Bool {
        switch test {
        case .name(let name): return isName(name, nodes[Int(node)].nameID)
        case .id(let id): return value(of: .id, node, id) { $0.equals($1) }
        case .className(let name): return value(of: .class, node, name) { $0.hasWord($1) }
        case .attribute(let test): return passes(test, nodes[Int(node)])
        case .anyOf(let list, let isNegated): return passes(list, node, own) != isNegated
        case .has(let index):
            if holders[index] == nil { holders[index] = holders(of: program.relatives[index]) }
            return holders[index]?.contains(node) == true
        case .nth(let test):
            guard test.step == 0, test.offset == 1, !test.isOfType else {
                return test.contains(positions.position(of: node, test, in: tree))
            }
            return noNode
                == (test.isFromEnd
                    ? tree.nextElement(after: node) : tree.previousElement(before: node))
        case .empty:
            // The content of a template is not its own.
            return tree.isTemplate(node)
                || !tree.children(of: node).contains {
                    nodes[Int($0)].isElement || nodes[Int($0)].kind == .text
                }
        case .root: return node == root
        case .scope: return node == scope
        }
    }

    /// Whether an element or attribute has a name of the program, in any case.
    @inline(__always)
    private func isName(_ name: Int, _ id: NameID) -> Bool {
        id == names[name].lower || id == names[name].adjusted
    }

    private func passes(_ test: AttributeTest, _ record: Node) -> Bool {
        for index in record.attributes where isName(test.name, tree.attributes[index].nameID) {
            if test.comparison == .exists { return true }
            let ignoringCase =
                test.letters == .ignoringCase
                || test.letters == .ignoringCaseInHTML && record.namespace == .html
            return compare(tree.attributes[index].value, test.value) {
                test.accepts($0, $1, ignoringCase: ignoringCase)
            }
        }
        return false
    }

    @inline(__always)
    private func value(
        of name: Name,
        _ node: NodeID,
        _ expected: Range<Int>,
        _ body: (ByteView, ByteView) -> Bool
    ) -> Bool {
        guard let run = tree.value(of: name, in: nodes[Int(node)]) else { return false }
        return compare(run, expected, body)
    }

    @inline(__always)
    private func compare(
        _ run: Run,
        _ expected: Range<Int>,
        _ body: (ByteView, ByteView) -> Bool
    ) -> Bool {
        tree.withBytes(of: run) { bytes in
            program.bytes.withView {
                body(bytes, $0.slice(expected))
            }
        }
    }

    // MARK: :has()

    /// The elements for which a `:has()` holds.
    ///
    /// This goes backwards, from the last node to ``hasRoot``. A step's bit is in an element's word
    /// if the rest of its chain follows the element.
    private mutating func holders(of steps: SelectorSteps) -> Set<NodeID> {
        var holders: Set<NodeID> = []
        // The parents around the element, each with the words of the children behind it.
        var levels: [(parent: NodeID, following: Following)] = []
        var elements: [NodeID] = []
        tree.walk(hasRoot) { node, record in
            if record.isElement { elements.append(node) }
            return true
        } leave: { _, _ in
        }
        for node in elements.reversed() {
            let record = nodes[Int(node)]
            var children = Following()
            if levels.last?.parent == node {
                let following = levels.removeLast().following
                // A template does not have its content.
                if !record.isHTML(.template) { children = following }
            }
            if levels.last?.parent != record.parent { levels.append((record.parent, Following())) }
            var following = levels[levels.count - 1].following
            let inside = children.siblings & steps.child | children.all & steps.descendant
            let behind = following.next & steps.next | following.siblings & steps.subsequent
            if (inside | behind) & steps.first != 0 { holders.insert(node) }
            var candidates = steps.last | ((inside | behind) & ~steps.first) >> 1
            var own: UInt64 = 0
            let state = program.stepsInHas == 0 ? 0 : state(of: node, isInsideHas: true).own
            while candidates != 0 {
                let step = candidates.trailingZeroBitCount
                candidates &= candidates &- 1
                if passes(steps.compounds[step], node, state) { own |= 1 << UInt64(step) }
            }
            following.next = own
            following.siblings |= own
            following.all |= own | children.all
            levels[levels.count - 1].following = following
        }
        return holders
    }
}
