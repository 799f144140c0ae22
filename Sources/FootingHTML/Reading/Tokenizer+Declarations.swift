import FootingBytes

/// Markup that begins with `<`: comments, doctypes and instructions.
extension Tokenizer {
    /// Reads markup at a `<` in the data state.
    mutating func scanMarkup(_ bytes: ByteView) -> Token? {
        let index = position &+ 1
        guard bytes.has(index) else {
            report(.eofBeforeTagName, at: index)
            return cutOff(text(to: index))
        }
        let byte = bytes[index]
        if Self.isLetter(byte) { return scanTag(bytes, from: index, isEnd: false) }
        switch byte {
        case UInt8(ascii: "/"):
            return scanEndTag(bytes, from: index &+ 1)
        case UInt8(ascii: "!"):
            return scanDeclaration(bytes, from: index &+ 1)
        case UInt8(ascii: "?"):
            return scanInstruction(bytes, from: index)
        default:
            report(.invalidFirstCharacterOfTagName, at: index)
            return text(to: index)
        }
    }

    private mutating func scanEndTag(_ bytes: ByteView, from index: Int) -> Token? {
        guard bytes.has(index) else {
            report(.eofBeforeTagName, at: index)
            return cutOff(text(to: index))
        }
        if Self.isLetter(bytes[index]) { return scanTag(bytes, from: index, isEnd: true) }
        if bytes[index] == UInt8(ascii: ">") {
            report(.missingEndTagName, at: index)
            position = index &+ 1
            return .dropped
        }
        report(.invalidFirstCharacterOfTagName, at: index)
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
            report(.cdataInHTMLContent, at: index &+ 7)
        } else {
            report(.incorrectlyOpenedComment, at: index)
        }
        let comment = scanBogusComment(bytes, from: index)
        // The longest word that could still come has seven letters.
        return bytes.has(index &+ 6) ? comment : cutOff(comment)
    }

    private mutating func scanBogusComment(_ bytes: ByteView, from first: Int) -> Token? {
        let end = bytes.index(of: UInt8(ascii: ">"), from: first)
        position = min(end &+ 1, bytes.count)
        run = marked(bytes, first..<end)
        return bytes.has(end) ? .comment : cutOff(.comment)
    }

    private mutating func scanComment(_ bytes: ByteView, from first: Int) -> Token? {
        for (beginning, length) in [(">", 1), ("->", 2)] as [(StaticString, Int)]
        where bytes.has(beginning, at: first) {
            report(.abruptClosingOfEmptyComment, at: first)
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
                    report(.nestedComment, at: index)
                }
            } else if bytes.has("-->", at: index) || bytes.has("--!>", at: index) {
                let isRight = bytes[index &+ 2] == UInt8(ascii: ">")
                if !isRight { report(.incorrectlyClosedComment, at: index &+ 3) }
                position = index &+ (isRight ? 3 : 4)
                run = marked(bytes, first..<index)
                return .comment
            }
            index &+= 1
        }
        report(.eofInComment, at: bytes.count)
        position = bytes.count
        // The beginning of an end is not content.
        for (ending, length) in [("--!", 3), ("--", 2), ("-", 1)] as [(StaticString, Int)]
        where index &- length >= first && bytes.has(ending, at: index &- length) {
            index &-= length
            break
        }
        run = marked(bytes, first..<index)
        return cutOff(.comment)
    }

    /// Reads an instruction, or a bogus comment, from the question mark on.
    private mutating func scanInstruction(_ bytes: ByteView, from mark: Int) -> Token? {
        let first = mark &+ 1
        guard bytes.has(first) else { return cutOffInstruction(bytes) }
        guard Self.isLetter(bytes[first]) || bytes[first] == UInt8(ascii: "_") else {
            report(.invalidFirstCharacterOfProcessingInstructionTarget, at: first)
            return scanBogusComment(bytes, from: mark)
        }
        var index = first
        while bytes.has(index),
            Self.isLetter(bytes[index]) || isDigit(bytes[index])
                || bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "_")
        {
            index &+= 1
        }
        guard bytes.has(index) else { return cutOffInstruction(bytes) }
        guard
            isHTMLSpace(bytes[index]) || bytes[index] == UInt8(ascii: "?")
                || bytes[index] == UInt8(ascii: ">")
        else {
            report(.invalidProcessingInstructionTarget, at: index)
            return scanBogusComment(bytes, from: mark)
        }
        let target = first..<index
        let word = bytes.slice(from: first, count: target.count)
        if word.equals(ByteView("xml"), ignoringCase: true)
            || word.equals(ByteView("xml-stylesheet"), ignoringCase: true)
        {
            report(.disallowedProcessingInstructionTarget, at: index)
            return scanBogusComment(bytes, from: mark)
        }
        while bytes.has(index), isHTMLSpace(bytes[index]) { index &+= 1 }
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
        report(.eofInProcessingInstruction, at: bytes.count)
        position = bytes.count
        return cutOff(.dropped)
    }

    /// A range of bytes, with U+FFFD instead of NULs, and not longer than a token may be.
    private mutating func marked(_ bytes: ByteView, _ range: Range<Int>) -> Run {
        var end = range.upperBound
        if range.count > limits.tokenBytes {
            log.append(.limit(.tokenBytes), at: baseOffset &+ start)
            end = range.lowerBound &+ max(0, limits.tokenBytes)
            while end > range.lowerBound, bytes[end] & 0xC0 == 0x80 { end &-= 1 }
        }
        let bytes = bytes.slice(from: 0, count: end)
        var null = bytes.index(of: 0, from: range.lowerBound)
        guard null < end else { return Run(range.lowerBound..<end) }
        let first = scratch.count
        var copied = range.lowerBound
        while null < end {
            report(.unexpectedNullCharacter, at: null)
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
        var index = first
        attributes.removeAll(keepingCapacity: true)
        forcesQuirks = false
        position = bytes.count
        if bytes.has(index), !isHTMLSpace(bytes[index]), bytes[index] != UInt8(ascii: ">") {
            report(.missingWhitespaceBeforeDoctypeName, at: index)
        }
        skipSpace(bytes, &index)
        guard bytes.has(index) else { return cutOffDoctype(bytes) }
        if bytes[index] == UInt8(ascii: ">") {
            return endDoctype(at: index, .missingDoctypeName)
        }
        let nameStart = index
        while bytes.has(index), !isHTMLSpace(bytes[index]), bytes[index] != UInt8(ascii: ">") {
            index &+= 1
        }
        appendName(bytes, nameStart..<index)
        skipSpace(bytes, &index)
        guard bytes.has(index) else { return cutOffDoctype(bytes) }
        if bytes[index] == UInt8(ascii: ">") { return endDoctype(at: index) }
        let isPublic = bytes.has(ByteView("public"), at: index, ignoringCase: true)
        guard isPublic || bytes.has(ByteView("system"), at: index, ignoringCase: true) else {
            return bogusDoctype(bytes, from: index, .invalidCharacterSequenceAfterDoctypeName)
        }
        index &+= 6
        guard bytes.has(index) else { return cutOffDoctype(bytes) }
        if bytes[index] == 0x22 || bytes[index] == 0x27 {
            report(
                isPublic
                    ? .missingWhitespaceAfterDoctypePublicKeyword
                    : .missingWhitespaceAfterDoctypeSystemKeyword,
                at: index
            )
        }
        if isPublic {
            switch scanIdentifier(bytes, &index, .public) {
            case .missing:
                return bogusDoctype(bytes, from: index, .missingQuoteBeforeDoctypePublicIdentifier)
            case .ended(let token): return token
            case .read: break
            }
            guard bytes.has(index) else { return cutOffDoctype(bytes) }
            let isQuote = bytes[index] == 0x22 || bytes[index] == 0x27
            if isQuote {
                report(
                    .missingWhitespaceBetweenDoctypePublicAndSystemIdentifiers,
                    at: index
                )
            }
            skipSpace(bytes, &index)
            guard bytes.has(index) else { return cutOffDoctype(bytes) }
            if bytes[index] == UInt8(ascii: ">") { return endDoctype(at: index) }
        }
        switch scanIdentifier(bytes, &index, .system) {
        case .missing:
            return bogusDoctype(bytes, from: index, .missingQuoteBeforeDoctypeSystemIdentifier)
        case .ended(let token): return token
        case .read: break
        }
        skipSpace(bytes, &index)
        guard bytes.has(index) else { return cutOffDoctype(bytes) }
        if bytes[index] == UInt8(ascii: ">") { return endDoctype(at: index) }
        let forced = forcesQuirks
        defer { forcesQuirks = forced }
        return bogusDoctype(bytes, from: index, .unexpectedCharacterAfterDoctypeSystemIdentifier)
    }

    private enum Identifier {
        case read, missing, ended(Token?)
    }

    /// Reads a quoted identifier, if one is next.
    private mutating func scanIdentifier(
        _ bytes: ByteView,
        _ index: inout Int,
        _ name: Name
    ) -> Identifier {
        let isPublic = name == .public
        skipSpace(bytes, &index)
        guard bytes.has(index) else { return .ended(cutOffDoctype(bytes)) }
        let quote = bytes[index]
        if quote == UInt8(ascii: ">") {
            forcesQuirks = true
            return .ended(
                endDoctype(
                    at: index,
                    isPublic ? .missingDoctypePublicIdentifier : .missingDoctypeSystemIdentifier
                )
            )
        }
        guard quote == 0x22 || quote == 0x27 else { return .missing }
        let first = index &+ 1
        index = bytes.index(of: quote, or: UInt8(ascii: ">"), from: first)
        let value = marked(bytes, first..<index)
        attributes.append(Attribute(nameID: name.id, value: value))
        guard bytes.has(index) else { return .ended(cutOffDoctype(bytes)) }
        guard bytes[index] == quote else {
            return .ended(
                endDoctype(
                    at: index,
                    isPublic ? .abruptDoctypePublicIdentifier : .abruptDoctypeSystemIdentifier
                )
            )
        }
        index &+= 1
        return .read
    }

    private mutating func appendName(_ bytes: ByteView, _ range: Range<Int>) {
        let name = marked(bytes, range)
        if name.isAside {
            for index in scratch.indices { scratch[index] = lowercase(scratch[index]) }
            attributes.append(Attribute(nameID: Name.name.id, value: name))
        } else {
            let first = scratch.count
            for index in name.offset..<name.offset + Int(name.count) {
                scratch.append(lowercase(bytes[index]))
            }
            let value = Run(aside: first..<scratch.count)
            attributes.append(Attribute(nameID: Name.name.id, value: value))
        }
    }

    private func skipSpace(_ bytes: ByteView, _ index: inout Int) {
        while bytes.has(index), isHTMLSpace(bytes[index]) { index &+= 1 }
    }

    private mutating func endDoctype(at index: Int, _ error: SyntaxError? = nil) -> Token {
        if let error {
            report(error, at: index)
            forcesQuirks = true
        }
        position = index &+ 1
        return .doctype
    }

    private mutating func cutOffDoctype(_ bytes: ByteView) -> Token? {
        report(.eofInDoctype, at: bytes.count)
        forcesQuirks = true
        position = bytes.count
        return cutOff(.doctype)
    }

    private mutating func bogusDoctype(
        _ bytes: ByteView,
        from index: Int,
        _ error: SyntaxError
    ) -> Token? {
        report(error, at: index)
        forcesQuirks = true
        let end = bytes.index(of: UInt8(ascii: ">"), from: index)
        _ = marked(bytes, index..<end)
        position = min(end &+ 1, bytes.count)
        return bytes.has(end) ? .doctype : cutOff(.doctype)
    }
}
