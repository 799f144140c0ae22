/// The insertion modes in tables.
extension TreeBuilder {
    mutating func inTable(_ token: Token) -> Bool {
        switch token {
        case .text, .null:
            guard let current = stack.last, current.isTablePart || current.isHTML(.template) else {
                return inTableForeign(token)
            }
            tableText.removeAll(keepingCapacity: true)
            tableTextIsSpace = true
            originalMode = mode
            mode = .inTableText
            return true
        case .comment, .instruction:
            insertComment(token)
            return false
        case .doctype:
            return false
        case .startTag:
            return startInTable(token, tokenizer.name)
        case .endTag:
            switch tokenizer.name {
            case .table:
                guard isInScope(.table, .table) else { return false }
                pop(through: .table)
                resetMode()
                return false
            case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr:
                return false
            case .template:
                return inHead(token)
            default:
                return inTableForeign(token)
            }
        case .end:
            return inBody(token)
        case .characters, .dropped:
            return false
        }
    }

    private mutating func startInTable(_ token: Token, _ name: Name) -> Bool {
        switch name {
        case .caption:
            pop(until: \.isTableContext)
            pushMarker()
            insertElement()
            mode = .inCaption
            return false
        case .colgroup:
            pop(until: \.isTableContext)
            insertElement()
            mode = .inColumnGroup
            return false
        case .col:
            pop(until: \.isTableContext)
            insertElement(.colgroup)
            mode = .inColumnGroup
            return true
        case .tbody, .tfoot, .thead:
            pop(until: \.isTableContext)
            insertElement()
            mode = .inTableBody
            return false
        case .td, .th, .tr:
            pop(until: \.isTableContext)
            insertElement(.tbody)
            mode = .inTableBody
            return true
        case .table:
            guard isInScope(.table, .table) else { return false }
            pop(through: .table)
            resetMode()
            return true
        case .style, .script, .template:
            return inHead(token)
        case .input where attribute(.type, is: "hidden"):
            insertElement()
            pop()
            isAcknowledged = true
            return false
        case .form:
            if !isOpen(.template), form == noNode {
                form = insertElement()
                pop()
            }
            return false
        default:
            return inTableForeign(token)
        }
    }

    /// Processes what does not belong into a table: it goes before the table.
    private mutating func inTableForeign(_ token: Token) -> Bool {
        fostersParents = true
        defer { fostersParents = false }
        return inBody(token)
    }

    mutating func inTableText(_ token: Token) -> Bool {
        switch token {
        case .text:
            tableText.append(text)
            if !textIsSpace { tableTextIsSpace = false }
            return false
        case .null:
            return false
        default:
            insertTableText()
            return true
        }
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
        switch token {
        case .startTag where tokenizer.name.isTableStructure:
            return endCaption()
        case .endTag:
            switch tokenizer.name {
            case .caption:
                _ = endCaption()
                return false
            case .table:
                return endCaption()
            case .body, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr:
                return false
            default:
                return inBody(token)
            }
        default:
            return inBody(token)
        }
    }

    /// Closes a caption; returns whether there was one.
    private mutating func endCaption() -> Bool {
        guard isInScope(.caption, .table) else { return false }
        generateImpliedEnds()
        pop(through: .caption)
        clearFormatting()
        mode = .inTable
        return true
    }

    mutating func inColumnGroup(_ token: Token) -> Bool {
        switch token {
        case .text where textIsSpace:
            insertText()
            return false
        case .comment, .instruction:
            insertComment(token)
            return false
        case .doctype:
            return false
        case .startTag:
            switch tokenizer.name {
            case .html:
                return inBody(token)
            case .col:
                insertElement()
                pop()
                isAcknowledged = true
                return false
            case .template:
                return inHead(token)
            default:
                break
            }
        case .endTag:
            switch tokenizer.name {
            case .colgroup:
                if isCurrent(.colgroup) {
                    pop()
                    mode = .inTable
                }
                return false
            case .col:
                return false
            case .template:
                return inHead(token)
            default:
                break
            }
        case .end:
            return inBody(token)
        default:
            break
        }
        guard isCurrent(.colgroup) else { return false }
        pop()
        mode = .inTable
        return true
    }

    mutating func inTableBody(_ token: Token) -> Bool {
        let name = tokenizer.name
        switch token {
        case .startTag:
            switch name {
            case .tr:
                pop(until: \.isTableBodyContext)
                insertElement()
                mode = .inRow
                return false
            case .th, .td:
                pop(until: \.isTableBodyContext)
                insertElement(.tr)
                mode = .inRow
                return true
            case .caption, .col, .colgroup, .tbody, .tfoot, .thead:
                return endTableBody()
            default:
                return inTable(token)
            }
        case .endTag:
            switch name {
            case .tbody, .tfoot, .thead:
                if isInScope(name, .table) { _ = endTableBody() }
                return false
            case .table:
                return endTableBody()
            case .body, .caption, .col, .colgroup, .html, .td, .th, .tr:
                return false
            default:
                return inTable(token)
            }
        default:
            return inTable(token)
        }
    }

    /// Closes the section of a table; returns whether there was one.
    private mutating func endTableBody() -> Bool {
        guard isInScope(.tbody, .table) || isInScope(.thead, .table) || isInScope(.tfoot, .table)
        else { return false }
        pop(until: \.isTableBodyContext)
        pop()
        mode = .inTable
        return true
    }

    mutating func inRow(_ token: Token) -> Bool {
        let name = tokenizer.name
        switch token {
        case .startTag:
            switch name {
            case .th, .td:
                pop(until: \.isRowContext)
                insertElement()
                mode = .inCell
                pushMarker()
                return false
            case .caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr:
                return endRow()
            default:
                return inTable(token)
            }
        case .endTag:
            switch name {
            case .tr:
                _ = endRow()
                return false
            case .table:
                return endRow()
            case .tbody, .tfoot, .thead:
                return isInScope(name, .table) && endRow()
            case .body, .caption, .col, .colgroup, .html, .td, .th:
                return false
            default:
                return inTable(token)
            }
        default:
            return inTable(token)
        }
    }

    /// Closes a row; returns whether there was one.
    private mutating func endRow() -> Bool {
        guard isInScope(.tr, .table) else { return false }
        pop(until: \.isRowContext)
        pop()
        mode = .inTableBody
        return true
    }

    mutating func inCell(_ token: Token) -> Bool {
        let name = tokenizer.name
        switch token {
        case .startTag where name.isTableStructure:
            guard isInScope(.td, .table) || isInScope(.th, .table) else { return false }
            closeCell()
            return true
        case .endTag:
            switch name {
            case .td, .th:
                guard isInScope(name, .table) else { return false }
                generateImpliedEnds()
                pop(through: name)
                clearFormatting()
                mode = .inRow
                return false
            case .body, .caption, .col, .colgroup, .html:
                return false
            case .table, .tbody, .tfoot, .thead, .tr:
                guard isInScope(name, .table) else { return false }
                closeCell()
                return true
            default:
                return inBody(token)
            }
        default:
            return inBody(token)
        }
    }

    private mutating func closeCell() {
        generateImpliedEnds()
        pop(through: { $0 == .td || $0 == .th })
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

    fileprivate var isTableContext: Bool { self == .table || self == .template || self == .html }

    fileprivate var isTableBodyContext: Bool {
        switch self {
        case .tbody, .tfoot, .thead, .template, .html: true
        default: false
        }
    }

    fileprivate var isRowContext: Bool { self == .tr || self == .template || self == .html }
}
