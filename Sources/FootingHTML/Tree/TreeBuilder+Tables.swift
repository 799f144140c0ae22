/// The insertion modes in tables.
///
/// The structure of a table has levels: the table, its sections, rows, and cells. Start tags of a
/// level imply the elements between; those of a higher level close what is open.
extension TreeBuilder {
    /// The level of the elements that the current mode expects: sections, rows or cells.
    private var expectedLevel: Int {
        switch mode {
        case .inTableBody: 2
        case .inRow: 3
        default: 1
        }
    }

    /// The modes “in table”, “in table body” and “in row”.
    mutating func inTable(_ token: Token) -> Bool {
        let name = tokenizer.name
        switch token {
        case .text, .null:
            guard let current = stack.last, current.isIn(.tableLevel) || current.isHTML(.template)
            else {
                break
            }
            tableText.removeAll(keepingCapacity: true)
            tableTextIsSpace = true
            originalMode = mode
            mode = .inTableText
            return true
        case .startTag:
            if let isAgain = startInTable(name) { return isAgain }
        case .endTag where name == .template:
            endTemplate()
            return false
        case .endTag:
            if name == .body || name == .html { return false }
            if let level = name.tableLevel { return endInTable(name, level) }
        case .end:
            return inBody(token)
        default:
            break
        }
        return inTableForeign(token)
    }

    /// Processes a start tag; returns whether to process it again, or `nil` if it does not belong
    /// into a table.
    private mutating func startInTable(_ name: Name) -> Bool? {
        switch name {
        case .table:
            return closeTable()
        case .style, .script, .template:
            startInHead(name)
        case .input where attribute(.type, is: "hidden"):
            insertElement()
            popVoid()
        case .form:
            if !isOpen(.template), form == noNode {
                form = insertElement()
                pop()
            }
        default:
            return name.tableLevel.map { startStructure(name, $0) }
        }
        return false
    }

    /// Opens an element of the table's structure; returns whether another was implied or closed.
    private mutating func startStructure(_ name: Name, _ level: Int) -> Bool {
        let expected = expectedLevel
        if level < expected { return closeLevel() }
        popToLevel(expected - 1)
        let implied: Name? =
            level > expected ? expected == 1 ? .tbody : .tr : name == .col ? .colgroup : nil
        if name == .caption { pushMarker() }
        if let implied { insertElement(implied) } else { insertElement() }
        switch expected {
        case 1 where name == .caption:
            mode = .inCaption
        case 1:
            mode = name == .col || name == .colgroup ? .inColumnGroup : .inTableBody
        case 2:
            mode = .inRow
        default:
            mode = .inCell
            pushMarker()
        }
        return implied != nil
    }

    private mutating func endInTable(_ name: Name, _ level: Int) -> Bool {
        let expected = expectedLevel
        guard level < expected, name == .table || isInScope(name, .tableScope) else { return false }
        guard name != .table || expected > 1 else {
            closeTable()
            return false
        }
        return closeLevel() && level < expected - 1
    }

    /// Closes a table; returns whether there was one.
    @discardableResult
    private mutating func closeTable() -> Bool {
        guard isInScope(.table, .tableScope) else { return false }
        pop(through: .table)
        resetMode()
        return true
    }

    /// Closes the open section or row; returns whether there was one.
    private mutating func closeLevel() -> Bool {
        let level = expectedLevel - 1
        guard isInScope(.tableScope, where: { $0.isTableRow(of: level) }) else { return false }
        popToLevel(level)
        pop()
        mode = level == 1 ? .inTable : .inTableBody
        return true
    }

    /// Pops what is inside the table, section or row that is open.
    private mutating func popToLevel(_ level: Int) {
        pop(until: { $0.isTableRow(of: level) || $0 == .template || $0 == .html })
    }

    /// Processes what does not belong into a table: it goes before the table.
    private mutating func inTableForeign(_ token: Token) -> Bool {
        fostersParents = true
        defer { fostersParents = false }
        return inBody(token)
    }

    mutating func inTableText(_ token: Token) -> Bool {
        if token == .text {
            // Without a tree, one text stands for all.
            if keepsTree || tableText.isEmpty { tableText.append(text) }
            if !textIsSpace { tableTextIsSpace = false }
        }
        return false
    }

    /// Inserts the text collected in a table: into it if it is only white space, else before it.
    mutating func insertTableText() {
        guard mode == .inTableText else { return }
        mode = originalMode
        for run in tableText {
            text = run
            textIsSpace = tableTextIsSpace
            if tableTextIsSpace { insertText() } else { _ = inTableForeign(.text) }
        }
        tableText.removeAll(keepingCapacity: true)
    }

    /// Whether a cell or caption does not read the tag as content.
    private func isTableTag(_ token: Token) -> Bool {
        let name = tokenizer.name
        if token == .startTag { return name.tableLevel ?? 0 > 0 }
        return token == .endTag && (name.tableLevel != nil || name == .body || name == .html)
    }

    mutating func inCaption(_ token: Token) -> Bool {
        let name = tokenizer.name
        guard isTableTag(token) else {
            return inBody(token)
        }
        let isEnd = token == .endTag && name == .caption
        guard token == .startTag || isEnd || name == .table, isInScope(.caption, .tableScope) else {
            return false
        }
        generateImpliedEnds()
        pop(through: .caption)
        clearFormatting()
        mode = .inTable
        return !isEnd
    }

    mutating func inColumnGroup(_ token: Token) -> Bool {
        switch (token, tokenizer.name) {
        case (.startTag, .col):
            insertElement()
            popVoid()
            return false
        case (.startTag, .template):
            startInHead(.template)
            return false
        case (.endTag, .template):
            endTemplate()
            return false
        case (.endTag, .col):
            return false
        case (.end, _):
            return inBody(token)
        default:
            guard isCurrent(.colgroup) else { return false }
            pop()
            mode = .inTable
            return token != .endTag || tokenizer.name != .colgroup
        }
    }

    mutating func inCell(_ token: Token) -> Bool {
        let name = tokenizer.name
        guard isTableTag(token) else {
            return inBody(token)
        }
        guard
            token == .endTag
                ? isInScope(name, .tableScope) && name != .body && name != .html
                : isInScope(.td, .tableScope) || isInScope(.th, .tableScope)
        else { return false }
        let isCell = name == .td || name == .th
        generateImpliedEnds()
        pop(through: { $0 == .td || $0 == .th })
        clearFormatting()
        mode = .inRow
        return token == .startTag || !isCell
    }
}

extension Name {
    /// The level in the structure of a table.
    fileprivate var tableLevel: Int? {
        switch self {
        case .table: 0
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead: 1
        case .tr: 2
        case .td, .th: 3
        default: nil
        }
    }

    /// Whether elements of the next level are children of the element.
    fileprivate func isTableRow(of level: Int) -> Bool {
        tableLevel == level && self != .caption && self != .col && self != .colgroup
    }
}
