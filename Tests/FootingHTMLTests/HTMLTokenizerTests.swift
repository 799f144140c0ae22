import FootingBytes
import Foundation
import TestSupport
import XCTest

@testable import FootingHTML

final class HTMLTokenizerTests: HTMLTokenTestCase {
    // MARK: Tokens

    func testAReferenceLongerThanATextIsOneToken() {
        let reference = "&#" + String(repeating: "9", count: 70_000)
        let sources = HTMLTokens("a\(reference);b\(reference)<p>").map(\.source)
        XCTAssertEqual(sources, ["a", reference + ";", "b", reference, "<p>"])
    }

    func testTokensComeInTheOrderOfTheSource() {
        XCTAssertEqual(
            lines("<!DOCTYPE html><p Class=a&amp;b>Tom &amp; <B>x</B><!-- c --><br/></p></>"),
            [
                "<!html - - false>", "<p class=[a&b]>", "Tom & ", "<b>", "x", "</b>", "<!-- c -->",
                "<br/>", "</p>", "dropped </>",
            ]
        )
        XCTAssertEqual(
            lines("<!doctype HTML public 'a' \"b\"><?php echo 1 ?><a b"),
            ["<!html a b false>", "<?php|echo 1 ?>", "dropped <a b"]
        )
        XCTAssertEqual(lines(""), [])
    }

    func testTextModesAreThoseOfTheTree() {
        let rows: [(String, [String])] = [
            ("<title><b>&amp;</title>", ["<title>", "<b>&", "</title>"]),
            ("<svg><title><b></title>", ["<svg>", "<title>", "<b>", "</title>"]),
            ("<textarea></p></textarea>", ["<textarea>", "</p>", "</textarea>"]),
            ("<script>'</p>'</script>", ["<script>", "'</p>'", "</script>"]),
            ("<svg><script><p></script>", ["<svg>", "<script>", "<p>", "</script>"]),
            ("<svg><style><b></style>", ["<svg>", "<style>", "<b>", "</style>"]),
            ("<plaintext></plaintext>", ["<plaintext>", "</plaintext>"]),
            ("<noscript><b></noscript>", ["<noscript>", "<b>", "</noscript>"]),
            ("<![CDATA[a]]>", ["<!--[CDATA[a]]-->"]),
            (
                "<svg>a<![CDATA[b<c>]]>d</svg>",
                ["<svg>", "a", "dropped <![CDATA[", "b<c>", "dropped ]]>", "d", "</svg>"]
            ),
            ("<svg><![CDATA[]]>", ["<svg>", "dropped <![CDATA[]]>"]),
            (
                "<math><mi><![CDATA[a]]>",
                ["<math>", "<mi>", "dropped <![CDATA[", "a", "dropped ]]>"]
            ),
            ("<svg><p><![CDATA[a]]>", ["<svg>", "<p>", "<!--[CDATA[a]]-->"]),
        ]
        for (html, expected) in rows { XCTAssertEqual(lines(html), expected, html) }
    }

    func testAContextTurnsTheTreeOff() {
        func lines(_ context: HTMLTokenizer.Context, _ element: String?, _ html: String) -> [String]
        {
            var tokenizer = HTMLTokenizer(context: context, element: element)
            return self.lines(read(Array(html.utf8), &tokenizer, size: 3).tokens)
        }
        XCTAssertEqual(lines(.data, nil, "<title><b>"), ["<title>", "<b>"])
        XCTAssertEqual(lines(.rcdata, "title", "<b>&lt;</Title>"), ["<b><", "</title>"])
        XCTAssertEqual(
            lines(.rawText, "style", "<b>&lt;</style><b>"),
            ["<b>&lt;", "</style>", "<b>"]
        )
        XCTAssertEqual(lines(.script, "script", "<!--<script></script>"), ["<!--<script></script>"])
        XCTAssertEqual(lines(.plaintext, nil, "<b></b>"), ["<b></b>"])
        XCTAssertEqual(lines(.cdata, nil, "<b>]]><b>"), ["<b>", "dropped ]]>", "<b>"])
        XCTAssertEqual(lines(.data, nil, "a\0b"), ["a\0b"])
        let long = "x-" + String(repeating: "a", count: 100)
        XCTAssertEqual(lines(.rcdata, long, "<b></\(long)><i>"), ["<b>", "</\(long)>", "<i>"])
    }

    func testNULsAreAbsentInHTMLAndMarkedElsewhere() {
        XCTAssertEqual(lines("a\0b"), ["ab"])
        XCTAssertEqual(lines("\0"), [""])
        XCTAssertEqual(lines("<svg>a\0b"), ["<svg>", "a\u{FFFD}b"])
        XCTAssertEqual(lines("<title>a\0b")[1], "a\u{FFFD}b")
        XCTAssertEqual(lines("<a\0 b\0=c\0>"), ["<a\u{FFFD} b\u{FFFD}=[c\u{FFFD}]>"])
        XCTAssertEqual(lines("<!--a\0b-->"), ["<!--a\u{FFFD}b-->"])
    }

    func testAttributesAreReadAsByTheTokenizer() {
        let rows: [(String, String)] = [
            ("<a>", "<a>"), ("<a b>", "<a b=[]>"), ("<a B=C>", "<a b=[C]>"),
            ("<a b='c' B=d>", "<a b=[c]>"), ("<a/b/c=d/>", "<a b=[] c=[d/]>"),
            ("<a b = \"c>d\">", "<a b=[c>d]>"), ("<a =b=c>", "<a =b=[c]>"),
            ("<a ==c>", "<a ==[c]>"),
            ("<a b='c'd>", "<a b=[c] d=[]>"), ("<a b=>", "<a b=[]>"), ("<a b= c>", "<a b=[c]>"),
            ("<a b=&lt;&copy=&copy>", "<a b=[<&copy=©]>"), ("<a b\n\t=\n'c'\n>", "<a b=[c]>"),
            ("<a b=''/>", "<a b=[]/>"), ("<a \"b'<=c>", "<a \"b'<=[c]>"),
            ("<a é=É É>", "<a é=[É] É=[]>"),
        ]
        for (html, expected) in rows {
            XCTAssertEqual(lines(html), [expected], html)
            guard case .startTag(let tag) = Array(HTMLTokens(html))[0] else {
                XCTFail(html)
                continue
            }
            for (name, value) in tag.attributes {
                XCTAssertEqual(tag[name], value, html)
                XCTAssertEqual(tag[name.uppercased() == name ? name : name.lowercased()], value)
            }
            XCTAssertNil(tag["missing"])
            XCTAssertEqual(tag.source, html)
        }
    }

    func testAValueWithoutReferencesIsNeverCopied() {
        let value = String(repeating: "&", count: 10_000)
        for html in ["<a b=\"\(value)\">", "<a b=\(value)>"] {
            var tokenizer = Tokenizer(.standard)
            let token = Array(html.utf8).withView { tokenizer.next($0, isFinal: true) }
            let (counts, room) = (
                tokenizer.attributes.map(\.value.count), tokenizer.scratch.capacity
            )
            XCTAssertEqual(token, .startTag)
            XCTAssertEqual(counts, [10_000])
            XCTAssertEqual(room, 0)
            XCTAssertEqual(lines(html), ["<a b=[\(value)]>"])
        }
        XCTAssertEqual(lines("<a b='&c&lt;&d&&gt;e&'>"), ["<a b=[&c<&d&>e&]>"])
    }

    func testLimitsOfAttributesHoldForTokens() {
        var options = HTMLOptions.standard
        options.limits.attributes = 2
        var tokenizer = HTMLTokenizer(options: options)
        let tokens = read(Array("<a b=1 b=2 c=3 d=4 e=5>".utf8), &tokenizer, size: 100)
        XCTAssertEqual(lines(tokens.tokens), ["<a b=[1] c=[3]>"])
        guard case .startTag(let tag) = tokens.tokens[0] else { return XCTFail("no start tag") }
        XCTAssertEqual(tag["c"], "3")
        XCTAssertNil(tag["d"])
        XCTAssertEqual(tokens.report.issues.map(\.limit), [.attributes])
    }

    func testAttributesOfTheRestOfALongTagAreNotReported() {
        var options = HTMLOptions.standard
        options.limits.attributes = 1
        options.limits.tokenBytes = 1024
        let bytes = Array("<a x=\"\(String(repeating: "v", count: 1_100))\" b c>".utf8)
        let whole = read(bytes, options)
        XCTAssertEqual(whole.report.issues.map(\.limit), [.tokenBytes])
        for size in [1_000, 1_040, 1_109] {
            XCTAssertEqual(read(bytes, options, size: size), whole)
        }
    }

    // MARK: Splits

    /// The inputs of the tests of html5lib.
    private func inputs() throws -> [String] {
        var inputs: [String] = []
        for file in try HTML5Lib.files(in: "tokenizer", "test") {
            let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
            let tests = (json as? [String: Any])?["tests"] as? [[String: Any]] ?? []
            inputs += tests.compactMap { $0["input"] as? String }
        }
        for file in try HTML5Lib.files(in: "tree-construction", "dat") {
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            inputs += text.components(separatedBy: "#data\n").dropFirst().compactMap {
                $0.components(separatedBy: "\n#errors").first
            }
        }
        return inputs
    }

    func testTokensDoNotDependOnChunksAndTheirSourcesAreTheInput() throws {
        var options = HTMLOptions.standard
        options.reportsSyntax = true
        let step = rounds(29, underStress: 1) == 1 ? 1 : 29
        var count = 0
        for (number, input) in try inputs().enumerated() where number % step == 0 {
            // A byte order mark is not a part of the decoded text.
            let input = input.hasPrefix("\u{FEFF}") ? String(input.dropFirst()) : input
            for html in [input, input + String(repeating: "x", count: 80)] {
                let bytes = Array(html.utf8)
                let whole = read(bytes, options)
                let decoded = html.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
                XCTAssertEqual(whole.tokens.map(\.source).joined(), decoded, html)
                var end = 0
                for token in whole.tokens {
                    XCTAssertEqual(token.range.lowerBound, end, html)
                    XCTAssertEqual(token.range.count, token.source.utf8.count, html)
                    end = token.range.upperBound
                }
                for size in [1, 2, 3, 7, 64, 65] where size < bytes.count {
                    count += 1
                    let split = read(bytes, options, size: size)
                    guard split != whole else { continue }
                    XCTAssertEqual(lines(split.tokens), lines(whole.tokens), "\(size): \(html)")
                    XCTAssertEqual(split.tokens.map(\.range), whole.tokens.map(\.range), html)
                    XCTAssertEqual(split.report, whole.report, html)
                }
            }
        }
        XCTAssertGreaterThan(count, 500)
    }

    func testCDATASectionsAreTheSameAtEverySplit() {
        var options = HTMLOptions.standard
        options.reportsSyntax = true
        let cut = Array("<svg><![CDATA[]>a".utf8)
        XCTAssertEqual(read(cut, options).report.issues.map(\.name), ["eof-in-cdata"])
        XCTAssertEqual(read(cut, options, size: 1), read(cut, options))
        let html = "<svg><![CDATA[" + String(repeating: "a]", count: 70) + "]]><g>x"
        let bytes = Array(html.utf8)
        let whole = read(bytes)
        XCTAssertEqual(whole.tokens.count, 6)
        for size in 1..<bytes.count {
            XCTAssertEqual(read(bytes, size: size), whole, "in chunks of \(size)")
        }
    }

    func testLongTextIsCutAtScalars() {
        // Scalars of 3 bytes do not fit evenly into 64 KiB.
        let text =
            String(repeating: "€", count: 60_000) + "&amp;" + String(repeating: "a", count: 70_000)
        let bytes = Array(text.utf8)
        let whole = read(bytes)
        XCTAssertEqual(whole.tokens.map(\.source).joined(), text)
        XCTAssertEqual(lines(whole.tokens).joined(), text.htmlUnescaped)
        XCTAssertEqual(whole.tokens.map(\.range.count), [65_535, 65_535, 65_536, 53_399])
        for size in [1_000, 4_096, 65_536, 100_000] {
            XCTAssertEqual(read(bytes, size: size), whole, "\(size)")
        }
    }

    func testAReferenceIsNeverCut() {
        let text = String(repeating: "a", count: 65_533) + "&amp;" + "b"
        let whole = read(Array(text.utf8))
        XCTAssertEqual(whole.tokens.map(\.range.count), [65_533, 6])
        XCTAssertEqual(lines(whole.tokens)[1], "&b")
    }

    func testAReferenceThatIsLongerThanATextIsOneToken() {
        let digits = String(repeating: "9", count: 65_535)
        let zeros = String(repeating: "0", count: 70_000)
        let rows: [(String, String)] = [
            ("&#\(digits)", "\u{FFFD}"), ("&#\(digits);", "\u{FFFD}"),
            ("&#\(digits)\(digits);", "\u{FFFD}"), ("&#\(zeros)65;", "A"),
            ("&#x\(String(repeating: "F", count: 65_534))", "\u{FFFD}"),
            ("&#X\(zeros)41;", "A"),
        ]
        let texts: [(before: String, after: String)] = [
            ("", ""), ("a", "&amp;"), (String(repeating: "a", count: 65_530), "z"),
            ("", String(repeating: "€", count: 30_000)),
        ]
        for (index, (reference, character)) in rows.enumerated() {
            for (number, (before, after)) in texts.enumerated() {
                let name = ["p", "title", "textarea"][(index + number) % 3]
                let html = "<\(name)>\(before)\(reference)\(after)"
                let row = "row \(index), text \(number), \(name)"
                let bytes = Array(html.utf8)
                let whole = read(bytes)
                XCTAssertEqual(whole.tokens.map(\.source).joined(), html, row)
                let text = lines(whole.tokens).dropFirst().joined()
                XCTAssertEqual(text, before + character + after.htmlUnescaped, row)
                let long = whole.tokens.filter { $0.range.count > 65_536 }
                XCTAssertEqual(long.map(\.source), [reference], row)
                XCTAssertEqual(read(bytes, size: 40_000), whole, row)
            }
        }
    }

    func testTextIsHeldBackUntilItsEndIsKnown() {
        var tokenizer = HTMLTokenizer(contentType: "utf-8")
        tokenizer.append("<p".utf8)
        XCTAssertNil(tokenizer.next())
        tokenizer.append(">a".utf8)
        XCTAssertEqual(tokenizer.next()?.source, "<p>")
        XCTAssertNil(tokenizer.next())
        tokenizer.append("b<".utf8)
        XCTAssertNil(tokenizer.next())
        tokenizer.append("i>".utf8)
        XCTAssertEqual(tokenizer.next()?.source, "ab")
        XCTAssertEqual(tokenizer.next()?.source, "<i>")
        tokenizer.append("&am".utf8)
        XCTAssertNil(tokenizer.next())
        tokenizer.finish()
        tokenizer.finish()
        XCTAssertEqual(tokenizer.next()?.source, "&am")
        XCTAssertNil(tokenizer.next())
    }

    func testTokensStayValidWhenTheTokenizerReadsOn() {
        var tokenizer = HTMLTokenizer(contentType: "utf-8")
        tokenizer.append("<p id=a>\(String(repeating: "x", count: 100))".utf8)
        let first = tokenizer.next()
        tokenizer.append("<p id=b>\(String(repeating: "y", count: 100_000))".utf8)
        while tokenizer.next() != nil {}
        guard case .startTag(let tag)? = first else { return XCTFail("no start tag") }
        XCTAssertEqual(tag["id"], "a")
        XCTAssertEqual(tag.source, "<p id=a>")
    }

    // MARK: Encodings

    func testEncodingsAreDetectedWhileReading() {
        let meta = Array("<meta charset=koi8-r><p>".utf8) + [0xF0]
        var tokenizer = HTMLTokenizer()
        XCTAssertEqual(lines(read(meta, &tokenizer, size: 5).tokens).last, "П")
        XCTAssertEqual(tokenizer.report.encoding, .koi8R)
        XCTAssertEqual(Array(HTMLTokens(meta)).last?.source, "П")
        XCTAssertEqual(Array(HTMLTokens([0xE4], contentType: "latin1")).last?.source, "ä")
        XCTAssertEqual(Array(HTMLTokens("<meta charset=koi8-r>ä")).last?.source, "ä")
    }

    func testALateMetaCountsBeforeOtherBytes() {
        let padding = String(repeating: "<!-- -->", count: 200)
        for meta in [
            "<meta charset=koi8-r>", "<meta http-equiv=Content-Type content='a;charset=KOI8-R'>",
        ] {
            let html = Array("\(padding)\(meta)\(padding)".utf8) + [0xF0]
            for size in [100, 100_000] {
                var tokenizer = HTMLTokenizer()
                XCTAssertEqual(lines(read(html, &tokenizer, size: size).tokens).last, "П", meta)
                XCTAssertEqual("\(tokenizer.report)", "KOI8-R (meta), 0 issues")
            }
            var tokenizer = HTMLTokenizer()
            let late = Array(padding.utf8) + [0xF0] + Array(meta.utf8)
            XCTAssertEqual(lines(read(late, &tokenizer, size: 100).tokens)[200], "ð")
            XCTAssertEqual(tokenizer.report.issues.map(\.code), [.encodingConflict])
            XCTAssertEqual(tokenizer.report.issues.first?.offset, 1602)
        }
    }

    func testALateMetaBehindATokenThatIsHeldBackCounts() {
        let comment = "<!--" + String(repeating: "a", count: 4_996)
        let padding = String(repeating: "x", count: 1_024)
        let rows = [
            [comment, "--><meta charset=windows-1251><p>"],
            [padding, "&copy <meta charset=windows-1251>"],
            [padding, "&copy <meta charset=windows-1251>&# &x "],
            [padding, "<title>a<b</title><meta charset=windows-1251>"],
            [padding, "<script>a<!-- <b </script><meta charset=windows-1251>"],
            [padding, "<svg><![CDATA[a]b]]></svg><meta charset=windows-1251>"],
        ]
        for chunks in rows {
            for isWhole in [true, false] {
                var tokenizer = HTMLTokenizer()
                var tokens: [HTMLToken] = []
                var bytes = chunks.map { Array($0.utf8) }
                bytes[1] += [0xCF, 0xF0]
                for chunk in isWhole ? [bytes[0] + bytes[1]] : bytes {
                    tokenizer.append(chunk)
                    while let token = tokenizer.next() { tokens.append(token) }
                }
                tokenizer.finish()
                while let token = tokenizer.next() { tokens.append(token) }
                XCTAssertEqual(tokens.last?.source.hasSuffix("Пр"), true, chunks[1])
                XCTAssertEqual("\(tokenizer.report)", "windows-1251 (meta), 0 issues", chunks[1])
            }
            let bytes = Array(chunks.joined().utf8) + [0xCF]
            XCTAssertEqual(HTMLDocument.pushed(bytes, by: 500).body?.text.last, "П")
        }
    }

    func testAReferenceIsHeldBackOnlyWhereMoreBytesCanChangeIt() {
        func heldBack(_ html: String) -> Bool {
            var tokenizer = HTMLTokenizer(contentType: "utf-8")
            tokenizer.append("\(html)".utf8)
            // The text in front of a tag is complete.
            while let token = tokenizer.next() { if token.source == "<p>" { return false } }
            return true
        }
        for html in [
            "&amp;<p>", "&not;<p>", "&not <p>", "&notx-<p>", "&# <p>", "&#x-<p>", "&#65 <p>",
            "&<p>",
        ] {
            XCTAssertFalse(heldBack(html), html)
        }
        let rows = [
            ("&", "amp;", "&"), ("&#", "65;", "A"), ("&#", "x41;", "A"), ("&#x", "41;", "A"),
            ("&#6", "5;", "A"),
            ("&not", "in;", "∉"), ("&amp", ";", "&"), ("&x", ";", "&x;"), ("&#x4", "1", "A"),
        ]
        for (first, second, text) in rows {
            var tokenizer = HTMLTokenizer(contentType: "utf-8")
            tokenizer.append("<p>\(first)".utf8)
            var found = ""
            while let token = tokenizer.next() { found += lines([token])[0] }
            tokenizer.append(second.utf8)
            tokenizer.finish()
            while let token = tokenizer.next() { found += lines([token])[0] }
            XCTAssertEqual(found, "<p>\(text)", first)
        }
    }

    func testIssuesHaveLinesAlsoAfterTheirTextIsGone() {
        let line = String(repeating: "a", count: 99) + "\n"
        let html =
            String(repeating: line, count: 5_000) + "é<p a a>"
            + String(repeating: line, count: 5_000)
        var options = HTMLOptions.standard
        options.reportsSyntax = true
        for size in [1_000, 1_000_000] {
            let report = read(Array(html.utf8), options, size: size).report
            XCTAssertEqual(report.issues.map(\.name), ["duplicate-attribute"])
            XCTAssertEqual(report.issues[0].line, 5_001)
            XCTAssertEqual(report.issues[0].column, 8)
            XCTAssertEqual(report.issues[0].offset, 500_008)
        }
    }

    func testTheFirstIssuesAreListedForAnyChunks() {
        var options = HTMLOptions.standard
        options.reportsSyntax = true
        options.limits.issues = 3
        let bytes = Array("<p a a><p a a>".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("<p a a>".utf8)
        let whole = read(bytes, options)
        XCTAssertEqual(whole.report.issues.map(\.code), [.syntax, .syntax, .undecodable])
        XCTAssertEqual(whole.report.issueCount, 7)
        for size in 1..<bytes.count { XCTAssertEqual(read(bytes, options, size: size), whole) }
    }

    // MARK: Memory

    func testMemoryDoesNotGrowWithTheInput() {
        var tokenizer = HTMLTokenizer(contentType: "utf-8")
        var random = SeededRandom(seed: 7)
        var count = 0
        for number in 0..<rounds(300, underStress: 5_000) {
            // New names, formatting elements without end tags, and elements that stay open.
            let name = "x-\(random.next())"
            let html = "<\(name) \(name)=1><b><p>\(number)</p></\(name)><i>"
            tokenizer.append(String(repeating: html, count: 40).utf8)
            while let token = tokenizer.next() { count += token.source.isEmpty ? 0 : 1 }
            XCTAssertLessThan(tokenizer.retainedCount, 40_000)
        }
        XCTAssertGreaterThan(count, 50_000)
    }

    func testTheNamesOfKeptTokensAreFew() {
        let long = String(repeating: "x", count: 16_000)
        let many = (0..<4_000).map { "<x\($0)></x\($0)>" }.joined()
        let large = (0..<100).map { "<\(long)\($0)></\(long)\($0)>" }.joined()
        for html in [many, large] {
            for token in HTMLTokens(html) {
                guard case .startTag(let tag) = token else { continue }
                let names = tag.origin.tree.names
                XCTAssertLessThan(names.count, 2 * NameTable.known.count + 600)
                XCTAssertLessThan(names.byteCount, 150_000)
            }
        }
    }

    func testForgottenNamesKeepTheirElementsOpen() {
        var html = "<x-open><svg><x-foreign>"
        for number in 0..<6_000 { html += "<x-\(number)></x-\(number)>" }
        html += "</x-foreign><title><b></title></svg></x-open><title><b></title>"
        let tail = Array(lines(html).suffix(9))
        XCTAssertEqual(
            tail,
            [
                "</x-foreign>", "<title>", "<b>", "</title>", "</svg>", "</x-open>", "<title>",
                "<b>", "</title>",
            ]
        )
    }
}
