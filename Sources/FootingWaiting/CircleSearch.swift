/// A search for a circle that a new wait would complete.
///
/// It collects everything that the wait needs, directly or through others, and then marks what can
/// end although the new wait is blocked. If the new wait needs something that can't, and that leads
/// back to the new wait, there is a circle.
struct CircleSearch {
    /// Something that must end before the new wait can.
    private struct Node {
        enum Content {
            case target(any WaitTarget)
            case wait(WaitGraph.Wait)
        }

        let content: Content
        /// Whether the way to this node passes no other blocked thread.
        let isDirect: Bool
        /// The nodes that must all end.
        var needs: [Int] = []
        /// Groups of nodes, such as the waits of each thread that has a slot of a queue.
        ///
        /// A group is stuck if one of its nodes is.
        var alternatives: [[Int]] = []
        /// The number of groups that may be stuck.
        var spare = 0
        var canEnd = false
    }

    /// The circles that a wait would complete.
    struct Circles {
        /// The names of the shortest circle.
        let names: [String]
        /// The other waits in the circles, with the names of a circle through each.
        let others: [(wait: WaitGraph.Wait, names: [String])]
    }

    private let wait: WaitGraph.Wait
    private let waits: [WaitGraph.Wait]
    private let loan: WaitGraph.Loan?
    private var nodes: [Node] = []
    private var known: [ObjectIdentifier: Int] = [:]
    private var knownWaits: [Int: Int] = [:]
    /// The nodes to expand; indirect ones last, since a job that is reached both ways is needed.
    private var direct: [Int] = []
    private var indirect: [Int] = []

    /// The jobs that need a slot of the queue whose slot the new wait lends.
    private(set) var needed: [any WaitTarget] = []
    /// All obstacles that were read; to be released without the graph's lock.
    private(set) var seen: [Obstacle] = []

    init(
        from wait: WaitGraph.Wait,
        among waits: [WaitGraph.Wait],
        lending loan: WaitGraph.Loan?
    ) {
        self.wait = wait
        self.waits = waits
        self.loan = loan
    }

    /// Returns the circles that the wait would complete, or `nil` if the wait can end.
    mutating func circles() -> Circles? {
        // Node 0 is the new wait itself, which is assumed to be blocked.
        nodes = [Node(content: .wait(wait), isDirect: true)]
        knownWaits[wait.number] = 0
        let first = add(wait.target, isDirect: true)
        nodes[0].needs = [first]
        while let index = direct.popLast() ?? indirect.popLast() { expand(index) }
        markWhatCanEnd()
        return nodes[first].canEnd ? nil : stuckCircles()
    }

    // MARK: Collecting

    private mutating func add(_ target: any WaitTarget, isDirect: Bool) -> Int {
        let node = Node(content: .target(target), isDirect: isDirect)
        return add(node, at: \.known[ObjectIdentifier(target)])
    }

    private mutating func add(_ wait: WaitGraph.Wait) -> Int {
        add(Node(content: .wait(wait), isDirect: false), at: \.knownWaits[wait.number])
    }

    private mutating func add(_ node: Node, at entry: WritableKeyPath<Self, Int?>) -> Int {
        if let index = self[keyPath: entry] { return index }
        let index = nodes.count
        self[keyPath: entry] = index
        nodes.append(node)
        if node.isDirect { direct.append(index) } else { indirect.append(index) }
        return index
    }

    /// Adds the waits of other threads for which `isIncluded` is true.
    private mutating func addWaits(where isIncluded: (WaitGraph.Wait) -> Bool) -> [Int] {
        var indices: [Int] = []
        for other in waits + [wait] where isIncluded(other) && !other.isOver {
            indices.append(add(other))
        }
        return indices
    }

    private mutating func addWaits(of thread: ThreadRecord) -> [Int] {
        addWaits { $0.thread === thread }
    }

    private mutating func expand(_ index: Int) {
        let isDirect = nodes[index].isDirect
        guard case .target(let target) = nodes[index].content else {
            if case .wait(let wait) = nodes[index].content {
                nodes[index].needs = [add(wait.target, isDirect: false)]
            }
            return
        }
        let obstacle = target.obstacle
        seen.append(obstacle)
        switch obstacle {
        case .nothing: break
        case .targets(let targets):
            nodes[index].needs = targets.map { add($0, isDirect: isDirect) }
        case .anyTarget(let targets):
            nodes[index].alternatives = targets.map { [add($0, isDirect: isDirect)] }
            nodes[index].spare = targets.count - 1
        case .thread(let thread):
            nodes[index].needs = addWaits(of: thread)
        case .place(let place):
            nodes[index].needs = addWaits { $0.place?.isInside(place) == true }
        case .slot(let queue, let isReserved, let dependencies):
            nodes[index].needs = dependencies.map { add($0, isDirect: isDirect) }
            if isDirect, loan?.queue === queue {
                needed.append(target)
            } else if !isReserved {
                nodes[index].needs.append(add(queue, isDirect: false))
            }
        case .holders(let threads, let spare):
            let lender = loan?.queue === target && loan?.isForAnyJob == true ? wait.thread : nil
            nodes[index].alternatives = threads.filter { $0 !== lender }.map { addWaits(of: $0) }
            nodes[index].spare = spare
        }
    }

    // MARK: Deciding

    private mutating func markWhatCanEnd() {
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            // Backwards, since most nodes need later ones.
            for index in nodes.indices.dropFirst().reversed()
            where !nodes[index].canEnd && canEnd(nodes[index]) {
                nodes[index].canEnd = true
                hasChanged = true
            }
        }
    }

    private func canEnd(_ node: Node) -> Bool {
        guard node.needs.allSatisfy({ nodes[$0].canEnd }) else { return false }
        return node.alternatives.isEmpty || node.alternatives.count(where: isStuck) <= node.spare
    }

    /// The stuck nodes that a stuck node needs.
    private func stuckNeeds(of index: Int) -> [Int] {
        let stuck = nodes[index].alternatives.filter(isStuck).joined()
        return (nodes[index].needs + stuck).filter { !nodes[$0].canEnd }
    }

    private func isStuck(_ group: [Int]) -> Bool { !group.allSatisfy { nodes[$0].canEnd } }

    /// The circles that lead from the new wait through stuck nodes back to it.
    private func stuckCircles() -> Circles? {
        // The shortest way from the new wait to each node.
        var before = [0: 0]
        var needing: [Int: [Int]] = [:]
        var reached = [0]
        var index = 0
        while index < reached.count {
            let current = reached[index]
            index += 1
            for next in stuckNeeds(of: current) {
                needing[next, default: []].append(current)
                if before[next] == nil {
                    before[next] = current
                    reached.append(next)
                }
            }
        }
        // The shortest way back; the first node of a circle's end is that of the shortest circle.
        guard let end = needing[0]?.first else { return nil }
        var after: [Int: Int] = [:]
        var returning = [0]
        index = 0
        while index < returning.count {
            let current = returning[index]
            index += 1
            for previous in needing[current] ?? [] where previous != 0 && after[previous] == nil {
                after[previous] = current
                returning.append(previous)
            }
        }
        func names(through node: Int) -> [String] {
            let to = sequence(first: node) { before[$0] == 0 ? nil : before[$0] }
            let from = sequence(first: node) { after[$0] == 0 ? nil : after[$0] }
            return self.names(of: to.reversed() + from.dropFirst())
        }
        let others = reached.compactMap { index -> (WaitGraph.Wait, [String])? in
            guard after[index] != nil, case .wait(let wait) = nodes[index].content else {
                return nil
            }
            return (wait, names(through: index))
        }
        return Circles(names: names(through: end), others: others)
    }

    /// The names of a circle, whose first and last ones are the same.
    private func names(of circle: [Int]) -> [String] {
        let targets = circle.compactMap { index in
            if case .target(let target) = nodes[index].content { target } else { nil }
        }
        guard let last = targets.last else { return [] }
        let titles = targets.compactMap(\.title)
        if last.serialPlace != nil { return titles.suffix(1) + titles }
        // The last target waits for the thread, or is one that the thread settles.
        let held = wait.thread.heldTargets
        let inner = held.firstIndex { $0 === last }.map { $0 + 1 } ?? max(0, held.count - 1)
        return (held.suffix(1) + targets + held[inner...]).compactMap(\.title)
    }
}
