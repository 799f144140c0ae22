/// The rules for SVG and MathML.
extension TreeBuilder {
    /// The current node, or a fragment's context.
    private var adjustedCurrent: OpenElement? {
        stack.count == 1 ? context ?? stack.last : stack.last
    }

    /// Whether the current node, or a fragment's context, is of SVG or MathML.
    var isForeign: Bool {
        if stack.count > 1 { return stack[stack.count &- 1].namespace != .html }
        return adjustedCurrent.map { $0.namespace != .html } ?? false
    }

    /// Whether the rules for SVG and MathML apply to a token inside such an element.
    func isForForeignContent(_ token: Token) -> Bool {
        guard let current = adjustedCurrent else { return false }
        switch token {
        case .startTag:
            if current.isMathTextIntegrationPoint {
                return tokenizer.name == .mglyph || tokenizer.name == .malignmark
            }
            if current.namespace == .math, current.name == .annotationXML, tokenizer.name == .svg {
                return false
            }
            return !current.isHTMLIntegrationPoint
        case .text, .null:
            return !current.isMathTextIntegrationPoint && !current.isHTMLIntegrationPoint
        case .end:
            return false
        default:
            return true
        }
    }

    mutating func processInForeign(_ token: Token) -> Bool {
        switch token {
        case .null:
            insertMark()
        case .text:
            insertText()
            if !textIsSpace { framesetOK = false }
        case .comment, .instruction:
            insertComment(token)
        case .startTag:
            guard !breaksOut else { return breakOut(token) }
            let namespace = adjustedCurrent?.namespace ?? .html
            insertElement(in: namespace)
            if tokenizer.isSelfClosing { popVoid() }
        case .endTag:
            if tokenizer.name == .br || tokenizer.name == .p { return breakOut(token) }
            return endInForeign(token)
        default:
            break
        }
        return false
    }

    /// Whether the start tag is one of HTML only.
    private var breaksOut: Bool {
        tokenizer.name.isIn(.breaksOut)
            || tokenizer.name == .font
                && [.color, .face, .size].contains { attribute($0) != nil }
    }

    /// Closes the elements of SVG and MathML, and processes the tag as HTML.
    private mutating func breakOut(_ token: Token) -> Bool {
        while stack.count > 1, let current = stack.last, current.namespace != .html,
            !current.isMathTextIntegrationPoint, !current.isHTMLIntegrationPoint
        {
            pop()
        }
        return processInMode(token)
    }

    private mutating func endInForeign(_ token: Token) -> Bool {
        let nameID = tokenizer.nameID
        let adjustedID = NameTable.adjustedElement(nameID)
        var index = stack.count &- 1
        while index > 0 {
            let element = stack[index]
            if element.namespace == .html { return processInMode(token) }
            if element.nameID == nameID || element.nameID == adjustedID {
                while stack.count > index { pop() }
                return false
            }
            index &-= 1
        }
        return false
    }
}
