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
    /// Bytes that the decoder needs again, with those that follow.
    private var rest: [UInt8] = []
    private let options: HTMLOptions
    /// The log before the first byte.
    private let firstLog: IssueLog

    /// Whether no later byte changes the head: it is complete, or reading ended.
    var isHeadComplete: Bool {
        builder.isHeadComplete || builder.isStopped || decoder.isStopped
    }

    /// Creates a reader of bytes.
    init(_ options: HTMLOptions, contentType: String?) {
        self.options = options
        builder = TreeBuilder(options)
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
            decoder.reserveCapacity(min(bytes.count, options.limits.effectiveInputBytes))
            guard let decoder = read(bytes, isLast: true, canReadAgain: true) else { return }
            self.decoder = decoder
            builder = TreeBuilder(options)
            builder.tokenizer.log = firstLog
            _ = read(bytes, isLast: true)
        }
    }

    /// Reads bytes that others may follow.
    mutating func append(_ bytes: some Collection<UInt8>) {
        if decoder.text.isEmpty { decoder.reserveCapacity(TreeBuilder.pushedBytes) }
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
            start += decoder.decode(input, isLast: isLast, &builder.tokenizer.log)
            if decoder.isPaused { builder.tokenizer.retry() }
            // The tokens so far may declare an encoding.
            let isFinal = isLast && !decoder.isPaused
            // A reference of its own, since the decoder and the builder change meanwhile.
            let source = decoder.text
            while true {
                source.withView { builder.read($0, isFinal: isFinal) }
                guard let label = builder.declaredLabel.take() else { break }
                let again = decoder.declare(
                    label,
                    at: builder.tokenizer.start,
                    canReadAgain: canReadAgain,
                    &builder.tokenizer.log
                )
                if let again { return again }
            }
        } while decoder.isPaused
        rest = (start..<bytes.count).map { bytes[$0] }
        return nil
    }

    consuming func content(url: URL?) -> DocumentContent {
        DocumentContent(
            Tree(builder, source: decoder.text.trimmed),
            url: url,
            report: decoder.report(builder.tokenizer.log),
            scriptingEnabled: options.isScriptingEnabled
        )
    }
}
