import FootingBytes
import Foundation
import TestSupport
import XCTest

@testable import FootingHTML

/// Tokens that exceed or approach the limit of their size, and those that are cut off.
final class LongTokenTests: HTMLTokenTestCase {
    func testLongTokensAreCutAndTheirRestIsDropped() {
        var options = HTMLOptions.standard
        options.limits.tokenBytes = 1024
        let long = String(repeating: "é", count: 40_000)
        let spaces = String(repeating: " ", count: 80_000)
        let dashes = String(repeating: "-", count: 1_000)
        let rows: [(String, String)] = [
            ("<!--\(long)-->", "<!--"), ("<!--\(dashes)\(dashes)-->", "<!--"),
            ("<!--\(dashes)\(dashes)--!>", "<!--"), ("<!--\(dashes)\(long)--\(dashes)>", "<!--"),
            ("<!\(long)>", "<!--"), ("</ \(long)>", "<!--"), ("<!doctype html \(long)>", "<!html"),
            ("<?a \(long)?>", "dropped"), ("<a b=c d=\(long) e=f>", "<a b=[c]>"),
            ("<a b='c' d='>\(long)' e=f>", "<a b=[c]>"), ("<a b=c d=\"\(long)>'\">", "<a b=[c]>"),
            ("<a b=c\(spaces)d='>'/>", "<a b=[c]>"), ("<a b=c \(long)='>' >", "<a b=[c]>"),
            ("<a b=c d =\(spaces)'>'>", "<a b=[c]>"), ("<a \(long)/b='>'>", "<a>"),
            ("<a-\(long)=\"b c='>'>", "<a-é"), ("<a-\(long)/b=\"c>\">", "<a-é"),
            ("</p a='\(long)>'>", "</p>"), ("<a b=c \(long)", "<a b=[c]>"), ("<!--\(long)", "<!--"),
        ]
        for (html, expected) in rows {
            let (before, after) = ("<p>", "<i>x</i>")
            let bytes = Array("\(before)\(html)\(after)".utf8)
            let whole = read(bytes, options)
            XCTAssertEqual(whole.tokens.map(\.source).joined(), before + html + after)
            let lines = lines(whole.tokens)
            XCTAssertTrue(
                lines[1].hasPrefix(expected),
                "\(html.prefix(20)): \(lines[1].prefix(20))"
            )
            XCTAssertEqual(whole.tokens[1].range.count <= 1024, true, "\(html.prefix(20))")
            XCTAssertTrue(lines[2].hasPrefix("dropped "), "\(html.prefix(20))")
            if !html.hasSuffix("é") {
                XCTAssertEqual(lines.suffix(3), ["<i>", "x", "</i>"], "\(html.prefix(20))")
            }
            XCTAssertEqual(whole.report.issues.first?.limit, .tokenBytes)
            XCTAssertEqual(whole.report.issues.first?.offset, 3)
            for size in [97, 1_000, 65_536] {
                let split = read(bytes, options, size: size)
                XCTAssertEqual(split, whole, "\(html.prefix(20)) in chunks of \(size)")
            }
        }
    }

    func testATokenBelowTheLimitIsNeverCut() {
        var options = HTMLOptions.standard
        options.limits.tokenBytes = 8192
        func tokens(_ bytes: [UInt8], _ cuts: [Int]) -> [String] {
            var tokenizer = HTMLTokenizer(options: options)
            var tokens: [String] = []
            var start = 0
            for cut in cuts + [bytes.count] {
                let end = max(start, min(cut, bytes.count))
                tokenizer.append(bytes[start..<end])
                start = end
                while let token = tokenizer.next() { tokens.append("\(token.range)") }
            }
            tokenizer.finish()
            while let token = tokenizer.next() { tokens.append("\(token.range)") }
            return tokens
        }
        let rest = "<b>hello</b>" + String(repeating: "z", count: 1200) + "<script>x</script>"
        for count in [7200, 8170, 8184, 8185, 8186, 8187, 8300] {
            let long = String(repeating: "a", count: count)
            for html in ["<!--\(long)-->\(rest)<i>", "<a b='\(long)'>\(rest)<i>"] {
                let bytes = Array(html.utf8)
                let whole = tokens(bytes, [])
                for first in stride(from: 4090, to: 8200, by: 821) {
                    for second in stride(from: 7100, to: 9300, by: isUnderStress ? 97 : 485) {
                        let found = tokens(bytes, [1100, first, second])
                        XCTAssertEqual(found, whole, "\(count) \(first) \(second)")
                    }
                }
            }
        }
    }

    func testALongReferenceEndsWithItsDigits() {
        var options = HTMLOptions.standard
        options.limits.tokenBytes = 1024
        func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
        let letters = String(repeating: "a", count: 2_000)
        // The text, and whether a part of the reference is dropped.
        let rows: [(String, String, Bool)] = [
            ("&#\(zeros(1_019))65;cafe", "Acafe", false),
            ("&#\(zeros(1_020))65;cafe", "Acafe", true),
            ("&#\(zeros(1_020))65 cafe", "A cafe", false),
            ("&#\(zeros(1_020))65cafe", "Acafe", false),
            ("&#\(zeros(2_000))65cafe", "\u{FFFD}cafe", true),
            ("&#x\(zeros(1_018))41;cafe", "Acafe", false),
            ("&#x\(zeros(1_019))41;cafe", "Acafe", true),
            ("&#x\(zeros(2_000))cafe;cafe", "\u{FFFD}cafe", true),
            ("&\(letters);", "&\(letters);", false), ("&\(letters)", "&\(letters)", false),
        ]
        for (html, text, isCut) in rows {
            let bytes = Array(html.utf8)
            let whole = read(bytes, options)
            let name = "\(html.prefix(3)) of \(bytes.count) bytes"
            let found = lines(whole.tokens).filter { !$0.hasPrefix("dropped") }.joined()
            XCTAssertEqual(found, text, name)
            XCTAssertEqual(whole.report.issues.map(\.limit), isCut ? [.tokenBytes] : [], name)
            XCTAssertEqual(HTMLDocument(bytes, options: options).body?.textContent, text, name)
            for size in [1, 97, 1_021, 1_022, 1_023, 1_024, 1_025, 1_026] where size < bytes.count {
                XCTAssertEqual(read(bytes, options, size: size), whole, "\(name), \(size)")
            }
        }
    }

    func testALongTagThatIsCutOffIsATagLikeInADocument() {
        var options = HTMLOptions.standard
        options.limits.tokenBytes = 1024
        let html = "a<p id=b onclick='\(String(repeating: "x", count: 2000))"
        let document = HTMLDocument(html, options: options)
        XCTAssertEqual(document.body?.innerHTML, #"a<p id="b"></p>"#)
        XCTAssertEqual(document.report.issues.map(\.limit), [.tokenBytes])
        var names: [String] = []
        for token in HTMLTokens(html, options: options) {
            if case .startTag(let tag) = token { names.append(tag.name) }
        }
        XCTAssertEqual(names, ["p"])
        let end = "<b>a</b \(String(repeating: "x", count: 2000))"
        XCTAssertEqual(HTMLDocument(end + "", options: options).body?.innerHTML, "<b>a</b>")
    }

    func testALateMetaOfAnotherKindOfASCIIDoesNotDependOnChunks() {
        for label in ["replacement", "iso-2022-jp", "iso-2022-kr"] {
            let padding = String(repeating: "x", count: 1020)
            let html = padding + "<meta charset=\(label)>a\u{1B}$B$$\u{E}b\u{1B}(B<i>c</i>"
            let bytes = Array(html.utf8)
            var results: Set<String> = []
            for size in [1, 7, 64, 500, 1024, 1040, 1060, 5000] {
                var tokenizer = HTMLTokenizer()
                var text = ""
                for start in stride(from: 0, to: bytes.count, by: size) {
                    tokenizer.append(bytes[start..<min(bytes.count, start + size)])
                    while let token = tokenizer.next() { text += token.source + "|" }
                }
                tokenizer.finish()
                while let token = tokenizer.next() { text += token.source + "|" }
                results.insert("\(text) \(tokenizer.report.issues.map(\.code))")
                let document = HTMLDocument.pushed(bytes, by: size)
                XCTAssertEqual(document.html.contains("<i>c</i>"), true, "\(label) \(size)")
                XCTAssertEqual(document.report.issues.map(\.code), [.encodingConflict])
            }
            XCTAssertEqual(results.count, 1, label)
            let whole = HTMLDocument(bytes)
            XCTAssertEqual(
                whole.report.encoding,
                label == "iso-2022-jp" ? .iso2022JP : .replacement,
                label
            )
        }
    }

    func testTextModesGoOnAfterLongTags() {
        var options = HTMLOptions.standard
        options.limits.tokenBytes = 1024
        let long = String(repeating: "x", count: 5_000)
        let html = "<title a='\(long)'><b></title a='\(long)'><i>"
        for size in [10, 100_000] {
            let lines = lines(read(Array(html.utf8), options, size: size).tokens)
            XCTAssertEqual(
                lines.filter { !$0.hasPrefix("dropped") },
                ["<title>", "<b>", "</title>", "<i>"]
            )
        }
    }

    func testAReferenceOfMillionsOfDigitsNeedsLittleMemory() {
        var options = HTMLOptions.standard
        options.limits.tokenBytes = 10_000
        for start in ["a&#7", "a&#x7"] {
            var tokenizer = HTMLTokenizer(contentType: "utf-8", options: options)
            var tokens: [HTMLToken] = []
            tokenizer.append(start.utf8)
            let chunk = [UInt8](repeating: UInt8(ascii: "7"), count: 1_000)
            let count = rounds(1_000, underStress: 16_000)
            for _ in 0..<count {
                tokenizer.append(chunk)
                while let token = tokenizer.next() { tokens.append(token) }
                XCTAssertLessThan(tokenizer.retainedCount, 150_000)
            }
            tokenizer.append(";b".utf8)
            tokenizer.finish()
            while let token = tokenizer.next() { tokens.append(token) }
            let lines = lines(tokens).filter { !$0.hasPrefix("dropped") }
            XCTAssertEqual(lines, ["a\u{FFFD}", "b"], start)
            let size = tokens.reduce(0) { $0 + $1.range.count }
            XCTAssertEqual(size, start.utf8.count + count * 1_000 + 2, start)
            XCTAssertEqual(tokenizer.report.issues.map(\.limit), [.tokenBytes])
        }
        let digits = String(repeating: "7", count: 20_000)
        let document = HTMLDocument("a&#\(digits);b", options: options)
        XCTAssertEqual(document.text, "a\u{FFFD}b")
    }

    func testALongCommentNeedsLittleMemory() {
        var options = HTMLOptions.standard
        options.limits.tokenBytes = 10_000
        var tokenizer = HTMLTokenizer(contentType: "utf-8", options: options)
        tokenizer.append("<!--".utf8)
        let chunk = [UInt8](repeating: UInt8(ascii: "-"), count: 1_000)
        for _ in 0..<rounds(2_000, underStress: 16_000) {
            tokenizer.append(chunk)
            while tokenizer.next() != nil {}
            XCTAssertLessThan(tokenizer.retainedCount, 150_000)
        }
    }
}
