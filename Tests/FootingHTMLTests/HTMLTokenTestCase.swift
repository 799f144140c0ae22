import FootingHTML
import XCTest

/// A test that reads tokens in chunks.
class HTMLTokenTestCase: XCTestCase {
    struct Reading: Equatable {
        var tokens: [HTMLToken] = []
        var report: HTMLReport
    }

    /// Reads the tokens of bytes in chunks of a size.
    func read(
        _ bytes: [UInt8],
        _ options: HTMLOptions = .standard,
        size: Int = Int.max
    ) -> Reading {
        var tokenizer = HTMLTokenizer(contentType: "utf-8", options: options)
        return read(bytes, &tokenizer, size: size)
    }

    func read(_ bytes: [UInt8], _ tokenizer: inout HTMLTokenizer, size: Int) -> Reading {
        var tokens: [HTMLToken] = []
        var start = 0
        while start < bytes.count {
            let end = start + min(size, bytes.count - start)
            tokenizer.append(bytes[start..<end])
            start = end
            while let token = tokenizer.next() { tokens.append(token) }
        }
        tokenizer.finish()
        while let token = tokenizer.next() { tokens.append(token) }
        XCTAssertNil(tokenizer.next())
        return Reading(tokens: tokens, report: tokenizer.report)
    }

    /// One line for each token.
    func lines(_ tokens: some Sequence<HTMLToken>) -> [String] {
        tokens.map { token in
            switch token {
            case .startTag(let tag):
                let attributes = tag.attributes.map { " \($0.name)=[\($0.value)]" }.joined()
                return "<\(tag.name)\(attributes)\(tag.isSelfClosing ? "/" : "")>"
            case .endTag(let tag):
                XCTAssertTrue(tag.attributes.isEmpty)
                return "</\(tag.name)>"
            case .text(let text): return text.string
            case .comment(let text): return "<!--\(text.string)-->"
            case .doctype(let doctype):
                let ids = [doctype.publicID, doctype.systemID].map { $0 ?? "-" }
                return "<!\(doctype.name ?? "-") \(ids[0]) \(ids[1]) \(doctype.forcesQuirks)>"
            case .instruction(let instruction):
                return "<?\(instruction.target)|\(instruction.data)?>"
            case .dropped(let text):
                XCTAssertEqual(text.string, "")
                return "dropped \(token.source)"
            }
        }
    }

    func lines(_ html: String) -> [String] { lines(HTMLTokens(html)) }
}
