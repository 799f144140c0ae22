/// A search for a cycle that a new wait would complete.
///
/// The search collects all targets and waits that the new wait needs, directly or through others.
/// Then it marks those that can finish although the new wait is blocked. The new wait completes a
/// cycle if it needs a target that can't finish and that leads back to it.
struct CycleSearch {
    /// A target or a wait that must finish before the new wait can.
    private struct Node {
        enum Content {
            case target(any WaitTarget)
            case wait(WaitGraph.Wait)
        }

        let content: Content
        /// Whether the path to this node passes no other blocked thread.
        let isDirect: Bool
        /// The nodes that must all finish.
        var needs: [Int] = []
        /// Groups of nodes, such as the waits of each thread that has a slot of a queue.
        ///
        /// A group is stuck if one of its nodes is.
        var alternatives: [[Int]] = []
        /// The number of groups that may be stuck.
        var spare = 0
        var canFinish = false
    }

    private enum Key: Hashable {
        case target(ObjectIdentifier)
        case wait(Int)
    }

    /// The cycles that a wait would complete.
    struct Cycles {
        /// The names of the shortest cycle.
        let names: [String]
        /// The other waits in the cycles, with the names of a cycle through each.
        let others: [(wait: WaitGraph.Wait, names: [String])]
    }

    private let wait: WaitGraph.Wait
    private let waits: [WaitGraph.Wait]
    private let slot: WaitGraph.LentSlot?
    private var nodes: [Node] = []
    private var known: [Key: Int] = [:]
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
        lending slot: WaitGraph.LentSlot?
    ) {
        self.wait = wait
        self.waits = waits
        self.slot = slot
    }

    /// Returns the cycles that the wait would complete, or `nil` if the wait can finish.
    mutating func cycles() -> Cycles? {
        // Node 0 is the new wait itself, which is assumed to be blocked.
        nodes = [Node(content: .wait(wait), isDirect: true)]
        known[.wait(wait.number)] = 0
        let first = unsafe add(wait.target, isDirect: true)
        nodes[0].needs = [first]
        while let index = direct.popLast() ?? indirect.popLast() { expand(index) }
        markFinishable()
        return nodes[first].canFinish ? nil : stuckCycles()
    }

    // MARK: Collecting

    private mutating func add(_ target: any WaitTarget, isDirect: Bool) -> Int {
        add(Node(content: .target(target), isDirect: isDirect), as: .target(.init(target)))
    }

    private mutating func add(_ wait: WaitGraph.Wait) -> Int {
        add(Node(content: .wait(wait), isDirect: false), as: .wait(wait.number))
    }

    private mutating func add(_ node: Node, as key: Key) -> Int {
        if let index = known[key] { return index }
        let index = nodes.count
        known[key] = index
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
        addWaits { $0.place.isOf(thread) }
    }

    private mutating func expand(_ index: Int) {
        let isDirect = nodes[index].isDirect
        guard case .target(let target) = nodes[index].content else {
            if case .wait(let wait) = nodes[index].content {
                nodes[index].needs = unsafe [add(wait.target, isDirect: false)]
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
            nodes[index].needs = addWaits { $0.place.isInside(place) }
        case .slot(let queue, let isReserved, let dependencies):
            nodes[index].needs = dependencies.map { add($0, isDirect: isDirect) }
            if isDirect, slot?.queue === queue {
                needed.append(target)
            } else if !isReserved {
                nodes[index].needs.append(add(queue, isDirect: false))
            }
        case .holders(let threads, let spare):
            let isLent = slot?.queue === target && slot?.isForAnyJob == true
            nodes[index].alternatives = threads.filter { !isLent || !wait.place.isOf($0) }
                .map { addWaits(of: $0) }
            nodes[index].spare = spare
        }
    }

    // MARK: Deciding

    private mutating func markFinishable() {
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            // Backwards, since most nodes need later ones.
            for index in nodes.indices.dropFirst().reversed()
            where !nodes[index].canFinish && canFinish(nodes[index]) {
                nodes[index].canFinish = true
                hasChanged = true
            }
        }
    }

    private func canFinish(_ node: Node) -> Bool {
        guard node.needs.allSatisfy({ nodes[$0].canFinish }) else { return false }
        return node.alternatives.isEmpty || node.alternatives.count(where: isStuck) <= node.spare
    }

    /// The stuck nodes that a stuck node needs.
    private func stuckNeeds(of index: Int) -> [Int] {
        let stuck = nodes[index].alternatives.filter(isStuck).joined()
        return (nodes[index].needs + stuck).filter { !nodes[$0].canFinish }
    }

    private func isStuck(_ group: [Int]) -> Bool { !group.allSatisfy { nodes[$0].canFinish } }

    /// The cycles that lead from the new wait through stuck nodes back to it.
    private func stuckCycles() -> Cycles? {
        let (reached, before) = shortestPaths(stuckNeeds)
        var needing: [Int: [Int]] = [:]
        for index in reached {
            for need in stuckNeeds(of: index) { needing[need, default: []].append(index) }
        }
        // The first node that needs the new wait is in the shortest cycle.
        guard let end = needing[0]?.first else { return nil }
        let after = shortestPaths { needing[$0] ?? [] }.before
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
        return Cycles(names: names(through: end), others: others)
    }

    /// The nodes that are reached from the new wait, nearest first, and for each the node before it
    /// on a shortest path.
    private func shortestPaths(
        _ neighbors: (Int) -> [Int]
    ) -> (reached: [Int], before: [Int: Int]) {
        var before: [Int: Int] = [:]
        var reached = [0]
        var index = 0
        while index < reached.count {
            for next in neighbors(reached[index]) where next != 0 && before[next] == nil {
                before[next] = reached[index]
                reached.append(next)
            }
            index += 1
        }
        return (reached, before)
    }

    /// The names of a cycle, whose first and last ones are the same.
    private func names(of cycle: [Int]) -> [String] {
        let targets = cycle.compactMap { index in
            if case .target(let target) = nodes[index].content { target } else { nil }
        }
        guard let last = targets.last else { return [] }
        let titles = targets.compactMap(\.title)
        if last is SerialPlace { return titles.suffix(1) + titles }
        // The last target waits for the thread, or is one that the thread settles.
        let held = wait.place.heldTargets
        let inner = held.firstIndex { $0 === last }.map { $0 + 1 } ?? max(0, held.count - 1)
        return (held.suffix(1) + targets + held[inner...]).compactMap(\.title)
    }
}
