@testable import FootingHTML

/// The promises of tokens for any bytes, of which the first two choose options and a split.
///
/// A fuzzer and an ordinary test share this file; `expect` is theirs.
struct HTMLTokenPromises {
    private let bytes: [UInt8]
    private var options: HTMLOptions
    private let context: HTMLTokenizer.Context?
    private let pieceSize: Int
    private let isLimited: Bool

    init(_ input: [UInt8]) {
        let choice = input.first ?? 0
        options = choice & 1 == 0 ? .standard : .untrusted
        options.reportsSyntax = choice & 2 != 0
        options.isScriptingEnabled = choice & 4 != 0
        isLimited = choice & 8 != 0
        if isLimited {
            options.limits.inputBytes = 2_000
            options.limits.depth = 12
            options.limits.attributes = 3
            options.limits.tokenBytes = 100
        }
        // None is that of a document, whose elements decide the state.
        let contexts: [HTMLTokenizer.Context?] = [
            nil, .rcdata, .rawText, .plaintext, .script, .cdata, .data, nil,
        ]
        context = contexts[Int(choice >> 4 & 7)]
        let second = Int(input.dropFirst().first ?? 0)
        pieceSize = 1 + second * second / 16
        bytes = Array(input.dropFirst(2))
    }

    func check() {
        let (whole, report) = read(pieceSize: max(1, bytes.count))
        let (pieces, other) = read(pieceSize: pieceSize)
        expect(whole.count == pieces.count, "\(whole.count) tokens, \(pieces.count) in pieces")
        for (token, piece) in zip(whole, pieces) {
            expect(token == piece, "another token in pieces of \(pieceSize): \(piece)")
        }
        expect(report == other, "another report in pieces: \(other)")
        guard !isLimited else { return }
        var end = 0
        var source = ""
        for token in whole {
            expect(token.range.lowerBound == end, "a gap before \(token)")
            expect(token.range.count == token.source.utf8.count, "the size of \(token)")
            end = token.range.upperBound
            source += token.source
        }
        // In a context, bytes are UTF-8. Else a document can be read again for a late `meta`.
        let isInConflict = report.issues.contains { $0.code == .encodingConflict }
        let isListed = report.issueCount == report.issues.count
        guard context == nil, !isInConflict, isListed else { return }
        let decoded = HTMLDocument(bytes, options: options).tree.source
        expect(source.utf8.elementsEqual(decoded), "the sources are not the input")
    }

    private func read(pieceSize: Int) -> ([HTMLToken], HTMLReport) {
        let element = context == .script ? "script" : "title"
        var tokenizer =
            if let context {
                HTMLTokenizer(context: context, element: element, options: options)
            } else {
                HTMLTokenizer(options: options)
            }
        var tokens: [HTMLToken] = []
        for start in stride(from: 0, to: bytes.count, by: pieceSize) {
            tokenizer.append(bytes[start..<min(start + pieceSize, bytes.count)])
            while let token = tokenizer.next() { tokens.append(token) }
        }
        tokenizer.finish()
        while let token = tokenizer.next() { tokens.append(token) }
        expect(tokenizer.next() == nil, "a token behind the end")
        return (tokens, tokenizer.report)
    }
}
