import FootingBytes

/// The stack of open elements.
extension TreeBuilder {
    func isCurrent(_ name: Name) -> Bool {
        guard let current = stack.last else { return false }
        return current.isHTML(name)
    }

    /// Whether an element of HTML is open, in any scope.
    func isOpen(_ name: Name) -> Bool { openCounts[Int(name.id)] > 0 }

    mutating func push(_ element: OpenElement) {
        stack.append(element)
        if element.namespace == .html { openCounts[Int(element.name.id)] += 1 }
    }

    mutating func pop() {
        // The `html` element stays.
        guard stack.count > 1 else { return }
        didClose(stack.removeLast())
    }

    /// Closes the current node, which has no content.
    mutating func popVoid() {
        pop()
        isAcknowledged = true
    }

    private mutating func didClose(_ element: OpenElement) {
        guard element.namespace == .html else { return }
        openCounts[Int(element.name.id)] -= 1
        if element.isIn(.formatting), let index = formattingIndex(of: element.node) {
            formatting[index].isOpen = false
        }
    }

    mutating func removeFromStack(at index: Int) {
        guard index > 0 else { return }
        didClose(stack.remove(at: index))
    }

    func stackIndex(of node: NodeID) -> Int? { stack.lastIndex { $0.node == node } }

    func isInScope(_ name: Name, _ scope: Categories = .scope) -> Bool {
        isOpen(name) && isInScope(scope, where: { $0 == name })
    }

    /// Whether one of several elements is in scope.
    @inline(__always)
    func isInScope(
        _ scope: Categories = .scope,
        where isMatch: (Name) -> Bool
    ) -> Bool {
        var index = stack.count &- 1
        while index >= 0 {
            let element = stack[index]
            if element.namespace == .html, isMatch(element.name) { return true }
            if element.isIn(scope) { return false }
            index &-= 1
        }
        return false
    }

    /// Pops elements, the first one of HTML with the name being the last.
    mutating func pop(through name: Name) { pop(through: { $0 == name }) }

    mutating func pop(through isMatch: (Name) -> Bool) {
        while let current = stack.last, stack.count > 1 {
            pop()
            if current.namespace == .html, isMatch(current.name) { return }
        }
    }

    /// Pops elements until one of HTML with such a name is the current node.
    mutating func pop(until isMatch: (Name) -> Bool) {
        while let current = stack.last, stack.count > 1 {
            if current.namespace == .html, isMatch(current.name) { return }
            pop()
        }
    }

    mutating func generateImpliedEnds(except name: Name? = nil) {
        while let current = stack.last, current.isIn(.impliedEnd), current.name != name { pop() }
    }

    mutating func closeParagraph() {
        guard isInScope(.p, [.scope, .buttonScope]) else { return }
        generateImpliedEnds(except: .p)
        pop(through: .p)
    }

    mutating func resetMode() {
        for index in stack.indices.reversed() {
            let isLast = index == 0
            let element = isLast ? context ?? stack[index] : stack[index]
            if element.namespace == .html {
                switch element.name {
                case .td where !isLast, .th where !isLast: return mode = .inCell
                case .tr: return mode = .inRow
                case .tbody, .thead, .tfoot: return mode = .inTableBody
                case .caption: return mode = .inCaption
                case .colgroup: return mode = .inColumnGroup
                case .table: return mode = .inTable
                case .template: return mode = templateModes.last ?? .inBody
                case .head where !isLast: return mode = .inHead
                case .body: return mode = .inBody
                case .frameset: return mode = .inFrameset
                case .html: return mode = head == noNode ? .beforeHead : .afterHead
                default: break
                }
            }
        }
        mode = .inBody
    }
}

/// The list of active formatting elements.
extension TreeBuilder {
    /// The maximum number of elements and markers, so that no tag searches many.
    static let maxFormatting = 256

    /// Whether elements may still be cloned.
    ///
    /// The size of the source decides, so that no input grows by much. Clones share attributes, but
    /// writing and searching read the attributes of each clone.
    private var mayClone: Bool {
        elementCount <= (tokenizer.baseOffset &+ tokenizer.start) / 2 &+ 1024
    }

    func formattingIndex(of node: NodeID) -> Int? {
        formatting.lastIndex { $0.node == node }
    }

    /// The index of the last element with a name after the last marker.
    func formattingIndex(of nameID: NameID) -> Int? {
        guard let index = formatting.lastIndex(where: { $0.isMarker || $0.nameID == nameID }),
            !formatting[index].isMarker
        else { return nil }
        return index
    }

    /// Adds the current node, which is the element of the tag, to the list.
    mutating func pushFormatting() {
        guard let current = stack.last else { return }
        let element = FormattingElement(
            node: current.node,
            nameID: current.nameID,
            hash: attributeHash(),
            weight: 1 + attributeBytes / 8
        )
        var (index, equalCount, firstEqual) = (formatting.count &- 1, 0, 0)
        while index >= 0, !formatting[index].isMarker {
            if formatting[index].nameID == element.nameID, formatting[index].hash == element.hash {
                equalCount += 1
                firstEqual = index
            }
            index &-= 1
        }
        if equalCount >= 3 { formatting.remove(at: firstEqual) }
        append(element)
    }

    private mutating func append(_ element: FormattingElement) {
        // If a marker is the earliest one, nothing is before it.
        if formatting.count >= Self.maxFormatting { formatting.removeFirst() }
        formatting.append(element)
    }

    /// The number of bytes that the attributes of the tag take about when they are written.
    private var attributeBytes: Int {
        tokenizer.attributes.reduce(0) {
            $0 &+ tokenizer.names.withBytes(of: $1.nameID, \.count) &+ Int($1.value.count) &+ 4
        }
    }

    private func attributeHash() -> UInt64 {
        var hash: UInt64 = 0
        for attribute in tokenizer.attributes {
            let value = withValue(attribute.value) { KeyHash.current($0) }
            let (high, low) = (value ^ UInt64(attribute.nameID))
                .multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            hash &+= high ^ low
        }
        return hash
    }

    mutating func pushMarker() { append(.marker) }

    mutating func clearFormatting(keepingMarker: Bool = false) {
        while let last = formatting.last {
            if last.isMarker, keepingMarker { return }
            formatting.removeLast()
            if last.isMarker { return }
        }
    }

    /// Opens the formatting elements again that were closed without end tags.
    @inline(__always)
    mutating func reconstructFormatting() {
        if let last = formatting.last, !last.isOpen, !last.isMarker { reopenFormatting() }
    }

    @inline(never)
    private mutating func reopenFormatting() {
        guard mayClone else { return clearFormatting(keepingMarker: true) }
        var index = formatting.count
        while index > 0, !formatting[index - 1].isOpen, !formatting[index - 1].isMarker {
            index -= 1
        }
        while index < formatting.count, stack.count < maxDepth {
            elementCount &+= formatting[index].weight &- 1
            formatting[index].node = open(copy(of: formatting[index]))
            formatting[index].isOpen = true
            index += 1
        }
    }

    /// The adoption agency algorithm for a tag.
    mutating func adopt() {
        let nameID = tokenizer.nameID
        if let current = stack.last, current.namespace == .html, current.nameID == nameID {
            // Almost always, the last element that was opened is closed.
            if let last = formatting.last, last.node == current.node {
                formatting.removeLast()
                return pop()
            }
            if formattingIndex(of: current.node) == nil { return pop() }
        }
        for _ in 0..<8 {
            guard mayClone, let formattingIndex = formattingIndex(of: nameID) else {
                return anyOtherEndTag()
            }
            let element = formatting[formattingIndex].node
            guard let stackIndex = stackIndex(of: element) else {
                formatting.remove(at: formattingIndex)
                return
            }
            // An element in the list is open, and its scope ends above its own index.
            for index in stackIndex + 1..<max(stackIndex + 1, stack.count)
            where stack[index].isIn(.scope) { return }
            guard
                let furthest = stack.indices.first(where: {
                    $0 > stackIndex && stack[$0].isIn(.special)
                })
            else {
                while stack.count > stackIndex, stack.count > 1 { pop() }
                if let index = self.formattingIndex(of: element) { formatting.remove(at: index) }
                return
            }
            adopt(formattingIndex, stackIndex, furthest)
        }
    }

    /// Ends a formatting element around the furthest special element in it.
    private mutating func adopt(_ formattingIndex: Int, _ stackIndex: Int, _ furthest: Int) {
        let ancestor = stack[stackIndex - 1]
        let furthestNode = stack[furthest].node
        var bookmark = formattingIndex
        var last = furthestNode
        var index = furthest
        var counter = 0
        while index - 1 > stackIndex {
            index -= 1
            counter += 1
            let node = stack[index].node
            guard let position = self.formattingIndex(of: node) else {
                removeFromStack(at: index)
                continue
            }
            if counter > 3 {
                formatting.remove(at: position)
                if position < bookmark { bookmark -= 1 }
                removeFromStack(at: index)
                continue
            }
            let copy = clone(formatting[position])
            stack[index] = copy
            formatting[position].node = copy.node
            if last == furthestNode { bookmark = position + 1 }
            move(last, to: (copy.node, noNode))
            last = copy.node
        }
        move(last, to: insertionLocation(in: ancestor))
        // Removals from the list may have moved the element.
        guard let element = self.formattingIndex(of: stack[stackIndex].node) else { return }
        var entry = formatting[element]
        let copy = clone(entry)
        moveChildren(of: furthestNode, to: copy.node)
        move(copy.node, to: (furthestNode, noNode))
        entry.node = copy.node
        formatting.remove(at: element)
        formatting.insert(entry, at: element < bookmark ? bookmark - 1 : bookmark)
        let old = stack.remove(at: stackIndex)
        let place = self.stackIndex(of: furthestNode).map { $0 + 1 } ?? stack.count
        stack.insert(copy, at: place)
        assert(old.nameID == copy.nameID)
    }
}
