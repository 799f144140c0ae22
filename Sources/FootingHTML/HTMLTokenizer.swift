import FootingBytes

/// A tokenizer of HTML that arrives in chunks, in memory that does not grow with the input.
///
/// ```swift
/// var tokenizer = HTMLTokenizer(contentType: header)
/// for try await chunk in body {
///     tokenizer.append(chunk)
///     while let token = tokenizer.next() { output += token.source }
/// }
/// tokenizer.finish()
/// while let token = tokenizer.next() { output += token.source }
/// ```
///
/// The tokens are in the order of the source, and do not depend on the chunks. Elements such as
/// `title` and `svg` are read as in browsers. A text is returned when the next tag or comment is
/// complete, or 64 KiB at a time. Any token may be held back until 64 more bytes arrive.
public struct HTMLTokenizer: ~Copyable, Sendable {
    /// A state of the standard in which the tokenizer begins.
    @nonexhaustive public enum Context: Hashable, Sendable {
        /// Text with tags and references.
        case data
        /// Text with references, as in `title` and `textarea`.
        case rcdata
        /// Text as in `style`.
        case rawText
        /// Text as in `script`.
        case script
        /// Text to the end of the input.
        case plaintext
        /// The content of a CDATA section.
        case cdata
    }

    private static let knownNames = (0..<NameTable.known.count).map {
        NameTable.known.string(NameID($0))
    }
    /// The number of tokens that are read together.
    private static var maxRecords: Int { 64 }
    /// The maximum size of a text token.
    private static var textBytes: Int { 64 << 10 }

    private var decoder: Decoder
    private var builder: TreeBuilder
    private let usesTree: Bool
    private let options: HTMLOptions

    /// Bytes that are not decoded.
    private var pending: [UInt8] = []
    /// The decoded text from the builder's base offset on.
    private var text: [UInt8] = []
    private var isFinished = false
    private var isEnded = false
    /// The end of the last token that was returned or is in `run`.
    private var lastEnd = 0
    /// The range of the text token that is being read, which is empty without one.
    private var run = 0..<0
    /// The string of that token, unless it is its source.
    private var decodedRun: [UInt8]?
    /// The search for the end of a token that is too long.
    private var skipper: TokenSkipper?
    /// Tokens that were read together; those before the index were returned.
    private var records: [TokenRecord] = []
    private var recordIndex = 0
    /// Tokens of the records that are not a range of the text.
    private var complexTokens: [HTMLToken] = []
    /// The names of the builder's table.
    private var names = knownNames
    private var hasNewNames = false

    /// Creates a tokenizer of bytes.
    ///
    /// The content type is the value of the header `Content-Type`, or the label of an encoding.
    public init(contentType: String? = nil, options: HTMLOptions = .standard) {
        var builder = TreeBuilder(options.withoutTokenLimit, keepsTree: false)
        builder.watchesEncoding = true
        decoder = Decoder(options, contentType: contentType, &builder.tokenizer.log)
        self.builder = builder
        self.options = options
        usesTree = true
    }

    /// Creates a tokenizer of UTF-8 that begins in a state and ignores the meaning of elements.
    ///
    /// Use it for templates whose tags are not balanced. The tokenizer stays in the state until
    /// the end tag of `element`. After that tag, the state is ``Context/data``.
    public init(
        context: Context,
        element: String? = nil,
        options: HTMLOptions = .standard
    ) {
        builder = TreeBuilder(options.withoutTokenLimit, keepsTree: false)
        decoder = Decoder(string: options)
        self.options = options
        usesTree = false
        builder.tokenizer.mode =
            switch context {
            case .data: .data
            case .rcdata: .rcdata
            case .rawText: .rawText
            case .script: .script
            case .plaintext: .plaintext
            case .cdata: .cdata
            }
        if var name = element?.lowercasedASCII {
            builder.tokenizer.lastStartTag = name.withUTF8 {
                builder.tokenizer.names.intern(unsafe ByteView($0))
            }
        }
    }

    init(_ bytes: [UInt8], contentType: String?, options: HTMLOptions) {
        self.init(contentType: contentType, options: options)
        append(bytes)
        finish()
    }

    init(string bytes: [UInt8], _ options: HTMLOptions) {
        self.init(options: options)
        decoder = Decoder(string: options)
        append(bytes)
        finish()
    }

    /// The encoding, and the issues so far.
    public var report: HTMLReport {
        unsafe text.withUnsafeBytes { builder.tokenizer.log.report(rest: unsafe ByteView($0)) }
    }

    /// Appends bytes.
    ///
    /// - Precondition: ``finish()`` was not called.
    public mutating func append(_ bytes: some Collection<UInt8>) {
        precondition(!isFinished, "bytes can't be appended after finish()")
        discardConsumed()
        let isDone: Void? = bytes.withContiguousStorageIfAvailable {
            append(unsafe ByteView($0))
        }
        if isDone == nil {
            let bytes = Array(bytes)
            unsafe bytes.withUnsafeBytes { append(unsafe ByteView($0)) }
        }
    }

    /// Ends the input; the remaining tokens follow.
    public mutating func finish() {
        guard !isFinished else { return }
        isFinished = true
        if !decoder.isPaused { decodePending() }
    }

    /// Returns the next token, or `nil` after the last one, or if more bytes are needed.
    public mutating func next() -> HTMLToken? {
        while recordIndex == records.count, !isEnded {
            recordIndex = 0
            records.removeAll(keepingCapacity: true)
            complexTokens.removeAll(keepingCapacity: true)
            if hasNewNames {
                names = Self.knownNames
                hasNewNames = false
            }
            // A second reference, since the tokenizer changes while it reads the text.
            let text = text
            unsafe text.withUnsafeBytes { read(unsafe ByteView($0)) }
            guard records.isEmpty, decoder.isPaused else { break }
            decodePending()
        }
        guard recordIndex < records.count else { return nil }
        recordIndex += 1
        return token(records[recordIndex - 1])
    }

    private func token(_ record: TokenRecord) -> HTMLToken {
        switch record.kind {
        case .startTag, .endTag:
            let tag = HTMLTag(
                name: names[Int(record.nameID)],
                isSelfClosing: record.isSelfClosing,
                origin: source(record.range),
                maxAttributes: max(0, options.limits.attributes)
            )
            return record.kind == .startTag ? .startTag(tag) : .endTag(tag)
        case .text:
            return .text(text(record))
        case .comment:
            return .comment(text(record))
        case .dropped:
            return .dropped(text(record))
        case .complex:
            return complexTokens[record.content.lowerBound]
        }
    }

    /// The number of bytes, nodes and names that are kept, for tests.
    var retainedCount: Int {
        text.count + pending.count + builder.nodes.count + builder.tokenizer.names.count
            + builder.side.count + builder.attributes.count + builder.formatting.count
            + builder.tableText.count
    }

    // MARK: Input

    private mutating func append(_ bytes: ByteView) {
        guard pending.isEmpty else {
            pending.append(bytes)
            if !decoder.isPaused { decodePending() }
            return
        }
        let count = decode(bytes)
        pending.append(bytes.slice(from: count, count: bytes.count - count))
    }

    private mutating func decode(_ bytes: ByteView) -> Int {
        decoder.decode(bytes, isLast: isFinished, into: &text, &builder.tokenizer.log)
    }

    private mutating func decodePending() {
        let bytes = pending
        let count = unsafe bytes.withUnsafeBytes { decode(unsafe ByteView($0)) }
        pending.removeFirst(count)
    }

    /// Removes the text of tokens that were returned.
    private mutating func discardConsumed() {
        guard recordIndex == records.count else { return }
        let count = run.isEmpty ? lastEnd : run.lowerBound
        // Only if that is the larger half, so that the rest is not moved often.
        guard count > 0, count * 2 >= text.count else { return }
        let end = builder.tokenizer.baseOffset + count
        unsafe text.withUnsafeBytes {
            builder.tokenizer.log.advance(to: end, in: unsafe ByteView($0))
        }
        text.removeFirst(count)
        builder.tokenizer.discard(count)
        lastEnd -= count
        skipper?.discard(count)
        run = run.isEmpty ? 0..<0 : 0..<run.count
    }

    // MARK: Tokens

    /// Reads tokens of the builder until one is complete.
    private mutating func read(_ bytes: ByteView) {
        let isFinal = isFinished && pending.isEmpty && !decoder.isPaused
        builder.bytes = bytes
        defer { builder.bytes = .empty }
        while records.count < Self.maxRecords, !isEnded, !hasNewNames {
            guard skipper == nil || skip(bytes, isFinal: isFinal) else { return }
            var kind = nextKind(bytes, isFinal: isFinal)
            if kind == nil, isLong(bytes, to: bytes.count) {
                // Perhaps only the tokenizer waits, and the token is complete.
                builder.tokenizer.retry()
                kind = nextKind(bytes, isFinal: isFinal)
            }
            let start = builder.tokenizer.start
            let end = kind == nil ? bytes.count : builder.tokenizer.position
            let isTooLong = isLong(bytes, to: end)
            guard kind != nil || isTooLong else { return }
            if start > lastEnd {
                // The marks of a CDATA section are no token.
                endText()
                records.append(TokenRecord(.dropped, lastEnd..<start))
            }
            if isTooLong, kind != .text {
                readLongToken(bytes, at: start)
            } else if let kind {
                lastEnd = end
                add(kind, start..<end, bytes)
                if usesTree { process(kind, at: start) }
            }
        }
    }

    private mutating func nextKind(_ bytes: ByteView, isFinal: Bool) -> Tokenizer.Token? {
        usesTree ? builder.next(isFinal: isFinal) : builder.tokenizer.next(bytes, isFinal: isFinal)
    }

    private mutating func process(_ kind: Tokenizer.Token, at position: Int) {
        builder.process(kind)
        if let label = builder.declaredLabel {
            builder.declaredLabel = nil
            let offset = builder.tokenizer.baseOffset + position
            _ = decoder.declare(
                label: label,
                at: offset,
                canReadAgain: false,
                &builder.tokenizer.log
            )
        }
        if builder.forgetUnused() { hasNewNames = true }
    }

    // MARK: Long tokens

    private var maxTokenBytes: Int { max(1024, options.limits.tokenBytes) }

    /// Whether the token is markup, and too long if it goes on to `end`.
    private func isLong(_ bytes: ByteView, to end: Int) -> Bool {
        let start = builder.tokenizer.start
        guard end - start > maxTokenBytes, bytes[start] == UInt8(ascii: "<") else { return false }
        return builder.tokenizer.mode == .data || bytes[start + 1] == UInt8(ascii: "/")
    }

    /// Adds the beginning of a tag or comment that is too long, and has the rest skipped.
    private mutating func readLongToken(_ bytes: ByteView, at start: Int) {
        endText()
        let offset = builder.tokenizer.baseOffset
        builder.tokenizer.log.append(.limit(.tokenBytes), at: offset + start)
        let skipper = TokenSkipper(bytes, at: start, maxBytes: maxTokenBytes)
        lastEnd = skipper.position
        var beginning = (start..<lastEnd).map { bytes[$0] }
        if skipper.isTag { beginning.append(UInt8(ascii: ">")) }
        unsafe beginning.withUnsafeBytes { buffer in
            let view = unsafe ByteView(buffer)
            builder.bytes = view
            builder.tokenizer.restart(at: 0, offset: offset + start)
            if let kind = nextKind(view, isFinal: true) {
                builder.tokenizer.baseOffset = offset
                add(kind, start..<lastEnd, view, at: start)
                if usesTree { process(kind, at: start) }
            }
        }
        builder.bytes = bytes
        builder.tokenizer.restart(at: lastEnd, offset: offset)
        self.skipper = skipper
    }

    /// Adds dropped tokens for the rest of a long token; returns whether its end was found.
    private mutating func skip(_ bytes: ByteView, isFinal: Bool) -> Bool {
        guard var skipper else { return true }
        let isFound = skipper.findEnd(in: bytes, isFinal: isFinal)
        self.skipper = isFound ? nil : skipper
        func drop(to end: Int) {
            records.append(TokenRecord(.dropped, lastEnd..<end))
            lastEnd = end
        }
        while skipper.position - lastEnd > Self.textBytes {
            var end = lastEnd + Self.textBytes
            while bytes[end] & 0xC0 == 0x80 { end -= 1 }
            drop(to: end)
        }
        if isFound, skipper.position > lastEnd { drop(to: skipper.position) }
        builder.tokenizer.restart(at: skipper.position, offset: builder.tokenizer.baseOffset)
        return isFound
    }

    // MARK: Tokens

    /// Adds a token with a range of the text, in which the bytes begin at `offset`.
    private mutating func add(
        _ kind: Tokenizer.Token,
        _ range: Range<Int>,
        _ bytes: ByteView,
        at offset: Int = 0
    ) {
        switch kind {
        case .text:
            return addText(range, bytes)
        case .characters:
            return addText(range, bytes, replacement: builder.tokenizer.scratch)
        case .null where !usesTree:
            return addText(range, bytes)
        case .null:
            let isMarked = builder.isForeign && builder.isForForeignContent(.null)
            return addText(range, bytes, replacement: isMarked ? [0xEF, 0xBF, 0xBD] : [])
        case .end:
            isEnded = true
            return endText()
        default:
            endText()
        }
        switch kind {
        case .startTag, .endTag:
            var record = TokenRecord(kind == .startTag ? .startTag : .endTag, range)
            record.nameID = builder.tokenizer.nameID
            record.isSelfClosing = builder.tokenizer.isSelfClosing
            while names.count <= record.nameID {
                names.append(builder.tokenizer.names.string(NameID(names.count)))
            }
            records.append(record)
        case .comment:
            let run = builder.tokenizer.run
            if run.isAside {
                let decoded = Array(builder.tokenizer.scratch)
                add(.comment(HTMLToken.Text(source(range), range, decoded: decoded)))
            } else {
                let start = offset + run.offset
                records.append(
                    TokenRecord(.comment, range, content: start..<start + Int(run.count))
                )
            }
        case .doctype:
            let doctype = HTMLToken.Doctype(
                origin: source(range),
                name: value(.name),
                publicID: value(.public),
                systemID: value(.system),
                forcesQuirks: builder.tokenizer.forcesQuirks
            )
            add(.doctype(doctype))
        case .instruction:
            let instruction = HTMLToken.Instruction(
                origin: source(range),
                target: value(.target) ?? "",
                data: value(.data) ?? ""
            )
            add(.instruction(instruction))
        default:
            records.append(TokenRecord(.dropped, range))
        }
    }

    private func source(_ range: Range<Int>) -> TokenSource {
        TokenSource(bytes: text, positions: range, baseOffset: builder.tokenizer.baseOffset)
    }

    private func text(_ record: TokenRecord) -> HTMLToken.Text {
        HTMLToken.Text(source(record.range), record.content)
    }

    private mutating func add(_ token: HTMLToken) {
        let index = complexTokens.count
        records.append(TokenRecord(.complex, index..<index, content: index..<index))
        complexTokens.append(token)
    }

    private func value(_ name: Name) -> String? {
        builder.attribute(name).map { builder.withValue($0) { $0.text } }
    }

    // MARK: Text

    /// Adds source to the text token, and ends it where it has its maximum size.
    private mutating func addText(
        _ range: Range<Int>,
        _ bytes: ByteView,
        replacement: [UInt8]? = nil
    ) {
        var start = range.lowerBound
        if run.isEmpty { run = start..<start }
        while range.upperBound - run.lowerBound > Self.textBytes {
            if replacement == nil {
                var end = max(start, run.lowerBound + Self.textBytes)
                while end > start, bytes[end] & 0xC0 == 0x80 { end -= 1 }
                extendText(start..<end, bytes)
                start = end
            }
            endText()
            run = start..<start
            // A reference is never cut, however long it is.
            if replacement != nil { break }
        }
        extendText(start..<range.upperBound, bytes, replacement)
    }

    private mutating func extendText(
        _ range: Range<Int>,
        _ bytes: ByteView,
        _ replacement: [UInt8]? = nil
    ) {
        if let replacement {
            decodedRun = decodedRun ?? run.map { bytes[$0] }
            decodedRun? += replacement
        } else {
            decodedRun?.append(bytes.slice(from: range.lowerBound, count: range.count))
        }
        run = run.lowerBound..<range.upperBound
    }

    private mutating func endText() {
        guard !run.isEmpty else { return }
        if let decoded = decodedRun {
            add(.text(HTMLToken.Text(source(run), run, decoded: decoded)))
            decodedRun = nil
        } else {
            records.append(TokenRecord(.text, run, content: run))
        }
        run = 0..<0
    }
}

extension HTMLOptions {
    /// The options of a builder whose long tokens are cut before.
    fileprivate var withoutTokenLimit: HTMLOptions {
        var options = self
        options.limits.tokenBytes = .max
        return options
    }
}

/// A token as ranges of the text.
private struct TokenRecord: Sendable {
    enum Kind: Sendable {
        case startTag, endTag, text, comment, dropped
        /// The content is the index of a token that is not a range of the text.
        case complex
    }

    let kind: Kind
    var isSelfClosing = false
    var nameID: NameID = 0
    private let start: Int32
    private let end: Int32
    private let contentStart: Int32
    private let contentEnd: Int32

    var range: Range<Int> { Int(start)..<Int(end) }
    var content: Range<Int> { Int(contentStart)..<Int(contentEnd) }

    // The text has at most 2³¹ − 1 bytes, since the decoder stops there.
    init(_ kind: Kind, _ range: Range<Int>, content: Range<Int>? = nil) {
        self.kind = kind
        start = Int32(truncatingIfNeeded: range.lowerBound)
        end = Int32(truncatingIfNeeded: range.upperBound)
        contentStart = content.map { Int32(truncatingIfNeeded: $0.lowerBound) } ?? start
        contentEnd = content.map { Int32(truncatingIfNeeded: $0.upperBound) } ?? start
    }
}
