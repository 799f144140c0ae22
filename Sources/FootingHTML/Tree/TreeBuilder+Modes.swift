import FootingBytes

/// The insertion modes outside the body and tables.
extension TreeBuilder {
    mutating func initial(_ token: Token) -> Bool {
        switch token {
        case .text where textIsSpace:
            return false
        case .comment, .instruction:
            insertComment(token, in: 0)
            return false
        case .doctype:
            isQuirks = hasQuirks()
            insertDoctype()
            mode = .beforeHTML
            return false
        default:
            isQuirks = true
            mode = .beforeHTML
            return true
        }
    }

    mutating func beforeHTML(_ token: Token) -> Bool {
        switch token {
        case .doctype:
            return false
        case .comment, .instruction:
            insertComment(token, in: 0)
            return false
        case .text where textIsSpace:
            return false
        case .startTag where tokenizer.name == .html:
            insertElement()
            mode = .beforeHead
            return false
        case .endTag where !isLateEnd:
            return false
        default:
            insertElement(.html)
            mode = .beforeHead
            return true
        }
    }

    /// Whether the end tag implies what is missing before the body.
    private var isLateEnd: Bool {
        switch tokenizer.name {
        case .head, .body, .html, .br: true
        default: false
        }
    }

    mutating func beforeHead(_ token: Token) -> Bool {
        switch token {
        case .text where textIsSpace:
            return false
        case .comment, .instruction:
            insertComment(token)
            return false
        case .doctype:
            return false
        case .startTag where tokenizer.name == .html:
            return inBody(token)
        case .startTag where tokenizer.name == .head:
            head = insertElement()
            mode = .inHead
            return false
        case .endTag where !isLateEnd:
            return false
        default:
            head = insertElement(.head)
            mode = .inHead
            return true
        }
    }

    mutating func inHead(_ token: Token) -> Bool {
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
            if let isDone = startInHead(tokenizer.name) { return !isDone }
        case .endTag:
            switch tokenizer.name {
            case .head:
                pop()
                switchToAfterHead()
                return false
            case .template:
                endTemplate()
                return false
            case .body, .html, .br:
                break
            default:
                return false
            }
        default:
            break
        }
        pop()
        switchToAfterHead()
        return true
    }

    /// Processes a start tag in the head; returns `nil` if it ends the head.
    private mutating func startInHead(_ name: Name) -> Bool? {
        switch name {
        case .html:
            return !inBody(.startTag)
        case .base, .basefont, .bgsound, .link, .meta:
            if name == .meta, watchesEncoding { declaredLabel = labelOfMeta }
            insertElement()
            pop()
            isAcknowledged = true
        case .noscript where !scriptingEnabled:
            insertElement()
            mode = .inHeadNoscript
        case .title, .noscript, .noframes, .style, .script:
            guard let text = textMode(of: name) else { return nil }
            insertElement()
            beginText(text)
        case .template:
            insertElement()
            pushMarker()
            framesetOK = false
            mode = .inTemplate
            templateModes.append(.inTemplate)
        case .head:
            break
        default:
            return nil
        }
        return true
    }

    private mutating func endTemplate() {
        guard isOpen(.template) else { return }
        while let current = stack.last, current.namespace == .html,
            current.name.hasThoroughlyImpliedEnd
        {
            pop()
        }
        closeTemplate()
    }

    private mutating func closeTemplate() {
        pop(through: .template)
        clearFormatting()
        _ = templateModes.popLast()
        resetMode()
    }

    mutating func inHeadNoscript(_ token: Token) -> Bool {
        switch token {
        case .doctype:
            return false
        case .text where textIsSpace:
            return inHead(token)
        case .comment, .instruction:
            return inHead(token)
        case .startTag:
            switch tokenizer.name {
            case .html: return inBody(token)
            case .basefont, .bgsound, .link, .meta, .noframes, .style: return inHead(token)
            case .head, .noscript: return false
            default: break
            }
        case .endTag:
            switch tokenizer.name {
            case .noscript:
                pop()
                mode = .inHead
                return false
            case .br: break
            default: return false
            }
        default:
            break
        }
        pop()
        mode = .inHead
        return true
    }

    mutating func afterHead(_ token: Token) -> Bool {
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
            case .body:
                insertElement()
                framesetOK = false
                mode = .inBody
                return false
            case .frameset:
                insertElement()
                mode = .inFrameset
                return false
            case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template,
                .title:
                push(OpenElement(head, nodes[Int(head)]))
                let result = inHead(token)
                if let index = stackIndex(of: head) { removeFromStack(at: index) }
                return result
            case .head:
                return false
            default:
                break
            }
        case .endTag:
            if tokenizer.name == .template { return inHead(token) }
            if tokenizer.name == .head || !isLateEnd { return false }
        default:
            break
        }
        insertElement(.body)
        mode = .inBody
        return true
    }

    mutating func inText(_ token: Token) -> Bool {
        switch token {
        case .text:
            insertText()
        case .end:
            pop()
            mode = originalMode
            return true
        case .endTag:
            pop()
            mode = originalMode
        default:
            break
        }
        return false
    }

    mutating func inTemplate(_ token: Token) -> Bool {
        switch token {
        case .startTag:
            let newMode: Mode
            switch tokenizer.name {
            case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template,
                .title:
                return inHead(token)
            case .caption, .colgroup, .tbody, .tfoot, .thead: newMode = .inTable
            case .col: newMode = .inColumnGroup
            case .tr: newMode = .inTableBody
            case .td, .th: newMode = .inRow
            default: newMode = .inBody
            }
            _ = templateModes.popLast()
            templateModes.append(newMode)
            mode = newMode
            return true
        case .endTag:
            return tokenizer.name == .template ? inHead(token) : false
        case .end:
            guard isOpen(.template) else { return false }
            closeTemplate()
            return true
        default:
            return inBody(token)
        }
    }

    mutating func afterBody(_ token: Token) -> Bool {
        switch token {
        case .text where textIsSpace:
            return inBody(token)
        case .comment, .instruction:
            insertComment(token, in: stack[0].node)
            return false
        case .doctype, .end:
            return false
        case .startTag where tokenizer.name == .html:
            return inBody(token)
        case .endTag where tokenizer.name == .html:
            if context == nil { mode = .afterAfterBody }
            return false
        default:
            mode = .inBody
            return true
        }
    }

    mutating func inFrameset(_ token: Token) -> Bool {
        switch token {
        case .text where textIsSpace:
            insertText()
        case .comment, .instruction:
            insertComment(token)
        case .startTag:
            switch tokenizer.name {
            case .html:
                return inBody(token)
            case .frameset:
                insertElement()
            case .frame:
                insertElement()
                pop()
                isAcknowledged = true
            case .noframes:
                return inHead(token)
            default:
                break
            }
        case .endTag where tokenizer.name == .frameset:
            pop()
            if context == nil, !isCurrent(.frameset) { mode = .afterFrameset }
        default:
            break
        }
        return false
    }

    mutating func afterFrameset(_ token: Token) -> Bool {
        switch token {
        case .text where textIsSpace:
            insertText()
        case .comment, .instruction:
            insertComment(token)
        case .startTag where tokenizer.name == .html:
            return inBody(token)
        case .startTag where tokenizer.name == .noframes:
            return inHead(token)
        case .endTag where tokenizer.name == .html:
            mode = .afterAfterFrameset
        default:
            break
        }
        return false
    }

    mutating func afterAfterBody(_ token: Token) -> Bool {
        switch token {
        case .comment, .instruction:
            insertComment(token, in: 0)
            return false
        case .text where textIsSpace:
            return inBody(token)
        case .startTag where tokenizer.name == .html:
            return inBody(token)
        case .doctype, .end:
            return false
        default:
            mode = .inBody
            return true
        }
    }

    mutating func afterAfterFrameset(_ token: Token) -> Bool {
        switch token {
        case .comment, .instruction:
            insertComment(token, in: 0)
            return false
        case .text where textIsSpace:
            return inBody(token)
        case .startTag where tokenizer.name == .html:
            return inBody(token)
        case .startTag where tokenizer.name == .noframes:
            return inHead(token)
        default:
            return false
        }
    }
}
