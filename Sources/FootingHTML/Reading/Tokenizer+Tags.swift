import FootingBytes

/// Tags and their attributes.
extension Tokenizer {
    /// Reads a tag from its name on.
    mutating func scanTag(_ bytes: ByteView, from nameStart: Int, isEnd: Bool) -> Token? {
        var index = nameStart
        nameID = scanName(bytes, &index)
        if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
        isSelfClosing = false
        excessAttribute = nil
        tagNumber &+= 1
        if isBeginning { rest = bytes.has(index) ? .attributes : .tagName }
        while true {
            // The rest of a tag that is too long begins behind its complete attributes.
            position = index
            index = bytes.indexAfterSpace(from: index)
            guard bytes.has(index) else { return cutOffTag(bytes, isEnd: isEnd) }
            if bytes[index] == UInt8(ascii: ">") { break }
            if bytes[index] == UInt8(ascii: "/") {
                index &+= 1
                guard bytes.has(index) else { return cutOffTag(bytes, isEnd: isEnd) }
                if bytes[index] == UInt8(ascii: ">") {
                    isSelfClosing = true
                    break
                }
                report("unexpected-solidus-in-tag", at: index)
                continue
            }
            guard scanAttribute(bytes, &index) else {
                return cutOffTag(bytes, isEnd: isEnd)
            }
        }
        position = index &+ 1
        guard isEnd else { return .startTag }
        if isSelfClosing { report("end-tag-with-trailing-solidus", at: index) }
        if !attributes.isEmpty {
            report("end-tag-with-attributes", at: index)
            leavesOut = true
            attributes.removeAll(keepingCapacity: true)
        }
        return .endTag
    }

    private mutating func cutOffTag(_ bytes: ByteView, isEnd: Bool) -> Token? {
        if isBeginning {
            if isEnd { attributes.removeAll(keepingCapacity: true) }
            return isEnd ? .endTag : .startTag
        }
        report("eof-in-tag", at: bytes.count)
        position = bytes.count
        return cutOff(.dropped)
    }

    /// Reads the name of a tag or attribute, and moves the index behind it.
    @inline(__always)
    private mutating func scanName(
        _ bytes: ByteView,
        _ index: inout Int,
        isAttribute: Bool = false
    ) -> NameID {
        let start = index
        var isChanged = false
        if isAttribute, bytes[index] == UInt8(ascii: "=") {
            report("unexpected-equals-sign-before-attribute-name", at: index)
            index &+= 1
        }
        while bytes.has(index) {
            let byte = bytes[index]
            if byte <= UInt8(ascii: ">") {
                if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || isHTMLSpace(byte)
                    || isAttribute && byte == UInt8(ascii: "=")
                {
                    break
                }
                if byte == 0 {
                    isChanged = true
                } else if isAttribute,
                    byte == 0x22 || byte == 0x27 || byte == UInt8(ascii: "<")
                {
                    report("unexpected-character-in-attribute-name", at: index)
                }
            } else if byte &- 0x41 < 26 {
                isChanged = true
            }
            index &+= 1
        }
        return isChanged
            ? internChanged(bytes, start..<index) : names.intern(bytes, start..<index)
    }

    /// The identifier of a name with capitals or NULs.
    @inline(never)
    private mutating func internChanged(_ bytes: ByteView, _ range: Range<Int>) -> NameID {
        nameBuffer.removeAll(keepingCapacity: true)
        for index in range {
            if bytes[index] == 0 {
                report("unexpected-null-character", at: index)
                nameBuffer += Self.mark
            } else {
                nameBuffer.append(lowercase(bytes[index]))
            }
        }
        return nameBuffer.withView { names.intern($0) }
    }

    /// Reads an attribute; returns false if the input cuts it off.
    @inline(__always)
    private mutating func scanAttribute(_ bytes: ByteView, _ index: inout Int) -> Bool {
        let nameStart = index
        let nameID = scanName(bytes, &index, isAttribute: true)
        let isNew = isFirst(nameID)
        if !isNew {
            report("duplicate-attribute", at: index)
            leavesOut = true
        }
        index = bytes.indexAfterSpace(from: index)
        guard bytes.has(index) else { return false }
        var value = Run.empty
        if bytes[index] == UInt8(ascii: "=") {
            index &+= 1
            guard scanValue(bytes, &index, &value) else { return false }
        }
        guard isNew else { return true }
        if attributes.count >= maxAttributes {
            excessAttribute = excessAttribute ?? nameStart
        } else {
            attributes.append(Attribute(nameID: nameID, value: value))
        }
        return true
    }

    /// Whether the current tag has no such attribute yet.
    @inline(__always)
    private mutating func isFirst(_ nameID: NameID) -> Bool {
        let index = Int(nameID)
        while tagsOfNames.count <= index { tagsOfNames.append(0) }
        defer { tagsOfNames[index] = tagNumber }
        return tagsOfNames[index] != tagNumber
    }

    /// Reads the value of an attribute after the equals sign.
    @inline(__always)
    private mutating func scanValue(
        _ bytes: ByteView,
        _ index: inout Int,
        _ value: inout Run
    ) -> Bool {
        index = bytes.indexAfterSpace(from: index)
        guard bytes.has(index) else { return false }
        let quote = bytes[index]
        if quote == UInt8(ascii: ">") {
            report("missing-attribute-value", at: index)
            return true
        }
        guard quote == 0x22 || quote == 0x27 else {
            let first = index
            while bytes.has(index), Self.isPlain(bytes[index]) { index &+= 1 }
            guard bytes.has(index) else { return false }
            if bytes[index] == UInt8(ascii: ">") || isHTMLSpace(bytes[index]) {
                value = Run(first..<index)
                return true
            }
            index = first
            value = decodedValue(bytes, &index, quote: nil)
            return bytes.has(index)
        }
        index &+= 1
        let first = index
        while bytes.hasEight(index) {
            let word = bytes.eightBytes(at: index)
            let marks =
                ByteWord.marks(of: quote, in: word) | ByteWord.marks(of: 0, in: word)
                | ByteWord.marks(of: UInt8(ascii: "&"), in: word)
            index &+= marks == 0 ? 8 : marks.trailingZeroBitCount >> 3
            if marks != 0 { break }
        }
        if bytes.has(index), bytes[index] == quote {
            value = Run(first..<index)
        } else {
            index = first
            value = decodedValue(bytes, &index, quote: quote)
            guard bytes.has(index) else { return false }
        }
        index &+= 1
        if bytes.has(index), !isHTMLSpace(bytes[index]), bytes[index] != UInt8(ascii: ">"),
            bytes[index] != UInt8(ascii: "/")
        {
            report("missing-whitespace-between-attributes", at: index)
        }
        return true
    }

    /// Reads a value up to its quote, or without quotes; references are resolved in the scratch.
    @inline(never)
    private mutating func decodedValue(
        _ bytes: ByteView,
        _ index: inout Int,
        quote: UInt8?
    ) -> Run {
        let (first, firstInScratch) = (index, scratch.count)
        var copied = first
        loop: while bytes.has(index) {
            let byte = bytes[index]
            switch byte {
            case quote:
                break loop
            case UInt8(ascii: ">") where quote == nil:
                break loop
            case _ where quote == nil && isHTMLSpace(byte):
                break loop
            case UInt8(ascii: "&"):
                if let end = appendReference(bytes, after: copied..<index, isInAttribute: true) {
                    (index, copied) = (end, end)
                } else {
                    index &+= 1
                }
            case 0:
                report("unexpected-null-character", at: index)
                leavesOut = true
                append(bytes, copied..<index)
                appendMark()
                index &+= 1
                copied = index
            case 0x22, 0x27, UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: "`"):
                if quote == nil {
                    report("unexpected-character-in-unquoted-attribute-value", at: index)
                }
                index &+= 1
            default:
                index &+= 1
            }
        }
        if copied == first { return Run(first..<index) }
        append(bytes, copied..<index)
        return Run(aside: firstInScratch..<scratch.count)
    }
}
