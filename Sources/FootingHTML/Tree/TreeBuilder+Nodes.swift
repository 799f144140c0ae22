import FootingBytes

/// Creating and inserting nodes.
extension TreeBuilder {
    /// A location in the tree: a parent, and the child before which a node goes, or `noNode`.
    typealias Location = (parent: NodeID, before: NodeID)

    /// The location at which a node is inserted: in `target`, or beside the table around it.
    func insertionLocation(in target: OpenElement) -> Location {
        guard keepsTree, fostersParents, target.isIn(.tableLevel) else {
            return (target.node, noNode)
        }
        var index = stack.count &- 1
        while index > 0 {
            if stack[index].isHTML(.template) { return (stack[index].node, noNode) }
            if stack[index].isHTML(.table) {
                let table = stack[index].node
                let parent = nodes[Int(table)].parent
                return parent != noNode ? (parent, table) : (stack[index &- 1].node, noNode)
            }
            index &-= 1
        }
        return (stack[0].node, noNode)
    }

    // MARK: Elements

    /// Inserts an element for the start tag, and opens it.
    @discardableResult
    mutating func insertElement(in namespace: Namespace = .html) -> NodeID {
        isInserted = true
        var nameID = tokenizer.nameID
        if namespace == .svg { nameID = NameTable.adjustedElement(nameID) }
        let isIntegrationPoint =
            namespace == .math && nameID == Name.annotationXML.id
            && (attribute(.encoding, is: "text/html")
                || attribute(.encoding, is: "application/xhtml+xml"))
        return open(
            Node(
                nameID,
                namespace,
                attributes: keepsTree ? keepAttributes(in: namespace) : 0..<0
            ),
            isIntegrationPoint: isIntegrationPoint
        )
    }

    /// Inserts an element that the source implies, and opens it.
    @discardableResult
    mutating func insertElement(_ name: Name) -> NodeID {
        open(Node(name.id, .html, attributes: 0..<0))
    }

    /// Inserts an element, and opens it.
    @discardableResult
    mutating func open(_ node: Node, isIntegrationPoint: Bool = false) -> NodeID {
        let id = create(node)
        if let current = stack.last {
            insert(id, at: insertionLocation(in: current))
        } else {
            insert(id, at: (0, noNode))
        }
        push(OpenElement(id, node, isIntegrationPoint: isIntegrationPoint, categories))
        return id
    }

    /// Creates an element like one on the list of formatting elements.
    mutating func clone(_ element: FormattingElement) -> OpenElement {
        elementCount &+= element.weight &- 1
        let node = copy(of: element)
        return OpenElement(create(node), node, categories)
    }

    /// A node like an element on the list of formatting elements.
    func copy(of element: FormattingElement) -> Node {
        var copy = Node(element.nameID, .html, attributes: 0..<0)
        // Attributes never change after they are shared.
        if keepsTree { copy.run = nodes[Int(element.node)].run }
        return copy
    }

    private mutating func create(_ node: Node) -> NodeID {
        if node.isElement { elementCount &+= 1 }
        if keepsTree { nodes.append(node) }
        nodeCount &+= 1
        return nodeCount &- 1
    }

    // MARK: Attributes

    /// The value of an attribute of the tag.
    func attribute(_ name: Name) -> Run? {
        tokenizer.attributes.first { $0.nameID == name.id }?.value
    }

    /// Whether an attribute of the tag has a value in lower case, ignoring case.
    func attribute(_ name: Name, is value: StaticString) -> Bool {
        guard let run = attribute(name) else { return false }
        return withValue(run) { $0.equals(ByteView(value), ignoringCase: true) }
    }

    /// Runs `body` on the value of an attribute of the tag.
    func withValue<Result>(_ run: Run, _ body: (ByteView) -> Result) -> Result {
        guard run.isAside else { return body(bytes.slice(run.range)) }
        return tokenizer.scratch.withView {
            body($0.slice(run.range))
        }
    }

    /// Adds the attributes of the tag to those of the tree, and returns their positions.
    mutating func keepAttributes(in namespace: Namespace = .html) -> Range<Int> {
        let first = attributes.count
        for index in tokenizer.attributes.indices {
            var attribute = tokenizer.attributes[index]
            attribute.nameID = NameTable.adjustedAttribute(attribute.nameID, in: namespace)
            attribute.value = keep(attribute.value)
            attributes.append(attribute)
        }
        return first..<attributes.count
    }

    /// Adds the attributes of the tag that an element does not have.
    mutating func mergeAttributes(into id: NodeID) {
        guard keepsTree else { return }
        for attribute in tokenizer.attributes {
            let range = nodes[Int(id)].attributes
            guard range.count < tokenizer.maxAttributes else {
                let offset = tokenizer.baseOffset &+ tokenizer.start
                return tokenizer.log.add(.attributes, at: offset)
            }
            guard !attributes[range].contains(where: { $0.nameID == attribute.nameID }) else {
                continue
            }
            if range.upperBound < attributes.count || range.isEmpty {
                nodes[Int(id)].run.start = Int32(truncatingIfNeeded: attributes.count)
                attributes.append(contentsOf: Array(attributes[range]))
            }
            let value = keep(attribute.value)
            attributes.append(Attribute(nameID: attribute.nameID, value: value))
            nodes[Int(id)].run.count += 1
        }
    }

    // MARK: Text, comments and doctypes

    /// The run of the tree for one of the token, whose part of the scratch is copied.
    @inline(__always)
    mutating func keep(_ run: Run) -> Run { run.isAside ? moveAside(run) : run }

    /// Copies a range of the tokenizer's scratch to the side buffer.
    private mutating func moveAside(_ run: Run) -> Run {
        guard hasRoomAside(Int(run.count)) else { return Run(aside: side.count..<side.count) }
        let first = side.count
        side += tokenizer.scratch[run.offset..<run.offset + Int(run.count)]
        return Run(aside: first..<side.count)
    }

    /// Whether positions of 32 bits reach so far; else reading ends.
    private mutating func hasRoomAside(_ count: Int) -> Bool {
        if side.count &+ count <= Int(Int32.max) &- 1 { return true }
        stop(.inputBytes)
        return false
    }

    /// Inserts the text of the current token.
    mutating func insertText() {
        guard keepsTree, text.count > 0 else { return }
        let location = insertionLocation(in: stack[stack.count &- 1])
        let previous =
            location.before != noNode
            ? nodes[Int(location.before)].previous : nodes[Int(location.parent)].lastChild
        if previous != noNode, nodes[Int(previous)].kind == .text {
            extend(Int(previous), by: text)
        } else {
            insert(create(Node(.text, run: text)), at: location)
        }
    }

    /// Adds text to a text node.
    private mutating func extend(_ id: Int, by text: Run) {
        let old = nodes[id].run
        let (oldCount, newCount) = (Int(old.count), Int(old.count) &+ Int(text.count))
        if old.isAside == text.isAside, old.offset &+ oldCount == text.offset,
            nodes[id].reserve == 0
        {
            return nodes[id].run.count = Int32(truncatingIfNeeded: newCount)
        }
        if newCount > nodes[id].reserve {
            // Half of the reserve stays free, so that many small pieces are not copied each time.
            let reserve = max(32, newCount.nextPowerOfTwo &* 2)
            guard hasRoomAside(reserve) else { return }
            let first = side.count
            append(old)
            side.append(contentsOf: repeatElement(0, count: reserve &- oldCount))
            nodes[id].reserve = reserve
            nodes[id].run = Run(aside: first..<first &+ oldCount)
        }
        let end = nodes[id].run.offset &+ oldCount
        for index in 0..<Int(text.count) {
            side[end &+ index] =
                text.isAside ? side[text.offset &+ index] : bytes[text.offset &+ index]
        }
        nodes[id].run.count = Int32(truncatingIfNeeded: newCount)
    }

    /// Appends a run of the tree to the side buffer.
    private mutating func append(_ run: Run) {
        if run.isAside {
            side += Array(side[run.offset..<run.offset &+ Int(run.count)])
        } else {
            side.append(bytes.slice(run.range))
        }
    }

    /// Inserts the character U+FFFD.
    mutating func insertMark() {
        let first = side.count
        if !keepsTree || !hasRoomAside(3) { return }
        side += [0xEF, 0xBF, 0xBD]
        text = Run(aside: first..<side.count)
        insertText()
    }

    /// Inserts the comment or instruction; without a parent, in the current node.
    mutating func insertComment(_ token: Token, in parent: NodeID? = nil) {
        guard keepsTree else { return }
        let location =
            parent.map { ($0, noNode) } ?? insertionLocation(in: stack[stack.count &- 1])
        let node =
            token == .comment
            ? Node(.comment, run: keep(tokenizer.run))
            : Node(.instruction, run: Run(keepAttributes()))
        insert(create(node), at: location)
    }

    mutating func insertDoctype() {
        guard keepsTree else { return }
        insert(create(Node(.doctype, run: Run(keepAttributes()))), at: (0, noNode))
    }

    // MARK: Links

    private mutating func insert(_ id: NodeID, at location: Location) {
        guard keepsTree else { return }
        let (parent, next) = location
        let previous: NodeID
        if next == noNode {
            previous = nodes[Int(parent)].lastChild
            nodes[Int(parent)].lastChild = id
        } else {
            previous = nodes[Int(next)].previous
            nodes[Int(next)].previous = id
        }
        if previous == noNode {
            nodes[Int(parent)].firstChild = id
        } else {
            nodes[Int(previous)].next = id
        }
        nodes[Int(id)].parent = parent
        nodes[Int(id)].previous = previous
        nodes[Int(id)].next = next
    }

    mutating func remove(_ id: NodeID) {
        guard keepsTree, nodes[Int(id)].parent != noNode else { return }
        let node = nodes[Int(id)]
        if node.previous == noNode {
            nodes[Int(node.parent)].firstChild = node.next
        } else {
            nodes[Int(node.previous)].next = node.next
        }
        if node.next == noNode {
            nodes[Int(node.parent)].lastChild = node.previous
        } else {
            nodes[Int(node.next)].previous = node.previous
        }
        nodes[Int(id)].parent = noNode
    }

    mutating func move(_ id: NodeID, to location: Location) {
        remove(id)
        insert(id, at: location)
    }

    mutating func moveChildren(of source: NodeID, to target: NodeID) {
        guard keepsTree else { return }
        var child = nodes[Int(source)].firstChild
        nodes[Int(target)].firstChild = child
        nodes[Int(target)].lastChild = nodes[Int(source)].lastChild
        nodes[Int(source)].firstChild = noNode
        nodes[Int(source)].lastChild = noNode
        while child != noNode {
            nodes[Int(child)].parent = target
            child = nodes[Int(child)].next
        }
    }
}

extension Int {
    /// The smallest power of two that is not below this number.
    fileprivate var nextPowerOfTwo: Int {
        self <= 1 ? 1 : 1 << (Int.bitWidth &- (self &- 1).leadingZeroBitCount)
    }
}
