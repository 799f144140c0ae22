/// The insertion mode “in body”.
extension TreeBuilder {
    mutating func inBody(_ token: Token) -> Bool {
        switch token {
        case .text:
            reconstructFormatting()
            insertText()
            if framesetOK, !textIsSpace { framesetOK = false }
        case .startTag:
            startInBody(tokenizer.name)
        case .endTag:
            return endInBody(tokenizer.name)
        case .end:
            return templateModes.isEmpty ? false : inTemplate(token)
        default:
            break
        }
        return false
    }

    private mutating func startInBody(_ name: Name) {
        var categories = categories[Int(name.id)]
        guard prepareStart(name, &categories) else { return }
        if categories.contains(.closesParagraph) { closeParagraph() }
        if !categories.contains(.keepsFormatting) { reconstructFormatting() }
        let node = insertElement()
        if categories.contains(.void) { popVoid() }
        if categories.contains(.formatting) { pushFormatting() }
        if categories.contains(.setsMarker) { pushMarker() }
        if categories.contains(.forbidsFrameset) { framesetOK = false }
        ignoresLineFeed = categories.contains(.skipsLineFeed)
        switch name {
        case .form where !isOpen(.template):
            form = node
        case .table:
            mode = .inTable
        case .plaintext:
            tokenizer.mode = .plaintext
        default:
            if let text = textMode(of: name) { beginText(text) }
        }
    }

    /// Does what comes before the steps of a start tag; returns false if that is all.
    private mutating func prepareStart(_ name: Name, _ categories: inout Categories) -> Bool {
        switch name {
        case .html:
            return false
        case _ where categories.contains(.headContent):
            startInHead(name)
            return false
        case .body:
            if stack.count > 1, stack[1].isHTML(.body), !isOpen(.template) {
                framesetOK = false
                mergeAttributes(into: stack[1].node)
            }
            return false
        case .frameset:
            guard stack.count > 1, stack[1].isHTML(.body), framesetOK else { return false }
            remove(stack[1].node)
            while stack.count > 1 { pop() }
            insertElement()
            mode = .inFrameset
            return false
        case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr:
            return false
        case .form:
            return form == noNode || isOpen(.template)
        case .h1, .h2, .h3, .h4, .h5, .h6:
            closeParagraph()
            if let current = stack.last, current.isIn(.heading) { pop() }
        case .hr:
            closeParagraph()
            if isInScope(.select) { generateImpliedEnds() }
        case .nobr:
            reconstructFormatting()
            if isInScope(.nobr) { adopt() }
        case .li, .dd, .dt:
            framesetOK = false
            closeItem(like: name)
        case .button where isInScope(.button):
            generateImpliedEnds()
            pop(through: .button)
        case .a:
            if let index = formattingIndex(of: Name.a.id) {
                let node = formatting[index].node
                adopt()
                if let index = formattingIndex(of: node) { formatting.remove(at: index) }
                if let index = stackIndex(of: node) { removeFromStack(at: index) }
            }
        case .table:
            if !isQuirks { categories.insert(.closesParagraph) }
        case .noscript:
            if scriptingEnabled { categories.insert(.keepsFormatting) }
        case .image:
            tokenizer.nameID = Name.img.id
        case .input:
            guard !isContext(.select) else { return false }
            if isInScope(.select) { pop(through: .select) }
            if attribute(.type, is: "hidden") { categories.remove(.forbidsFrameset) }
        case .select:
            guard !isContext(.select) else { return false }
            if isInScope(.select) {
                pop(through: .select)
                return false
            }
        case .option, .optgroup:
            if isInScope(.select) {
                generateImpliedEnds(except: name == .option ? .optgroup : nil)
            } else if isCurrent(.option) {
                pop()
            }
        case .rb, .rtc, .rp, .rt:
            if isInScope(.ruby) {
                generateImpliedEnds(except: name == .rp || name == .rt ? .rtc : nil)
            }
        case .math, .svg:
            reconstructFormatting()
            insertElement(in: name == .svg ? .svg : .math)
            if tokenizer.isSelfClosing { popVoid() }
            return false
        default:
            break
        }
        return true
    }

    private func isContext(_ name: Name) -> Bool { context?.isHTML(name) ?? false }

    /// Closes an open list item, or the term or description before another.
    private mutating func closeItem(like name: Name) {
        for element in stack.reversed() {
            if element.isHTML(name) || name != .li && (element.isHTML(.dd) || element.isHTML(.dt)) {
                generateImpliedEnds(except: element.name)
                return pop(through: element.name)
            }
            guard
                !element.isIn(.special) || element.isHTML(.address) || element.isHTML(.div)
                    || element.isHTML(.p)
            else { return }
        }
    }

    private mutating func endInBody(_ name: Name) -> Bool {
        let categories = categories[Int(name.id)]
        switch name {
        case .template:
            endTemplate()
        case .body, .html:
            guard isInScope(.body) else { return false }
            mode = .afterBody
            return name == .html
        case _ where categories.contains(.endsAsBlock):
            guard isInScope(name) else { return false }
            generateImpliedEnds()
            pop(through: name)
        case .form:
            endForm()
        case .p:
            if !isInScope(.p, [.scope, .buttonScope]) { insertElement(.p) }
            closeParagraph()
        case .li:
            guard isInScope(.li, [.scope, .listItemScope]) else { return false }
            generateImpliedEnds(except: .li)
            pop(through: .li)
        case .dd, .dt:
            guard isInScope(name) else { return false }
            generateImpliedEnds(except: name)
            pop(through: name)
        case .h1, .h2, .h3, .h4, .h5, .h6:
            guard isInScope(where: { $0.isIn(.heading) }) else { return false }
            generateImpliedEnds()
            pop(through: { $0.isIn(.heading) })
        case _ where categories.contains(.formatting):
            adopt()
        case _ where categories.contains(.setsMarker):
            guard isInScope(name) else { return false }
            generateImpliedEnds()
            pop(through: name)
            clearFormatting()
        case .br:
            reconstructFormatting()
            insertElement(.br)
            pop()
            framesetOK = false
        default:
            anyOtherEndTag()
        }
        return false
    }

    private mutating func endForm() {
        if isOpen(.template) {
            guard isInScope(.form) else { return }
            generateImpliedEnds()
            return pop(through: .form)
        }
        let node = form
        form = noNode
        guard node != noNode, isInScope(.form), let index = stackIndex(of: node),
            !stack[(index + 1)...].contains(where: { $0.isIn(.scope) })
        else { return }
        generateImpliedEnds()
        if let index = stackIndex(of: node) { removeFromStack(at: index) }
    }

    mutating func anyOtherEndTag() {
        let nameID = tokenizer.nameID
        guard isOpen(tokenizer.name) else { return }
        var index = stack.count &- 1
        while index > 0 {
            let element = stack[index]
            if element.namespace == .html, element.nameID == nameID {
                generateImpliedEnds(except: element.name)
                while stack.count > index { pop() }
                return
            }
            if element.isIn(.special) { return }
            index &-= 1
        }
    }
}
