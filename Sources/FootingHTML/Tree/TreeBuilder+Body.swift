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

    /// The steps of start tags, in the order in which they are done.
    private struct Steps: OptionSet {
        let rawValue: Int

        static let closesParagraph = Steps(rawValue: 1)
        static let reconstructs = Steps(rawValue: 2)
        /// The element is empty: it is closed at once.
        static let isVoid = Steps(rawValue: 4)
        static let isFormatting = Steps(rawValue: 8)
        static let setsMarker = Steps(rawValue: 16)
        static let forbidsFrameset = Steps(rawValue: 32)
        static let skipsLineFeed = Steps(rawValue: 64)
    }

    private mutating func startInBody(_ name: Name) {
        var steps: Steps
        switch name {
        case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl,
            .fieldset, .figcaption, .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol,
            .p, .search, .section, .summary, .ul, .plaintext:
            steps = .closesParagraph
        case .pre, .listing:
            steps = [.closesParagraph, .forbidsFrameset, .skipsLineFeed]
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
            steps = [.reconstructs, .isFormatting]
        case .applet, .marquee, .object:
            steps = [.reconstructs, .setsMarker, .forbidsFrameset]
        case .area, .br, .embed, .img, .image, .input, .keygen, .wbr:
            steps = [.reconstructs, .isVoid, .forbidsFrameset]
        case .param, .source, .track:
            steps = .isVoid
        case .hr:
            steps = [.isVoid, .forbidsFrameset]
        case .button, .select:
            steps = [.reconstructs, .forbidsFrameset]
        case .xmp:
            steps = [.closesParagraph, .reconstructs, .forbidsFrameset]
        case .iframe, .table:
            steps = .forbidsFrameset
        case .textarea:
            steps = [.forbidsFrameset, .skipsLineFeed]
        case .form, .li, .dd, .dt:
            steps = .closesParagraph
        case .h1, .h2, .h3, .h4, .h5, .h6, .noembed, .rb, .rtc, .rp, .rt:
            steps = []
        case .noscript:
            steps = scriptingEnabled ? [] : .reconstructs
        default:
            steps = .reconstructs
        }
        guard prepareStart(name, &steps) else { return }
        if steps.contains(.closesParagraph) { closeParagraph() }
        if steps.contains(.reconstructs) { reconstructFormatting() }
        let node = insertElement()
        if steps.contains(.isVoid) { popVoid() }
        if steps.contains(.isFormatting) { pushFormatting() }
        if steps.contains(.setsMarker) { pushMarker() }
        if steps.contains(.forbidsFrameset) { framesetOK = false }
        ignoresLineFeed = steps.contains(.skipsLineFeed)
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
    private mutating func prepareStart(_ name: Name, _ steps: inout Steps) -> Bool {
        switch name {
        case .html:
            return false
        case _ where name.isHeadContent:
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
            if let current = stack.last, current.namespace == .html, current.name.isHeading {
                pop()
            }
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
            if !isQuirks { steps.insert(.closesParagraph) }
        case .image:
            tokenizer.nameID = Name.img.id
        case .input:
            guard !isContext(.select) else { return false }
            if isInScope(.select) { pop(through: .select) }
            if attribute(.type, is: "hidden") { steps.remove(.forbidsFrameset) }
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
                !element.isSpecial || element.isHTML(.address) || element.isHTML(.div)
                    || element.isHTML(.p)
            else { return }
        }
    }

    private mutating func endInBody(_ name: Name) -> Bool {
        switch name {
        case .template:
            endTemplate()
        case .body, .html:
            guard isInScope(.body) else { return false }
            mode = .afterBody
            return name == .html
        case .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir,
            .div, .dl, .fieldset, .figcaption, .figure, .footer, .header, .hgroup, .listing, .main,
            .menu, .nav, .ol, .pre, .search, .section, .select, .summary, .ul:
            guard isInScope(name) else { return false }
            generateImpliedEnds()
            pop(through: name)
        case .form:
            endForm()
        case .p:
            if !isInScope(.p, .button) { insertElement(.p) }
            closeParagraph()
        case .li:
            guard isInScope(.li, .listItem) else { return false }
            generateImpliedEnds(except: .li)
            pop(through: .li)
        case .dd, .dt:
            guard isInScope(name) else { return false }
            generateImpliedEnds(except: name)
            pop(through: name)
        case .h1, .h2, .h3, .h4, .h5, .h6:
            guard isInScope(where: \.isHeading) else { return false }
            generateImpliedEnds()
            pop(through: \.isHeading)
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
            adopt()
        case .applet, .marquee, .object:
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
            !stack[(index + 1)...].contains(where: { $0.isBorder(of: .normal) })
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
            if element.isSpecial { return }
            index &-= 1
        }
    }
}
