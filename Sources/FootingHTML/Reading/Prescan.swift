import FootingBytes

/// The search for the declaration of an encoding in the first bytes of a page.
enum Prescan {
    /// The number of bytes that are searched.
    static let size = 1024

    /// The encoding that the first bytes declare, with `meta` or in an XML declaration.
    static func encoding(in bytes: ByteView) -> (HTMLEncoding, HTMLReport.EncodingSource)? {
        if bytes.has("<\0?\0x\0", at: 0) { return (.utf16LE, .xmlDeclaration) }
        if bytes.has("\0<\0?\0x", at: 0) { return (.utf16BE, .xmlDeclaration) }
        // The builder has no stack, so all elements are read as data.
        var builder = TreeBuilder(.standard, keepsTree: false)
        builder.bytes = bytes
        while let token = builder.tokenizer.next(bytes, isFinal: true), token != .end {
            guard token == .startTag, builder.tokenizer.name == .meta,
                let label = builder.labelOfMeta(inFirstBytes: true),
                let encoding = EncodingTables.encoding(label: label)
            else { continue }
            return (used(encoding), .meta)
        }
        return xmlEncoding(in: bytes).map { ($0, .xmlDeclaration) }
    }

    /// The encoding that is used for a declared one.
    ///
    /// A declaration that can be read as ASCII is not in UTF-16.
    static func used(_ encoding: HTMLEncoding) -> HTMLEncoding {
        switch encoding {
        case .utf16BE, .utf16LE: .utf8
        case .userDefined: .windows1252
        default: encoding
        }
    }

    /// The label in the value of a header, or in a bare label, in lower case; and whether the value
    /// has none.
    static func label(ofContentType value: String) -> (label: [UInt8]?, isMissing: Bool) {
        let value = value.utf8.map(lowercase)
        if EncodingTables.encoding(label: value) != nil { return (value, false) }
        let label = charset(in: value)
        return (label, label == nil && (value.isEmpty || value.contains(UInt8(ascii: "/"))))
    }

    /// The label after `charset` in a content type in lower case, such as the `content` of a `meta`
    /// element.
    static func charset(in value: [UInt8]) -> [UInt8]? {
        value.withView { bytes in
            for start in 0..<bytes.count where bytes.has("charset", at: start) {
                var index = bytes.indexAfterSpace(from: start + 7)
                guard bytes.has("=", at: index) else { continue }
                index = bytes.indexAfterSpace(from: index + 1)
                guard bytes.has(index) else { return nil }
                guard !isQuote(bytes[index]) else { return quoted(in: bytes, at: index) }
                let label = value[index...].prefix { !isHTMLSpace($0) && $0 != UInt8(ascii: ";") }
                return Array(label)
            }
            return nil
        }
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x27 }

    /// The bytes up to the second of the quotation marks that begin at an index.
    private static func quoted(in bytes: ByteView, at index: Int) -> [UInt8]? {
        let end = bytes.index(of: bytes[index], from: index + 1)
        return end < bytes.count ? (index + 1..<end).map { bytes[$0] } : nil
    }

    private static func xmlEncoding(in bytes: ByteView) -> HTMLEncoding? {
        guard bytes.has("<?xml", at: 0) else { return nil }
        let end = bytes.index(of: UInt8(ascii: ">"), from: 0)
        let declaration = bytes.slice(from: 0, count: end)
        guard var index = (0..<end).first(where: { declaration.has("encoding", at: $0) }) else {
            return nil
        }
        index += 8
        func skipControls() {
            while declaration.has(index), declaration[index] <= 0x20 { index += 1 }
        }
        skipControls()
        guard end < bytes.count, declaration.has("=", at: index) else { return nil }
        index += 1
        skipControls()
        guard declaration.has(index), isQuote(declaration[index]),
            let label = quoted(in: declaration, at: index), label.allSatisfy({ $0 > 0x20 })
        else { return nil }
        let encoding = EncodingTables.encoding(label: label.map(lowercase))
        return encoding == .userDefined ? encoding : encoding.map(used)
    }
}
