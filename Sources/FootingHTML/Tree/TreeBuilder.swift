import FootingBytes

/// The tree construction of the standard.
///
/// Each insertion mode is a function that returns whether to process the token again, in the mode
/// that it has set.
struct TreeBuilder: ~Copyable {
    enum Mode: Sendable {
        case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, text
        case inTable, inTableText, inCaption, inColumnGroup, inTableBody, inRow, inCell
        case inTemplate, afterBody, inFrameset, afterFrameset, afterAfterBody, afterAfterFrameset
    }

    typealias Token = Tokenizer.Token

    /// The number of bytes for which there is room at first if the size of a page is unknown.
    static let pushedBytes = 1 << 20

    var tokenizer: Tokenizer
    /// Whether nodes are kept; otherwise only open elements are known.
    let keepsTree: Bool
    let scriptingEnabled: Bool
    let maxDepth: Int
    let maxNodes: Int
    /// The categories of each name.
    let categories = Categories.table

    var nodes = [Node(.document)]
    /// The number of nodes that were created, whether they are kept or not.
    var nodeCount: NodeID = 1
    var attributes: [Attribute] = []
    var side: [UInt8] = []
    var isQuirks = false

    var mode = Mode.initial
    var originalMode = Mode.initial
    var templateModes: [Mode] = []
    var stack: [OpenElement] = []
    /// For each case of ``Name``, the number of open elements of HTML.
    var openCounts = [Int32](repeating: 0, count: Name.count)
    var formatting: [FormattingElement] = []
    var head = noNode
    var form = noNode
    /// The element in which a fragment is read.
    var context: OpenElement?
    var framesetOK = true
    var fostersParents = false
    var ignoresLineFeed = false
    /// Runs of text in a table, which are inserted together.
    var tableText: [Run] = []
    var tableTextIsSpace = true
    /// The number of elements; a clone counts its weight.
    var elementCount = 0
    /// The number of start tags beyond the limit of depth whose end tags are expected.
    var flattenedCount = 0
    /// Whether a start tag with a trailing solidus was one of an empty element.
    var isAcknowledged = false
    /// Whether a start tag made an element.
    var isInserted = false

    /// Whether the head is closed or the body has begun.
    var isHeadComplete = false
    /// Whether a limit ended reading.
    private(set) var isStopped = false
    private(set) var isFinished = false
    /// The label of the encoding that a `meta` element declares, after which reading pauses.
    var declaredLabel: [UInt8]?

    /// The input during a call of ``read(_:isFinal:)``, and else empty.
    var bytes = ByteView.empty
    /// The text of the current token: a range of the input, or aside in `side`.
    var text = Run.empty
    var textIsSpace = false

    /// The numbers of names and of their bytes above which unused names are forgotten.
    var maxNames = 2 * NameTable.known.count + 512
    var maxNameBytes = 64 << 10

    init(_ options: HTMLOptions, keepsTree: Bool = true) {
        tokenizer = Tokenizer(options)
        self.keepsTree = keepsTree
        scriptingEnabled = options.isScriptingEnabled
        // The elements that every document has are always opened.
        maxDepth = max(3, min(options.limits.depth, 512))
        maxNodes = max(0, options.limits.nodes)
    }

    /// The namespace and name of a context such as `td` or `svg desc`.
    static func element(
        ofContext context: String
    ) throws(HTMLError) -> (namespace: Namespace, name: String) {
        var (namespace, name) = (Namespace.html, context.lowercasedASCII)
        for (prefix, foreign) in [("svg ", Namespace.svg), ("math ", .math)]
        where name.hasPrefix(prefix) {
            (namespace, name) = (foreign, String(name.dropFirst(prefix.count)))
        }
        guard let first = name.utf8.first, isLetter(first),
            name.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x2F && $0 != 0x3E })
        else {
            let reason = "a context is the name of an element, such as td or svg desc"
            throw HTMLError(.invalidContext, context, reason)
        }
        return (namespace, name)
    }

    /// Prepares reading a fragment, the content of an element such as `td` or `svg desc`.
    mutating func beginFragment(in namespace: Namespace, _ name: String) {
        var id = tokenizer.names.intern(name)
        if namespace == .svg { id = NameTable.adjustedElement(id) }
        let context = OpenElement(noNode, Node(id, namespace, attributes: 0..<0))
        self.context = context
        insertElement(.html)
        guard namespace == .html else { return mode = .inBody }
        if let text = textMode(of: context.name) { tokenizer.mode = text }
        if context.name == .template { templateModes.append(.inTemplate) }
        // Forms do not nest; the document stands for the context.
        if context.name == .form { form = 0 }
        resetMode()
    }

    /// Reads the tokens of the input, which begins with the input of earlier calls.
    mutating func read(_ bytes: ByteView, isFinal: Bool) {
        self.bytes = bytes
        if keepsTree, nodes.count == 1 {
            // Most pages have no more; memory that is not used is never touched.
            let count = (isFinal ? min(bytes.count, 16 << 20) : Self.pushedBytes) / 16
            nodes.reserveCapacity(count)
            attributes.reserveCapacity(count / 2)
        }
        defer { self.bytes = .empty }
        while let token = next(isFinal: isFinal) {
            process(token)
            if declaredLabel != nil { break }
        }
    }

    /// The next token; `nil` if it needs more bytes.
    @inline(__always)
    mutating func next(isFinal: Bool) -> Token? {
        guard !isFinished else { return nil }
        guard !isStopped else { return end() }
        tokenizer.allowsCDATA = isForeign
        let token = tokenizer.next(bytes, isFinal: isFinal)
        guard nodes.count > maxNodes, keepsTree, let token else { return token }
        // A text is read to its end, whose tokens depend on the chunks.
        if token == .text || token == .null { return token }
        stop(.nodes)
        return end()
    }

    private mutating func end() -> Token {
        isFinished = true
        return .end
    }

    /// Ends reading at a limit.
    mutating func stop(_ limit: HTMLOptions.Limit) {
        guard !isStopped else { return }
        isStopped = true
        tokenizer.log.add(limit, at: tokenizer.baseOffset &+ tokenizer.start)
    }

    mutating func process(_ token: Token) {
        switch token {
        case .text:
            text = keep(tokenizer.run)
            processText()
        case .dropped, .skipped:
            tokenizer.leavesOut = true
        case .startTag:
            ignoresLineFeed = false
            isInserted = false
            guard stack.count < maxDepth else { return processDeepStartTag() }
            isAcknowledged = false
            dispatch(token)
            if !isInserted { tokenizer.leavesOut = true }
            if tokenizer.isSelfClosing, !isAcknowledged {
                tokenizer.log.add(
                    "non-void-html-element-start-tag-with-trailing-solidus",
                    at: tokenizer.baseOffset &+ tokenizer.start
                )
            }
        case .endTag:
            ignoresLineFeed = false
            if flattenedCount > 0, mode != .text { return flattenedCount -= 1 }
            let counts = (stack.count, elementCount)
            dispatch(token)
            if counts == (stack.count, elementCount) { tokenizer.leavesOut = true }
        case .end:
            isFinished = true
            dispatch(token)
        default:
            ignoresLineFeed = false
            if token == .null || token == .doctype { tokenizer.leavesOut = true }
            dispatch(token)
        }
    }

    @inline(__always)
    private mutating func dispatch(_ token: Token) {
        while isForeign && isForForeignContent(token)
            ? processInForeign(token) : processInMode(token)
        {}
    }

    mutating func processInMode(_ token: Token) -> Bool {
        if mode == .inTableText, token != .text, token != .null { insertTableText() }
        switch token {
        case .text where textIsSpace:
            if processSpace() { return false }
        case .comment, .instruction:
            insertComment(token, in: commentParent)
            return false
        case .doctype where mode != .initial:
            return false
        case .startTag where tokenizer.name == .html && !stack.isEmpty && mode != .inTemplate:
            if !isOpen(.template) { mergeAttributes(into: stack[0].node) }
            return false
        default:
            break
        }
        return switch mode {
        case .inBody: inBody(token)
        case .text: inText(token)
        case .inCell: inCell(token)
        case .inTable, .inTableBody, .inRow: inTable(token)
        case .inTableText: inTableText(token)
        case .inCaption: inCaption(token)
        case .inColumnGroup: inColumnGroup(token)
        case .inTemplate: inTemplate(token)
        case .initial: initial(token)
        case .beforeHTML: beforeHTML(token)
        case .beforeHead: beforeHead(token)
        case .inHead: inHead(token)
        case .inHeadNoscript: inHeadNoscript(token)
        case .afterHead: afterHead(token)
        case .afterBody, .afterAfterBody: afterBody(token)
        case .inFrameset, .afterFrameset, .afterAfterFrameset: inFrameset(token)
        }
    }

    /// The parent of a comment, or `nil` for the current node.
    private var commentParent: NodeID? {
        switch mode {
        case .initial, .beforeHTML, .afterAfterBody, .afterAfterFrameset: 0
        case .afterBody: stack[0].node
        default: nil
        }
    }

    /// Processes white space; returns false where it is text like other text.
    private mutating func processSpace() -> Bool {
        switch mode {
        case .initial, .beforeHTML, .beforeHead:
            break
        case .inHead, .inHeadNoscript, .afterHead, .inColumnGroup, .inFrameset, .afterFrameset:
            insertText()
        case .afterBody, .afterAfterBody, .afterAfterFrameset:
            _ = inBody(.text)
        default:
            return false
        }
        return true
    }

    // MARK: Text

    /// Processes text, cut where the insertion mode treats white space in another way.
    private mutating func processText() {
        if !framesetOK, !ignoresLineFeed, mode == .inBody || mode == .inCell || mode == .text {
            textIsSpace = false
            return dispatchText()
        }
        var count = Int(text.count)
        if ignoresLineFeed {
            ignoresLineFeed = false
            if count > 0, byte(at: 0) == 0x0A {
                text = text.dropping(1)
                count &-= 1
            }
        }
        while count > 0 {
            var length = 0
            while length < count, isHTMLSpace(byte(at: length)) { length &+= 1 }
            textIsSpace = length > 0
            switch mode {
            case .inBody, .text, .inTable, .inTableText, .inCaption, .inTableBody, .inRow, .inCell,
                .inTemplate:
                textIsSpace = length == count
                length = count
            default:
                if length > 0 { break }
                while length < count, !isHTMLSpace(byte(at: length)) { length &+= 1 }
            }
            let rest = text.dropping(length)
            text.count = Int32(truncatingIfNeeded: length)
            dispatchText()
            text = rest
            count &-= length
        }
    }

    @inline(__always)
    private mutating func dispatchText() {
        if stack.count >= maxDepth && mode != .text { insertText() } else { dispatch(.text) }
    }

    /// A byte of the text of the current token.
    @inline(__always)
    private func byte(at index: Int) -> UInt8 {
        text.isAside ? side[text.offset &+ index] : bytes[text.offset &+ index]
    }

    // MARK: The limit of depth

    /// Inserts an element that is not opened, unless it contains only text.
    private mutating func processDeepStartTag() {
        insertTableText()
        let current = stack[stack.count &- 1]
        tokenizer.log.add(.depth, at: tokenizer.baseOffset &+ tokenizer.start)
        if current.namespace == .html, let text = textMode(of: tokenizer.name) {
            insertElement()
            beginText(text)
            return
        }
        insertElement(in: current.namespace)
        pop()
        let isEmpty =
            current.namespace == .html ? tokenizer.name.isIn(.void) : tokenizer.isSelfClosing
        if !isEmpty { flattenedCount += 1 }
    }

    func textMode(of name: Name) -> Tokenizer.Mode? {
        name.textMode(scriptingEnabled: scriptingEnabled)
    }

    /// Reads the content of the current node as text.
    mutating func beginText(_ textMode: Tokenizer.Mode) {
        tokenizer.mode = textMode
        originalMode = mode
        mode = .text
    }
}

// Safe: the view of bytes, which alone prevents the conformance, is empty between calls.
extension TreeBuilder: @unchecked Sendable {}

extension Array {
    /// The array without much room for more elements.
    var trimmed: [Element] {
        guard capacity > 2 * count + 1024 else { return self }
        var copy: [Element] = []
        copy.reserveCapacity(count)
        copy += self
        return copy
    }
}

extension Run {
    func dropping(_ length: Int) -> Run {
        let length = Int32(truncatingIfNeeded: length)
        return Run(start: isAside ? start &- length : start &+ length, count: count &- length)
    }
}
