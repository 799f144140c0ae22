/// The insertion modes in tables.
///
/// In all of them, end tags of the table's structure that have no rule are ignored.
extension TreeBuilder {
    mutating func inTable(_ token: Token) -> Bool {
        let name = tokenizer.name
        switch token {
        case .text, .null:
            guard let current = stack.last, current.isTablePart || current.isHTML(.template) else {
                break
            }
            tableText.removeAll(keepingCapacity: true)
            tableTextIsSpace = true
            originalMode = mode
            mode = .inTableText
            return true
        case .startTag:
            if let isAgain = startInTable(name) { return isAgain }
        case .endTag where name == .table:
            closeTable()
            return false
        case .endTag where name == .template:
            endTemplate()
            return false
        case .endTag where name.isIgnoredInTable:
            return false
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
        case .caption, .colgroup, .col, .tbody, .tfoot, .thead, .td, .th, .tr:
            pop(until: { $0 == .table || $0 == .template || $0 == .html })
            if name == .caption { pushMarker() }
            let implied: Name? =
                switch name {
                case .col: .colgroup
                case .td, .th, .tr: .tbody
                default: nil
                }
            if let implied { insertElement(implied) } else { insertElement() }
            mode =
                switch name {
                case .caption: .inCaption
                case .col, .colgroup: .inColumnGroup
                default: .inTableBody
                }
            return implied != nil
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
            return nil
        }
        return false
    }

    /// Closes a table; returns whether there was one.
    @discardableResult
    private mutating func closeTable() -> Bool {
        guard isInScope(.table, .table) else { return false }
        pop(through: .table)
        resetMode()
        return true
    }

    /// Processes what does not belong into a table: it goes before the table.
    private mutating func inTableForeign(_ token: Token) -> Bool {
        fostersParents = true
        defer { fostersParents = false }
        return inBody(token)
    }

    mutating func inTableText(_ token: Token) -> Bool {
        if token == .text {
            tableText.append(text)
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

    mutating func inCaption(_ token: Token) -> Bool {
        let name = tokenizer.name
        let isEnd = token == .endTag && name == .caption
        guard
            isEnd || token == .endTag && name == .table
                || token == .startTag && name.isTableStructure
        else {
            return token == .endTag && name.isIgnoredInTable ? false : inBody(token)
        }
        guard isInScope(.caption, .table) else { return false }
        generateImpliedEnds()
        pop(through: .caption)
        clearFormatting()
        mode = .inTable
        return !isEnd
    }

    mutating func inColumnGroup(_ token: Token) -> Bool {
        let name = tokenizer.name
        switch (token, name) {
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
            return token != .endTag || name != .colgroup
        }
    }

    mutating func inTableBody(_ token: Token) -> Bool {
        let name = tokenizer.name
        switch (token, name) {
        case (.startTag, .tr), (.startTag, .th), (.startTag, .td):
            pop(until: \.isTableBody)
            if name == .tr { insertElement() } else { insertElement(.tr) }
            mode = .inRow
            return name != .tr
        case (.endTag, .tbody), (.endTag, .tfoot), (.endTag, .thead):
            if isInScope(name, .table) { closeTableBody() }
            return false
        case (.endTag, .table):
            return closeTableBody()
        case (.startTag, let name) where name.isTableStructure:
            return closeTableBody()
        case (.endTag, let name) where name.isIgnoredInTable:
            return false
        default:
            return inTable(token)
        }
    }

    /// Closes the section of a table; returns whether there was one.
    @discardableResult
    private mutating func closeTableBody() -> Bool {
        guard isInScope(.tbody, .table) || isInScope(.thead, .table) || isInScope(.tfoot, .table)
        else { return false }
        pop(until: \.isTableBody)
        pop()
        mode = .inTable
        return true
    }

    mutating func inRow(_ token: Token) -> Bool {
        let name = tokenizer.name
        switch (token, name) {
        case (.startTag, .th), (.startTag, .td):
            pop(until: \.isRow)
            insertElement()
            mode = .inCell
            pushMarker()
            return false
        case (.endTag, .tr):
            closeRow()
            return false
        case (.endTag, .table):
            return closeRow()
        case (.endTag, .tbody), (.endTag, .tfoot), (.endTag, .thead):
            return isInScope(name, .table) && closeRow()
        case (.startTag, let name) where name.isTableStructure:
            return closeRow()
        case (.endTag, let name) where name.isIgnoredInTable:
            return false
        default:
            return inTable(token)
        }
    }

    /// Closes a row; returns whether there was one.
    @discardableResult
    private mutating func closeRow() -> Bool {
        guard isInScope(.tr, .table) else { return false }
        pop(until: \.isRow)
        pop()
        mode = .inTableBody
        return true
    }

    mutating func inCell(_ token: Token) -> Bool {
        let name = tokenizer.name
        switch (token, name) {
        case (.endTag, .td), (.endTag, .th):
            if isInScope(name, .table) { closeCell(name) }
            return false
        case (.endTag, .table), (.endTag, .tbody), (.endTag, .tfoot), (.endTag, .thead),
            (.endTag, .tr):
            guard isInScope(name, .table) else { return false }
            closeCell()
            return true
        case (.startTag, let name) where name.isTableStructure:
            guard isInScope(.td, .table) || isInScope(.th, .table) else { return false }
            closeCell()
            return true
        case (.endTag, let name) where name.isIgnoredInTable:
            return false
        default:
            return inBody(token)
        }
    }

    private mutating func closeCell(_ name: Name? = nil) {
        generateImpliedEnds()
        pop(through: { $0 == name ?? $0 && ($0 == .td || $0 == .th) })
        clearFormatting()
        mode = .inRow
    }
}

extension Name {
    /// Whether the start tag ends a cell or caption.
    fileprivate var isTableStructure: Bool {
        switch self {
        case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: true
        default: false
        }
    }

    fileprivate var isIgnoredInTable: Bool {
        isTableStructure || self == .body || self == .html
    }

    fileprivate var isTableBody: Bool {
        switch self {
        case .tbody, .tfoot, .thead, .template, .html: true
        default: false
        }
    }

    fileprivate var isRow: Bool { self == .tr || self == .template || self == .html }
}
