@testable import FootingBytes

/// The promises of the scanner for any bytes, a document or not.
///
/// A fuzzer and an ordinary test share this file; `expect` is theirs.
struct DocumentPromises {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func check() {
        let reference = ReferenceReader.tokens(of: bytes)
        switch Self.scan(bytes) {
        case .success(let tokens):
            expect(reference != nil, "taken, though the grammar does not have it")
            expect(tokens == reference, "other tokens than those of the grammar")
            checkRewriting(tokens)
        case .failure(let fault):
            expect(reference == nil, "refused as \(fault.reason), though the grammar has it")
            checkFault(fault)
        }
    }

    /// Scans bytes and walks over what was found.
    private static func scan(_ bytes: [UInt8]) -> Result<[Token], JSONFault> {
        unsafe bytes.withUnsafeBytes { buffer in
            let view = unsafe ByteView(buffer)
            return Result { () throws(JSONFault) in
                try JSONTape.scan(view).withDocument(over: view) { document in
                    var tokens: [Token] = []
                    walk(0, in: document, &tokens)
                    expect(document.index(after: 0) == tokens.count, "tokens behind the value")
                    return tokens
                }
            }
        }
    }

    /// Adds the token at `index` and all inside it, in the order of the tape.
    private static func walk(_ index: Int, in document: JSONDocument, _ tokens: inout [Token]) {
        let token = document[index]
        expect(index == tokens.count, "a token left out")
        guard token.isContainer else {
            let text = token.kind == .string ? document.text(of: token) : nil
            expect(
                token.kind != .string
                    || (text == nil) == token.hasLoneSurrogate,
                "a flag that the text does not have"
            )
            return tokens.append(
                Token(
                    kind: token.kind,
                    start: Int(token.start),
                    extent: token.extent,
                    text: text
                )
            )
        }
        tokens.append(Token(kind: token.kind, start: Int(token.start), extent: token.extent))
        var inner = index + 1
        var count = 0
        while inner < token.extent {
            if token.kind == .object {
                expect(document[inner].kind == .string, "a key that is no string")
                walk(inner, in: document, &tokens)
                inner += 1
            }
            walk(inner, in: document, &tokens)
            expect(document.index(after: inner) == tokens.count, "a value ends elsewhere")
            inner = tokens.count
            count += 1
        }
        expect(inner == token.extent, "a value reaches beyond what it is in")
        if token.kind == .array {
            expect(document.elementCount(of: index) == count, "another number of elements")
        }
    }

    /// A document that is written from the tokens has the same tokens.
    private func checkRewriting(_ tokens: [Token]) {
        var written: [UInt8] = []
        var index = 0
        write(tokens, &index, to: &written)
        guard case .success(let again) = Self.scan(written) else {
            return expect(false, "written, and refused")
        }
        expect(
            again.map { Token(kind: $0.kind, start: 0, extent: $0.extent, text: $0.text) }
                == tokens.map { token in
                    // Spelled in another way, a text has another length.
                    let extent = token.text.map { Self.spelled($0).count } ?? token.extent
                    return Token(kind: token.kind, start: 0, extent: extent, text: token.text)
                },
            "written, and read as another"
        )
    }

    private func write(_ tokens: [Token], _ index: inout Int, to written: inout [UInt8]) {
        let token = tokens[index]
        index += 1
        switch token.kind {
        case .string:
            let spelled = token.text.map { Self.spelled($0) } ?? Array(content(of: token))
            written += [UInt8(ascii: "\"")] + spelled + [UInt8(ascii: "\"")]
        case .array, .object:
            let isObject = token.kind == .object
            written.append(UInt8(ascii: isObject ? "{" : "["))
            var isFirst = true
            while index < token.extent {
                if !isFirst { written.append(UInt8(ascii: ",")) }
                isFirst = false
                if isObject {
                    write(tokens, &index, to: &written)
                    written.append(UInt8(ascii: ":"))
                }
                write(tokens, &index, to: &written)
            }
            written.append(UInt8(ascii: isObject ? "}" : "]"))
        default:
            written += content(of: token)
        }
    }

    private func content(of token: Token) -> ArraySlice<UInt8> {
        bytes[token.start..<token.start + token.extent]
    }

    /// A text with the escapes that it can't do without.
    private static func spelled(_ text: String) -> [UInt8] {
        text.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
            case 0x10..<0x20: Array("\\u001\(String(byte & 0xF, radix: 16))".utf8)
            case 0..<0x10: Array("\\u000\(String(byte, radix: 16))".utf8)
            default: [byte]
            }
        }
    }

    /// Before a fault stands the beginning of some document, and no further byte mends it.
    private func checkFault(_ fault: JSONFault) {
        expect(0...bytes.count ~= fault.offset, "a fault outside")
        let isAtEnd = fault.reason == .endOfInput
        expect(!isAtEnd || fault.offset == bytes.count, "the end is elsewhere")
        guard !isAtEnd, fault.offset > 0 else { return }
        switch Self.scan(Array(bytes[..<fault.offset])) {
        case .success:
            expect(
                [.trailingContent, .number, .utf8].contains(fault.reason),
                "a document stands before a fault of \(fault.reason)"
            )
        case .failure(let before):
            expect(
                before.reason == .endOfInput && before.offset == fault.offset,
                "a fault is before the fault"
            )
        }
    }
}

/// A token as both readers describe it.
struct Token: Equatable {
    let kind: JSONToken.Kind
    let start: Int
    /// A scalar's length in bytes; a container's index of the first token behind it.
    var extent: Int
    var text: String?
}
