/// The tokens of HTML that is in memory, in the order of the source.
///
/// ```swift
/// for token in HTMLTokens(bytes) {
///     if case .startTag(let tag) = token, tag.name == "a" { hrefs.append(tag["href"]) }
/// }
/// ```
public struct HTMLTokens: Sequence, Sendable {
    private let bytes: [UInt8]
    private let contentType: String?
    private let options: HTMLOptions
    private let isString: Bool

    /// Creates the tokens of bytes.
    ///
    /// The content type is the value of the header `Content-Type`, or the label of an encoding.
    public init(
        _ bytes: some Collection<UInt8>,
        contentType: String? = nil,
        options: HTMLOptions = .standard
    ) {
        self.bytes = Array(bytes)
        self.contentType = contentType
        self.options = options
        isString = false
    }

    /// Creates the tokens of a string.
    public init(_ string: some StringProtocol, options: HTMLOptions = .standard) {
        bytes = Array(string.utf8)
        contentType = nil
        self.options = options
        isString = true
    }

    /// Returns an iterator that begins with the first token.
    public func makeIterator() -> Iterator {
        let tokenizer =
            isString
            ? HTMLTokenizer(string: options)
            : HTMLTokenizer(contentType: contentType, options: options)
        return Iterator(input: Input(tokenizer, bytes))
    }

    /// An iterator over tokens; only one of its copies can be used.
    public struct Iterator: IteratorProtocol {
        fileprivate let input: Input
        private var batch: TokenBatch?
        private var index = 0

        fileprivate init(input: Input) {
            self.input = input
        }

        /// Returns the next token, or `nil` after the last one.
        public mutating func next() -> HTMLToken? {
            if batch == nil { batch = input.nextBatch() }
            guard let batch else { return nil }
            let token = batch.token(index)
            index += 1
            if index == batch.records.count { (self.batch, index) = (nil, 0) }
            return token
        }
    }

    /// The tokenizer of an iterator and of its copies.
    fileprivate final class Input {
        private var tokenizer: HTMLTokenizer

        init(_ tokenizer: consuming HTMLTokenizer, _ bytes: [UInt8]) {
            self.tokenizer = tokenizer
            self.tokenizer.append(bytes)
            self.tokenizer.finish()
        }

        func nextBatch() -> TokenBatch? { tokenizer.nextBatch() }
    }
}

@available(*, unavailable, message: "The copies of an iterator share their input.")
extension HTMLTokens.Iterator: Sendable {}
