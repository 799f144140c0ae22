import FootingBytes

/// One search with a selector in a tree.
///
/// The search is linear: a word of bits for each element says which steps of the selector end at
/// it, and follows from its parent's and its previous sibling's words.
struct SelectorMatcher {
    /// The words around an element.
    private struct Level {
        var parent: UInt64 = 0
        /// All ancestors together.
        var ancestors: UInt64 = 0
        var previous: UInt64 = 0
        /// All siblings before the element together.
        var before: UInt64 = 0

        func inside(_ own: UInt64) -> Level { Level(parent: own, ancestors: ancestors | own) }

        mutating func advance(behind own: UInt64) {
            previous = own
            before |= own
        }
    }

    /// The elements that are asked whether they match.
    enum Subject: Sendable {
        case descendants, element, elementAndAncestors
    }

    private let tree: Tree
    private let nodes: [Node]
    private let program: SelectorProgram
    private let tests: [SelectorTest]
    private let names: [SelectorNames.IDs]
    /// The element of `:root`, or `noNode` in a fragment.
    private let root: NodeID
    /// The element of `:scope`.
    private let scope: NodeID
    /// All elements for which `:has()` is asked are this one or its descendants.
    private let hasRoot: NodeID
    private var relatives: [Int: Set<NodeID>] = [:]
    private var statesInHas: [NodeID: (level: Level, own: UInt64)] = [:]
    private var positions = SiblingPositions()

    /// Prepares a search that begins at `node`, the document or an element.
    init(_ selector: HTMLSelector, _ subject: Subject, of node: NodeID, in tree: Tree) {
        self.tree = tree
        nodes = tree.nodes
        program = selector.program
        tests = program.tests
        names = program.names.ids(in: tree.names)
        root = tree.isFragment ? noNode : tree.root
        scope = node == 0 ? tree.root : node
        if program.relatives.isEmpty {
            hasRoot = node
        } else if program.hasSteps || subject == .elementAndAncestors {
            hasRoot = tree.top(above: node)
        } else if subject == .element, program.relatives.contains(where: \.hasSiblings) {
            hasRoot = nodes[Int(node)].parent
        } else {
            hasRoot = node
        }
    }

    /// Calls `body` with each element inside `node` that matches, until it returns `false`.
    mutating func search(in node: NodeID, _ body: (NodeID) -> Bool) {
        let start = node
        let hasSteps = program.hasSteps
        var level = Level()
        if hasSteps, node != 0 {
            let state = state(of: node, isInsideHas: false)
            level = state.level.inside(state.own)
        }
        var levels: [Level] = []
        var node = tree.firstSearched(in: start)
        while node != noNode {
            let record = nodes[Int(node)]
            if record.isElement {
                let own = hasSteps ? steps(of: node, at: level, within: .max) : 0
                if passes(program.selectors, node, own), !body(node) { return }
                let child = tree.firstSearched(in: node)
                if child != noNode {
                    if hasSteps {
                        level.advance(behind: own)
                        levels.append(level)
                        level = level.inside(own)
                    }
                    node = child
                    continue
                }
                level.advance(behind: own)
            }
            while nodes[Int(node)].next == noNode {
                node = nodes[Int(node)].parent
                if node == start { return }
                if let outer = levels.popLast() { level = outer }
            }
            node = nodes[Int(node)].next
        }
    }

    /// Whether an element matches.
    mutating func matches(_ node: NodeID) -> Bool {
        let selectors = program.selectors
        var own: UInt64 = 0
        var last = selectors.lastSteps
        // Ancestors are only asked if the element itself can match.
        while last != 0 {
            if mayPass(program.steps.compounds[last.trailingZeroBitCount], node) {
                own = state(of: node, isInsideHas: false).own
                break
            }
            last &= last &- 1
        }
        if own == 0, program.hasSteps, !selectors.compounds.isEmpty {
            own = state(of: node, isInsideHas: false).own
        }
        return passes(selectors, node, own)
    }

    // MARK: Steps

    /// The steps that end at an element, out of some.
    private mutating func steps(of node: NodeID, at level: Level, within: UInt64) -> UInt64 {
        let steps = program.steps
        var candidates =
            (steps.first | level.parent << 1 & steps.child
                | level.ancestors << 1 & steps.descendant
                | level.previous << 1 & steps.next | level.before << 1 & steps.subsequent) & within
        var own: UInt64 = 0
        while candidates != 0 {
            let step = candidates.trailingZeroBitCount
            candidates &= candidates &- 1
            if passes(steps.compounds[step], node, own) { own |= 1 << UInt64(step) }
        }
        return own
    }

    /// The words of an element and around it, from those of its ancestors and siblings.
    private mutating func state(
        of node: NodeID,
        isInsideHas: Bool
    ) -> (level: Level, own: UInt64) {
        let within = isInsideHas ? program.stepsInHas : .max
        let hasSiblings = program.steps.hasSiblings
        var path: [NodeID] = []
        var current = node
        var level = Level()
        while current != noNode {
            if isInsideHas, let state = statesInHas[current] {
                level = state.level
                path.append(current)
                break
            }
            path.append(current)
            let previous = hasSiblings ? tree.previousElement(before: current) : noNode
            current = previous != noNode ? previous : tree.parentElement(of: current)
        }
        var own: UInt64 = 0
        var last = noNode
        for current in path.reversed() {
            if last != noNode {
                if nodes[Int(current)].parent == last {
                    level = level.inside(own)
                } else {
                    level.advance(behind: own)
                }
            }
            own = steps(of: current, at: level, within: within)
            if isInsideHas { statesInHas[current] = (level, own) }
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
    private mutating func passes(
        _ compound: Range<Int>,
        _ node: NodeID,
        _ own: UInt64
    ) -> Bool {
        for index in compound where !passes(tests[index], node, own) { return false }
        return true
    }

    /// Whether an element passes the tests of its name and attributes.
    private func mayPass(_ compound: Range<Int>, _ node: NodeID) -> Bool {
        for index in compound where passesAlone(tests[index], node) == false { return false }
        return true
    }

    private mutating func passes(_ test: SelectorTest, _ node: NodeID, _ own: UInt64) -> Bool {
        if let passes = passesAlone(test, node) { return passes }
        switch test {
        case .anyOf(let list, let isNegated): return passes(list, node, own) != isNegated
        case .has(let index): return has(index, node)
        case .nth(let test): return test.contains(position(test, node))
        default: return false
        }
    }

    /// The result of a test that needs no other element but the parent; `nil` for others.
    @inline(__always)
    private func passesAlone(_ test: SelectorTest, _ node: NodeID) -> Bool? {
        let record = nodes[Int(node)]
        switch test {
        case .name(let index): return names[index].contains(record.nameID)
        case .id(let id):
            guard let run = tree.value(of: .id, in: record) else { return false }
            return compare(run, id) { $0.equals($1) }
        case .className(let name):
            guard let run = tree.value(of: .class, in: record) else { return false }
            return compare(run, name) { $0.hasWord($1) }
        case .attribute(let test): return passes(test, record)
        case .empty:
            var child = record.firstChild
            while child != noNode {
                let kind = nodes[Int(child)].kind
                if kind == .element || kind == .text { return false }
                child = nodes[Int(child)].next
            }
            return true
        case .root: return node == root
        case .scope: return node == scope
        case .anyOf, .has, .nth: return nil
        }
    }

    private func passes(_ test: AttributeTest, _ record: Node) -> Bool {
        let ids = names[test.name]
        for index in record.attributes where ids.contains(tree.attributes[index].nameID) {
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
    private func compare(
        _ run: Run,
        _ value: Range<Int>,
        _ body: (ByteView, ByteView) -> Bool
    ) -> Bool {
        tree.withBytes(of: run) { bytes in
            unsafe program.bytes.withUnsafeBytes { buffer in
                let all = unsafe ByteView(buffer)
                return body(bytes, all.slice(from: value.lowerBound, count: value.count))
            }
        }
    }

    private mutating func position(_ test: NthTest, _ node: NodeID) -> Int {
        if test.step == 0, test.offset == 1, !test.isOfType {
            let neighbour =
                test.isFromEnd ? tree.nextElement(after: node) : tree.previousElement(before: node)
            return neighbour == noNode ? 1 : 2
        }
        return positions.position(of: node, test, in: tree)
    }

    // MARK: :has()

    private mutating func has(_ index: Int, _ node: NodeID) -> Bool {
        if let found = relatives[index] { return found.contains(node) }
        let found = elements(with: program.relatives[index])
        relatives[index] = found
        return found.contains(node)
    }

    /// The elements that have what a selector in `:has()` says.
    ///
    /// This goes backwards, from the last node to ``hasRoot``. A step's bit is in an element's word
    /// if the rest of its chain follows the element.
    private mutating func elements(with steps: SelectorSteps) -> Set<NodeID> {
        /// The words of siblings behind an element, and of these with all their descendants.
        struct Following {
            var next: UInt64 = 0
            var siblings: UInt64 = 0
            var all: UInt64 = 0
        }
        var found: Set<NodeID> = []
        var levels: [Following] = []
        var following = Following()
        var children = Following()
        var node = hasRoot
        var isLeaving = false
        while true {
            if !isLeaving {
                // A template may be the root only for its content.
                let isTop = node == hasRoot && node != scope
                let child = isTop ? nodes[Int(node)].lastChild : tree.lastSearched(in: node)
                if child != noNode {
                    levels.append(following)
                    following = Following()
                    node = child
                    continue
                }
                children = Following()
            }
            let record = nodes[Int(node)]
            if record.isElement {
                let reached =
                    children.siblings & steps.child | children.all & steps.descendant
                    | following.next & steps.next | following.siblings & steps.subsequent
                if reached & steps.first != 0 { found.insert(node) }
                var candidates = steps.last | (reached & ~steps.first) >> 1
                var own: UInt64 = 0
                let forward =
                    program.stepsInHas == 0 ? 0 : state(of: node, isInsideHas: true).own
                while candidates != 0 {
                    let step = candidates.trailingZeroBitCount
                    candidates &= candidates &- 1
                    if passes(steps.compounds[step], node, forward) { own |= 1 << UInt64(step) }
                }
                following.next = own
                following.siblings |= own
                following.all |= own | children.all
            }
            if node == hasRoot { return found }
            isLeaving = record.previous == noNode
            if isLeaving {
                node = record.parent
                children = following
                following = levels.popLast() ?? Following()
            } else {
                node = record.previous
            }
        }
    }
}
