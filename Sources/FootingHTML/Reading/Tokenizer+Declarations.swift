import FootingBytes

/// Markup that begins with `<`: comments, doctypes and instructions.
extension Tokenizer {
    /// Reads markup at a `<` in the data state.
    mutating func scanMarkup(_ bytes: ByteView) -> Token? {
        let index = position &+ 1
        guard bytes.has(index) else {
            report("eof-before-tag-name", at: index)
            return cutOff(text(to: index))
        }
        let byte = bytes[index]
        if isLetter(byte) { return scanTag(bytes, from: index, isEnd: false) }
        switch byte {
        case UInt8(ascii: "/"):
            return scanEndTag(bytes, from: index &+ 1)
        case UInt8(ascii: "!"):
            return scanDeclaration(bytes, from: index &+ 1)
        case UInt8(ascii: "?"):
            return scanInstruction(bytes, from: index)
        default:
            report("invalid-first-character-of-tag-name", at: index)
            return text(to: index)
        }
    }

    private mutating func scanEndTag(_ bytes: ByteView, from index: Int) -> Token? {
        guard bytes.has(index) else {
            report("eof-before-tag-name", at: index)
            return cutOff(text(to: index))
        }
        if isLetter(bytes[index]) { return scanTag(bytes, from: index, isEnd: true) }
        if bytes[index] == UInt8(ascii: ">") {
            report("missing-end-tag-name", at: index)
            position = index &+ 1
            return .dropped
        }
        report("invalid-first-character-of-tag-name", at: index)
        return scanBogusComment(bytes, from: index)
    }

    private mutating func scanDeclaration(_ bytes: ByteView, from index: Int) -> Token? {
        if bytes.has("--", at: index) { return scanComment(bytes, from: index &+ 2) }
        if bytes.has(ByteView("doctype"), at: index, ignoringCase: true) {
            return scanDoctype(bytes, from: index &+ 7)
        }
        if bytes.has("[CDATA[", at: index) {
            if allowsCDATA {
                position = index &+ 7
                mode = .cdata
                return nil
            }
            report("cdata-in-html-content", at: index &+ 7)
        } else {
            report("incorrectly-opened-comment", at: index)
        }
        let comment = scanBogusComment(bytes, from: index)
        // The longest word that could still come has seven letters.
        return bytes.has(index &+ 6) ? comment : cutOff(comment)
    }

    private mutating func scanBogusComment(_ bytes: ByteView, from first: Int) -> Token? {
        run = marked(bytes, first..<bytes.index(of: UInt8(ascii: ">"), from: first))
        return endMarkup(bytes, .comment, from: first)
    }

    private mutating func scanComment(_ bytes: ByteView, from first: Int) -> Token? {
        for (beginning, length) in [(">", 1), ("->", 2)] as [(StaticString, Int)]
        where bytes.has(beginning, at: first) {
            report("abrupt-closing-of-empty-comment", at: first)
            position = first &+ length
            run = .empty
            return .comment
        }
        var index = first
        while true {
            index = bytes.index(of: UInt8(ascii: "-"), or: UInt8(ascii: "<"), from: index)
            guard index < bytes.count else { break }
            if bytes[index] == UInt8(ascii: "<") {
                // An error unless the dashes end the comment, or the input.
                if log.reportsSyntax, bytes.has("<!--", at: index), bytes.has(index &+ 4),
                    bytes[index &+ 4] != UInt8(ascii: ">")
                {
                    report("nested-comment", at: index)
                }
            } else if bytes.has("-->", at: index) || bytes.has("--!>", at: index) {
                let isRight = bytes[index &+ 2] == UInt8(ascii: ">")
                if !isRight { report("incorrectly-closed-comment", at: index &+ 3) }
                position = index &+ (isRight ? 3 : 4)
                run = marked(bytes, first..<index)
                return .comment
            }
            index &+= 1
        }
        report("eof-in-comment", at: bytes.count)
        // The beginning of an end is not content.
        for (ending, length) in [("--!", 3), ("--", 2), ("-", 1)] as [(StaticString, Int)]
        where index &- length >= first && bytes.has(ending, at: index &- length) {
            index &-= length
            break
        }
        run = marked(bytes, first..<index)
        position = isBeginning ? index : bytes.count
        if isBeginning { rest = .comment }
        return cutOff(.comment)
    }

    /// Ends markup behind its next `>`, or at the end of the input.
    private mutating func endMarkup(_ bytes: ByteView, _ token: Token, from first: Int) -> Token? {
        let end = bytes.index(of: UInt8(ascii: ">"), from: first)
        position = min(end &+ 1, bytes.count)
        if bytes.has(end) { return token }
        if isBeginning { rest = .markup }
        return cutOff(token)
    }

    /// Reads an instruction, or a bogus comment, from the question mark on.
    private mutating func scanInstruction(_ bytes: ByteView, from mark: Int) -> Token? {
        let first = mark &+ 1
        guard bytes.has(first) else { return cutOffInstruction(bytes) }
        guard isLetter(bytes[first]) || bytes[first] == UInt8(ascii: "_") else {
            report("invalid-first-character-of-processing-instruction-target", at: first)
            return scanBogusComment(bytes, from: mark)
        }
        var index = first
        while bytes.has(index),
            isLetter(bytes[index]) || isDigit(bytes[index])
                || bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "_")
        {
            index &+= 1
        }
        guard bytes.has(index) else { return cutOffInstruction(bytes) }
        guard
            isHTMLSpace(bytes[index]) || bytes[index] == UInt8(ascii: "?")
                || bytes[index] == UInt8(ascii: ">")
        else {
            report("invalid-processing-instruction-target", at: index)
            return scanBogusComment(bytes, from: mark)
        }
        let target = first..<index
        let word = bytes.slice(from: first, count: target.count)
        if word.equals(ByteView("xml"), ignoringCase: true)
            || word.equals(ByteView("xml-stylesheet"), ignoringCase: true)
        {
            report("disallowed-processing-instruction-target", at: index)
            return scanBogusComment(bytes, from: mark)
        }
        index = bytes.indexAfterSpace(from: index)
        let end = bytes.index(of: UInt8(ascii: ">"), from: index)
        guard end < bytes.count else { return cutOffInstruction(bytes) }
        position = end &+ 1
        let hasMark = end > index && bytes[end &- 1] == UInt8(ascii: "?")
        let data = marked(bytes, index..<(hasMark ? end &- 1 : end))
        attributes = [
            Attribute(nameID: Name.target.id, value: Run(target)),
            Attribute(nameID: Name.data.id, value: data),
        ]
        return .instruction
    }

    private mutating func cutOffInstruction(_ bytes: ByteView) -> Token? {
        report("eof-in-processing-instruction", at: bytes.count)
        return endMarkup(bytes, .dropped, from: bytes.count)
    }

    /// A range of bytes, with U+FFFD instead of NULs.
    private mutating func marked(_ bytes: ByteView, _ range: Range<Int>) -> Run {
        let end = range.upperBound
        let bytes = bytes.slice(from: 0, count: end)
        var null = bytes.index(of: 0, from: range.lowerBound)
        guard null < end else { return Run(range.lowerBound..<end) }
        let first = scratch.count
        var copied = range.lowerBound
        while null < end {
            report("unexpected-null-character", at: null)
            append(bytes, copied..<null)
            appendMark()
            copied = null &+ 1
            null = bytes.index(of: 0, from: copied)
        }
        append(bytes, copied..<end)
        return Run(aside: first..<scratch.count)
    }
}

// MARK: - Doctypes

extension Tokenizer {
    /// Reads a doctype from its keyword's end on.
    private mutating func scanDoctype(_ bytes: ByteView, from first: Int) -> Token? {
        let goesOn = { (index: Int) in bytes.has(index) && bytes[index] != UInt8(ascii: ">") }
        let isQuote = { bytes.has($0) && (bytes[$0] == 0x22 || bytes[$0] == 0x27) }
        attributes.removeAll(keepingCapacity: true)
        forcesQuirks = false
        if goesOn(first), !isHTMLSpace(bytes[first]) {
            report("missing-whitespace-before-doctype-name", at: first)
        }
        var index = bytes.indexAfterSpace(from: first)
        guard goesOn(index) else { return endDoctype(bytes, at: index, "missing-doctype-name") }
        let nameStart = index
        while goesOn(index), !isHTMLSpace(bytes[index]) { index &+= 1 }
        appendName(bytes, nameStart..<index)
        index = bytes.indexAfterSpace(from: index)
        guard goesOn(index) else { return endDoctype(bytes, at: index) }
        let isPublic = bytes.has(ByteView("public"), at: index, ignoringCase: true)
        guard isPublic || bytes.has(ByteView("system"), at: index, ignoringCase: true) else {
            return endDoctype(bytes, at: index, "invalid-character-sequence-after-doctype-name")
        }
        index &+= 6
        for name in isPublic ? [Name.public, .system] : [.system] {
            let isSecond = isPublic && name == .system
            if isQuote(index) {
                report(
                    isSecond
                        ? "missing-whitespace-between-doctype-public-and-system-identifiers"
                        : "missing-whitespace-after-doctype-\(name.rawValue)-keyword",
                    at: index
                )
            }
            index = bytes.indexAfterSpace(from: index)
            guard goesOn(index) else {
                let error = isSecond ? nil : "missing-doctype-\(name.rawValue)-identifier"
                return endDoctype(bytes, at: index, error)
            }
            guard isQuote(index) else {
                let error = "missing-quote-before-doctype-\(name.rawValue)-identifier"
                return endDoctype(bytes, at: index, error)
            }
            let (quote, start) = (bytes[index], index &+ 1)
            index = bytes.index(of: quote, or: UInt8(ascii: ">"), from: start)
            let value = marked(bytes, start..<index)
            attributes.append(Attribute(nameID: name.id, value: value))
            guard bytes.has(index), bytes[index] == quote else {
                return endDoctype(bytes, at: index, "abrupt-doctype-\(name.rawValue)-identifier")
            }
            index &+= 1
        }
        index = bytes.indexAfterSpace(from: index)
        if goesOn(index) {
            report("unexpected-character-after-doctype-system-identifier", at: index)
        }
        return endDoctype(bytes, at: index)
    }

    private mutating func appendName(_ bytes: ByteView, _ range: Range<Int>) {
        let name = marked(bytes, range)
        if !name.isAside { append(bytes, range) }
        for index in scratch.indices { scratch[index] = lowercase(scratch[index]) }
        let value = Run(aside: 0..<scratch.count)
        attributes.append(Attribute(nameID: Name.name.id, value: value))
    }

    /// Ends a doctype behind its next `>`; an error forces quirks mode.
    private mutating func endDoctype(
        _ bytes: ByteView,
        at index: Int,
        _ error: String? = nil
    ) -> Token? {
        if let error = bytes.has(index) ? error : "eof-in-doctype" {
            report(error, at: index)
            forcesQuirks = true
        }
        // For the errors of NULs.
        _ = marked(bytes, index..<bytes.index(of: UInt8(ascii: ">"), from: index))
        return endMarkup(bytes, .doctype, from: index)
    }
}
