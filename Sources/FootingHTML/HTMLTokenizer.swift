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
    /// The maximum size of a text token, and of the bytes that are decoded together, which fit
    /// into a cache.
    private static var textBytes: Int { 64 << 10 }

    private var decoder: Decoder
    private var builder: TreeBuilder
    private let usesTree: Bool

    /// The bytes of the input, and the number of those that are decoded.
    private var input: [UInt8] = []
    private var decodedCount = 0
    private var isFinished = false
    /// Whether all bytes are decoded, and no others follow.
    private var isDecoded = false
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
        builder = TreeBuilder(options, keepsTree: false)
        decoder = Decoder(options, contentType: contentType, &builder.tokenizer.log)
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
    public var report: HTMLReport { decoder.report(builder.tokenizer.log) }

    /// Appends bytes.
    ///
    /// First call ``next()`` until it returns `nil`: otherwise, the text in memory is kept, and is
    /// copied by each call.
    ///
    /// - Precondition: ``finish()`` was not called.
    public mutating func append(_ bytes: some Collection<UInt8>) {
        precondition(!isFinished, "bytes can't be appended after finish()")
        input.removeFirst(decodedCount)
        decodedCount = 0
        if input.isEmpty { input = Array(bytes) } else { input += bytes }
    }

    /// Ends the input; the remaining tokens follow.
    public mutating func finish() { isFinished = true }

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
        repeat {
            records.reserveCapacity(Self.maxRecords)
            // The tokens so far may declare an encoding.
            if decoder.isPaused { builder.tokenizer.retry() }
            // A second reference, since the tokenizer changes while it reads the text.
            let text = decoder.text
            text.withView { read($0) }
            if !records.isEmpty {
                defer { records = [] }
                let tree = builder.takeTree(source: text)
                return TokenBatch(tree, records, baseOffset: builder.tokenizer.baseOffset)
            }
        } while !isEnded && decodeNext()
        return nil
    }

    /// The number of bytes, nodes and names that are kept, for tests.
    var retainedCount: Int {
        decoder.text.count + input.count + builder.nodes.count + builder.tokenizer.names.count
            + builder.tokenizer.names.byteCount
            + builder.side.count + builder.attributes.count + builder.formatting.count
            + builder.tableText.count
    }

    // MARK: Input

    /// Decodes the next bytes; returns whether there is anything new to read.
    private mutating func decodeNext() -> Bool {
        discardConsumed()
        let end = min(decodedCount + Self.textBytes, input.count)
        let isLast = isFinished && end == input.count
        let input = input
        let count = input.withView { bytes in
            let next = bytes.slice(decodedCount..<end)
            return decoder.decode(next, isLast: isLast, &builder.tokenizer.log)
        }
        decodedCount += count
        isDecoded = isLast && decodedCount == end && !decoder.isPaused
        return count > 0 || decoder.isPaused || isDecoded
    }

    /// Removes the text of tokens that were returned.
    private mutating func discardConsumed() {
        let count = run.isEmpty ? lastEnd : run.lowerBound
        // Only if that is the larger half, so that the rest is not moved often.
        guard count > 0, count * 2 >= decoder.text.count else { return }
        let end = builder.tokenizer.baseOffset + count
        decoder.text.withView { builder.tokenizer.log.advance(to: end, in: $0) }
        decoder.discard(count)
        builder.tokenizer.discard(count)
        lastEnd -= count
        run = run.isEmpty ? 0..<0 : 0..<run.count
    }

    // MARK: Tokens

    /// Reads tokens of the builder until one is complete.
    private mutating func read(_ bytes: ByteView) {
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
                ? builder.next(isFinal: isDecoded)
                : builder.tokenizer.next(bytes, isFinal: isDecoded)
            guard let kind = next else { return }
            let (start, end) = (builder.tokenizer.start, builder.tokenizer.position)
            if start > lastEnd {
                // The marks of a CDATA section are no token.
                endRun()
                records.append(TokenRecord(.dropped, lastEnd..<start))
            }
            lastEnd = end
            add(kind, start..<end, bytes)
            if usesTree { process(kind) }
        }
    }

    private mutating func process(_ kind: Tokenizer.Token) {
        builder.process(kind)
        if let label = builder.declaredLabel.take() {
            let offset = builder.tokenizer.baseOffset + builder.tokenizer.start
            _ = decoder.declare(label, at: offset, canReadAgain: false, &builder.tokenizer.log)
        }
    }

    /// Adds a token with a range of the text.
    private mutating func add(_ kind: Tokenizer.Token, _ range: Range<Int>, _ bytes: ByteView) {
        let content = builder.tokenizer.run
        switch kind {
        case .text:
            let replacement = content.isAside ? builder.tokenizer.scratch : nil
            return extendRun(range, bytes, replacement: replacement)
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
        case .startTag, .endTag, .comment, .doctype, .instruction, .dropped:
            endRun()
            var record = TokenRecord(kind, range)
            record.nameID = builder.tokenizer.nameID
            record.flag =
                kind == .doctype ? builder.tokenizer.forcesQuirks : builder.tokenizer.isSelfClosing
            record.run =
                switch kind {
                case .comment: builder.keep(content)
                case .dropped: .empty
                default: Run(builder.keepAttributes())
                }
            records.append(record)
        }
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
                decodedRun?.append(bytes.slice(start..<end))
                run = run.lowerBound..<end
                start = end
            }
            endRun()
            run = start..<start
            // A reference is never cut, however long it is.
            if replacement != nil { break }
        }
        if let replacement {
            decodedRun = decodedRun ?? run.map { bytes[$0] }
            decodedRun? += replacement
        } else {
            decodedRun?.append(bytes.slice(start..<range.upperBound))
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
