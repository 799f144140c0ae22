import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes the bytes of a document, and builds its tree.
struct DocumentReader: ~Copyable, Sendable {
    private var decoder: Decoder
    var builder: TreeBuilder
    /// The decoded text.
    private var source: [UInt8] = []
    /// Bytes that the decoder needs again, with those that follow.
    private var rest: [UInt8] = []
    private let options: HTMLOptions
    /// The log before the first byte.
    private let firstLog: IssueLog

    /// Creates a reader of bytes.
    init(_ options: HTMLOptions, contentType: String?) {
        self.options = options
        builder = TreeBuilder(options)
        builder.watchesEncoding = true
        decoder = Decoder(options, contentType: contentType, &builder.tokenizer.log)
        firstLog = builder.tokenizer.log
    }

    /// Creates a reader of UTF-8.
    init(stringWith options: HTMLOptions) {
        self.options = options
        builder = TreeBuilder(options)
        decoder = Decoder(string: options)
        firstLog = builder.tokenizer.log
    }

    /// Reads all bytes of a document; a late declaration of its encoding has them read again.
    mutating func readAll(_ bytes: some Collection<UInt8>) {
        bytes.withView { bytes in
            // Most text has as many bytes as its encoding.
            source.reserveCapacity(min(bytes.count, options.limits.effectiveInputBytes))
            guard let decoder = read(bytes, isLast: true, canReadAgain: true) else { return }
            self.decoder = decoder
            source = []
            builder = TreeBuilder(options)
            builder.tokenizer.log = firstLog
            // For the issues of labels before the one that counts.
            builder.watchesEncoding = true
            _ = read(bytes, isLast: true)
        }
    }

    /// Reads bytes that others may follow.
    mutating func append(_ bytes: some Collection<UInt8>) {
        if source.isEmpty { source.reserveCapacity(TreeBuilder.pushedBytes) }
        if rest.isEmpty {
            bytes.withView { _ = read($0, isLast: false) }
        } else {
            let all = rest + bytes
            rest = []
            append(all)
        }
    }

    mutating func finish() {
        let bytes = rest
        rest = []
        bytes.withView { _ = read($0, isLast: true) }
    }

    /// Reads bytes; returns a decoder if all must be read again with it.
    private mutating func read(
        _ bytes: ByteView,
        isLast: Bool,
        canReadAgain: Bool = false
    ) -> Decoder? {
        var start = 0
        repeat {
            let input = bytes.slice(from: start, count: bytes.count - start)
            start += decoder.decode(
                input,
                isLast: isLast,
                into: &source,
                &builder.tokenizer.log
            )
            if decoder.isPaused { builder.tokenizer.retry() }
            // The tokens so far may declare an encoding.
            let isFinal = isLast && !decoder.isPaused
            while let label = build(isFinal: isFinal) {
                let again = decoder.declare(
                    label: label,
                    at: builder.tokenizer.start,
                    canReadAgain: canReadAgain,
                    &builder.tokenizer.log
                )
                if let again { return again }
                if HTMLEncoding(label: String(decoding: label, as: UTF8.self)) != nil {
                    builder.watchesEncoding = false
                }
            }
        } while decoder.isPaused
        rest = (start..<bytes.count).map { bytes[$0] }
        return nil
    }

    /// Builds the tree of the source so far; returns the label of an encoding if a tag declares it.
    private mutating func build(isFinal: Bool) -> [UInt8]? {
        // A reference of its own, since the builder changes meanwhile.
        let source = source
        source.withView { builder.read($0, isFinal: isFinal) }
        defer { builder.declaredLabel = nil }
        return builder.declaredLabel
    }

    consuming func content(url: URL?) -> DocumentContent {
        let source = source.trimmed
        let report = source.withView { builder.tokenizer.log.report(rest: $0) }
        return DocumentContent(
            builder.tree(source: source),
            url: url,
            report: report,
            scriptingEnabled: options.isScriptingEnabled
        )
    }
}
