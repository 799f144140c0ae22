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
        Iterator(
            isString
                ? HTMLTokenizer(string: bytes, options)
                : HTMLTokenizer(bytes, contentType: contentType, options: options)
        )
    }

    /// An iterator over tokens; its copies share their position.
    public struct Iterator: IteratorProtocol {
        private final class Storage {
            var tokenizer: HTMLTokenizer

            init(_ tokenizer: consuming HTMLTokenizer) {
                self.tokenizer = tokenizer
            }
        }

        private let storage: Storage

        init(_ tokenizer: consuming HTMLTokenizer) {
            storage = Storage(tokenizer)
        }

        /// Returns the next token, or `nil` after the last one.
        public mutating func next() -> HTMLToken? { storage.tokenizer.next() }
    }
}

@available(*, unavailable, message: "Copies of an iterator share their position.")
extension HTMLTokens.Iterator: Sendable {}
