import FootingBytes

/// The insertion modes outside the body and tables.
///
/// They get neither comments nor white space, which ``TreeBuilder/processInMode(_:)`` processes for
/// all modes, nor doctypes but the first, nor tags of an `html` element that is open.
extension TreeBuilder {
    mutating func initial(_ token: Token) -> Bool {
        mode = .beforeHTML
        isQuirks = token != .doctype || hasQuirks()
        if token == .doctype { insertDoctype() }
        return token != .doctype
    }

    mutating func beforeHTML(_ token: Token) -> Bool {
        if token == .endTag, !tokenizer.name.impliesBody { return false }
        mode = .beforeHead
        if token == .startTag, tokenizer.name == .html {
            insertElement()
            return false
        }
        insertElement(.html)
        return true
    }

    mutating func beforeHead(_ token: Token) -> Bool {
        if token == .endTag, !tokenizer.name.impliesBody { return false }
        mode = .inHead
        if token == .startTag, tokenizer.name == .head {
            head = insertElement()
            return false
        }
        head = insertElement(.head)
        return true
    }

    mutating func inHead(_ token: Token) -> Bool {
        switch (token, tokenizer.name) {
        case (.startTag, .noscript) where !scriptingEnabled:
            insertElement()
            mode = .inHeadNoscript
            return false
        case (.startTag, .head):
            return false
        case (.startTag, let name) where name.isIn(.headContent) || name == .noscript:
            startInHead(name)
            return false
        case (.endTag, .template):
            endTemplate()
            return false
        case (.endTag, let name) where name != .head && !name.impliesBody:
            return false
        default:
            pop()
            mode = .afterHead
            isHeadComplete = true
            return token != .endTag || tokenizer.name != .head
        }
    }

    /// Processes the start tag of an element that belongs into a head.
    mutating func startInHead(_ name: Name) {
        if name == .meta { declaredLabel = labelOfMeta() }
        insertElement()
        if let text = textMode(of: name) {
            beginText(text)
        } else if name == .template {
            pushMarker()
            framesetOK = false
            mode = .inTemplate
            templateModes.append(.inTemplate)
        } else {
            popVoid()
        }
    }

    /// The label of the encoding that the `meta` element of the tag declares.
    ///
    /// In the first bytes of a page, an unknown `charset` hides a content type.
    func labelOfMeta(inFirstBytes: Bool = false) -> [UInt8]? {
        func value(_ name: Name) -> [UInt8]? {
            attribute(name).map { withValue($0) { $0.text.utf8.map(lowercase) } }
        }
        let label = value(.charset)
        if let label, inFirstBytes || EncodingTables.encoding(label: label) != nil { return label }
        guard attribute(.httpEquiv, is: "content-type") else { return label }
        return value(.content).flatMap { Prescan.charset(in: $0) } ?? label
    }

    mutating func endTemplate() {
        guard isOpen(.template) else { return }
        pop(until: { !$0.isIn([.impliedEnd, .tablePartEnd]) })
        closeTemplate()
    }

    private mutating func closeTemplate() {
        pop(through: .template)
        clearFormatting()
        _ = templateModes.popLast()
        resetMode()
    }

    mutating func inHeadNoscript(_ token: Token) -> Bool {
        switch (token, tokenizer.name) {
        case (.startTag, .basefont), (.startTag, .bgsound), (.startTag, .link), (.startTag, .meta),
            (.startTag, .noframes), (.startTag, .style):
            return inHead(token)
        case (.startTag, .head), (.startTag, .noscript):
            return false
        case (.endTag, let name) where name != .noscript && name != .br:
            return false
        default:
            pop()
            mode = .inHead
            return token != .endTag || tokenizer.name != .noscript
        }
    }

    mutating func afterHead(_ token: Token) -> Bool {
        switch (token, tokenizer.name) {
        case (.startTag, .body):
            insertElement()
            framesetOK = false
            mode = .inBody
            return false
        case (.startTag, .frameset):
            insertElement()
            mode = .inFrameset
            return false
        case (.startTag, let name) where name.isIn(.headContent):
            push(OpenElement(head, Node(Name.head.id, .html, attributes: 0..<0)))
            startInHead(name)
            if let index = stackIndex(of: head) { removeFromStack(at: index) }
            return false
        case (.endTag, .template):
            endTemplate()
            return false
        case (.startTag, .head), (.endTag, .head):
            return false
        case (.endTag, let name) where !name.impliesBody:
            return false
        default:
            insertElement(.body)
            mode = .inBody
            return true
        }
    }

    mutating func inText(_ token: Token) -> Bool {
        if token == .text {
            insertText()
            return false
        }
        pop()
        mode = originalMode
        return token == .end
    }

    mutating func inTemplate(_ token: Token) -> Bool {
        switch token {
        case .startTag where tokenizer.name.isIn(.headContent):
            startInHead(tokenizer.name)
            return false
        case .startTag:
            mode =
                switch tokenizer.name {
                case .caption, .colgroup, .tbody, .tfoot, .thead: .inTable
                case .col: .inColumnGroup
                case .tr: .inTableBody
                case .td, .th: .inRow
                default: .inBody
                }
            _ = templateModes.popLast()
            templateModes.append(mode)
            return true
        case .endTag:
            if tokenizer.name == .template { endTemplate() }
            return false
        case .end:
            guard isOpen(.template) else { return false }
            closeTemplate()
            return true
        default:
            return inBody(token)
        }
    }

    /// The modes after the end tags of `body` and `html`.
    mutating func afterBody(_ token: Token) -> Bool {
        if token == .end { return false }
        if token == .endTag, tokenizer.name == .html, mode == .afterBody {
            if context == nil { mode = .afterAfterBody }
            return false
        }
        mode = .inBody
        return true
    }

    /// The modes in a frameset and after its end tag.
    mutating func inFrameset(_ token: Token) -> Bool {
        switch (token, tokenizer.name) {
        case (.startTag, .frameset) where mode == .inFrameset:
            insertElement()
        case (.startTag, .frame) where mode == .inFrameset:
            insertElement()
            popVoid()
        case (.startTag, .noframes):
            startInHead(.noframes)
        case (.endTag, .frameset) where mode == .inFrameset:
            pop()
            if context == nil, !isCurrent(.frameset) { mode = .afterFrameset }
        case (.endTag, .html) where mode == .afterFrameset:
            mode = .afterAfterFrameset
        default:
            break
        }
        return false
    }
}

extension Name {
    /// Whether the end tag implies the elements that are missing before the body.
    fileprivate var impliesBody: Bool {
        self == .head || self == .body || self == .html || self == .br
    }
}
