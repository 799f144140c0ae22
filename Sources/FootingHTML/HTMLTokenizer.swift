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
/// complete, or 64 KiB at a time. Any token may be held back until 64 more bytes arrive, and a tag
/// or comment of 4 KiB or more until its size grows by an eighth.
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

    /// The number of tokens that are read together.
    private static var maxRecords: Int { 128 }
    /// The maximum size of a text token.
    private static var textBytes: Int { 64 << 10 }

    private var decoder: Decoder
    private var builder: TreeBuilder
    private let usesTree: Bool

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
    /// Whether that token is text, and not the rest of one that is too long.
    private var runIsText = true
    /// The string of that token, unless it is its source.
    private var decodedRun: [UInt8]?
    /// The tokens that are read now.
    private var records: [TokenRecord] = []
    /// Tokens that were read together; those before `index` were returned.
    private var batch: TokenBatch?
    private var index = 0

    /// Creates a tokenizer of bytes.
    ///
    /// The content type is the value of the header `Content-Type`, or the label of an encoding.
    public init(contentType: String? = nil, options: HTMLOptions = .standard) {
        var builder = TreeBuilder(options, keepsTree: false)
        builder.watchesEncoding = true
        decoder = Decoder(options, contentType: contentType, &builder.tokenizer.log)
        self.builder = builder
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
        builder = TreeBuilder(options, keepsTree: false)
        decoder = Decoder(string: options)
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
        if let name = element?.lowercasedASCII {
            // The name with `</` before it and one byte after it.
            builder.tokenizer.lookahead = max(builder.tokenizer.lookahead, name.utf8.count + 3)
            builder.tokenizer.lastStartTag = builder.tokenizer.names.intern(name)
        }
    }

    /// Creates a tokenizer of the UTF-8 of a string.
    init(string options: HTMLOptions) {
        self.init(options: options)
        decoder = Decoder(string: options)
    }

    /// The encoding, and the issues so far.
    public var report: HTMLReport {
        text.withView { builder.tokenizer.log.report(rest: $0) }
    }

    /// Appends bytes.
    ///
    /// First call ``next()`` until it returns `nil`: otherwise, the text in memory is kept, and is
    /// copied by each call.
    ///
    /// - Precondition: ``finish()`` was not called.
    public mutating func append(_ bytes: some Collection<UInt8>) {
        precondition(!isFinished, "bytes can't be appended after finish()")
        discardConsumed()
        bytes.withView { append($0) }
    }

    /// Ends the input; the remaining tokens follow.
    public mutating func finish() {
        guard !isFinished else { return }
        isFinished = true
        if !decoder.isPaused { decodePending() }
    }

    /// Returns the next token, or `nil` after the last one, or if more bytes are needed.
    public mutating func next() -> HTMLToken? {
        if batch == nil { batch = nextBatch() }
        guard let batch else { return nil }
        let token = batch.token(index)
        index += 1
        if index == batch.records.count { (self.batch, index) = (nil, 0) }
        return token
    }

    /// Returns the next tokens, or `nil` after the last ones, or if more bytes are needed.
    mutating func nextBatch() -> TokenBatch? {
        while !isEnded {
            records.reserveCapacity(Self.maxRecords)
            // The tokens so far may declare an encoding.
            if decoder.isPaused { builder.tokenizer.retry() }
            // A second reference, since the tokenizer changes while it reads the text.
            let text = text
            text.withView { read($0) }
            if !records.isEmpty {
                defer { records = [] }
                let tree = builder.takeTree(source: text)
                return TokenBatch(tree, records, baseOffset: builder.tokenizer.baseOffset)
            }
            guard decoder.isPaused else { return nil }
            decodePending()
        }
        return nil
    }

    /// The number of bytes, nodes and names that are kept, for tests.
    var retainedCount: Int {
        text.count + pending.count + builder.nodes.count + builder.tokenizer.names.count
            + builder.tokenizer.names.byteCount
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
        let count = bytes.withView { decode($0) }
        pending.removeFirst(count)
    }

    /// Removes the text of tokens that were returned.
    private mutating func discardConsumed() {
        guard batch == nil else { return }
        let count = run.isEmpty ? lastEnd : run.lowerBound
        // Only if that is the larger half, so that the rest is not moved often.
        guard count > 0, count * 2 >= text.count else { return }
        let end = builder.tokenizer.baseOffset + count
        text.withView { builder.tokenizer.log.advance(to: end, in: $0) }
        text.removeFirst(count)
        builder.tokenizer.discard(count)
        lastEnd -= count
        run = run.isEmpty ? 0..<0 : 0..<run.count
    }

    // MARK: Tokens

    /// Reads tokens of the builder until one is complete.
    private mutating func read(_ bytes: ByteView) {
        let isFinal = isFinished && pending.isEmpty && !decoder.isPaused
        builder.bytes = bytes
        defer { builder.bytes = .empty }
        while records.count < Self.maxRecords, !isEnded {
            if builder.hasManyNames {
                // The records before have their names.
                guard records.isEmpty else { return }
                builder.forgetNames()
            }
            let next =
                usesTree
                ? builder.next(isFinal: isFinal) : builder.tokenizer.next(bytes, isFinal: isFinal)
            guard let kind = next else { return }
            let (start, end) = (builder.tokenizer.start, builder.tokenizer.position)
            if start > lastEnd {
                // The marks of a CDATA section are no token.
                endRun()
                records.append(TokenRecord(.dropped, lastEnd..<start))
            }
            lastEnd = end
            add(kind, start..<end, bytes)
            if usesTree { process(kind, at: start) }
        }
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
    }

    /// Adds a token with a range of the text.
    private mutating func add(_ kind: Tokenizer.Token, _ range: Range<Int>, _ bytes: ByteView) {
        var record: TokenRecord
        switch kind {
        case .text:
            return extendRun(range, bytes)
        case .characters:
            return extendRun(range, bytes, replacement: builder.tokenizer.scratch)
        case .null where !usesTree:
            return extendRun(range, bytes)
        case .null:
            let isMarked = builder.isForeign && builder.isForForeignContent(.null)
            return extendRun(range, bytes, replacement: isMarked ? [0xEF, 0xBF, 0xBD] : [])
        case .skipped:
            return extendRun(range, bytes, isText: false)
        case .end:
            isEnded = true
            return endRun()
        case .startTag, .endTag:
            record = TokenRecord(kind == .startTag ? .startTag : .endTag, range)
            record.nameID = builder.tokenizer.nameID
            record.flag = builder.tokenizer.isSelfClosing
            record.run = Run(builder.keepAttributes())
        case .comment:
            record = TokenRecord(.comment, range)
            let run = builder.tokenizer.run
            record.run = run.isAside ? builder.moveAside(run) : run
        case .doctype:
            record = TokenRecord(.doctype, range)
            record.flag = builder.tokenizer.forcesQuirks
            record.run = Run(builder.keepAttributes())
        case .instruction:
            record = TokenRecord(.instruction, range)
            record.run = Run(builder.keepAttributes())
        case .dropped:
            record = TokenRecord(.dropped, range)
        }
        endRun()
        records.append(record)
    }

    // MARK: Runs

    /// Adds source to the token that is a run, and ends it where it has its maximum size.
    private mutating func extendRun(
        _ range: Range<Int>,
        _ bytes: ByteView,
        replacement: [UInt8]? = nil,
        isText: Bool = true
    ) {
        var start = range.lowerBound
        if isText != runIsText { endRun() }
        runIsText = isText
        if run.isEmpty { run = start..<start }
        while range.upperBound - run.lowerBound > Self.textBytes {
            if replacement == nil {
                var end = max(start, run.lowerBound + Self.textBytes)
                while end > start, bytes[end] & 0xC0 == 0x80 { end -= 1 }
                append(start..<end, bytes)
                start = end
            }
            endRun()
            run = start..<start
            // A reference is never cut, however long it is.
            if replacement != nil { break }
        }
        append(start..<range.upperBound, bytes, replacement)
    }

    private mutating func append(
        _ range: Range<Int>,
        _ bytes: ByteView,
        _ replacement: [UInt8]? = nil
    ) {
        if let replacement {
            decodedRun = decodedRun ?? run.map { bytes[$0] }
            decodedRun? += replacement
        } else {
            decodedRun?.append(bytes.slice(range))
        }
        run = run.lowerBound..<range.upperBound
    }

    private mutating func endRun() {
        guard !run.isEmpty else { return }
        var record = TokenRecord(runIsText ? .text : .dropped, run)
        if runIsText { record.run = record.source }
        if let decoded = decodedRun.take() {
            record.run = Run(aside: builder.side.count..<builder.side.count + decoded.count)
            builder.side += decoded
        }
        records.append(record)
        run = 0..<0
    }
}
