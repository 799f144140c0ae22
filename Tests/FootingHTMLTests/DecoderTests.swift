import Foundation
import XCTest

@testable import FootingBytes
@testable import FootingHTML

final class DecoderTests: XCTestCase {
    private struct Result: Equatable {
        var text = ""
        var report: HTMLReport
    }

    /// Decodes bytes in chunks of a size.
    private func decode(
        _ bytes: [UInt8],
        _ options: HTMLOptions = .standard,
        contentType: String? = nil,
        size: Int = Int.max
    ) -> Result {
        var log = IssueLog(options)
        var decoder = Decoder(options, contentType: contentType, &log)
        var pending: [UInt8] = []
        var start = 0
        repeat {
            let end = min(bytes.count, start + min(size, bytes.count))
            pending += bytes[start..<end]
            start = end
            repeat {
                let count = unsafe pending.withUnsafeBytes { buffer in
                    decoder.decode(unsafe ByteView(buffer), isLast: end == bytes.count, &log)
                }
                pending.removeFirst(count)
            } while decoder.isPaused
        } while start < bytes.count
        XCTAssertEqual(pending, [])
        let text = String(decoding: decoder.text, as: UTF8.self)
        return Result(text: text, report: decoder.report(log))
    }

    private func hex(_ digits: String) -> [UInt8] {
        let digits = Array(digits.utf8).compactMap(hexadecimalValue)
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private func options(_ encoding: HTMLEncoding) -> HTMLOptions {
        var options = HTMLOptions.standard
        options.encoding = encoding
        return options
    }

    /// Decodes bytes as a whole and in chunks of each size, with the same result.
    private func check(
        _ bytes: [UInt8],
        _ options: HTMLOptions = .standard,
        contentType: String? = nil,
        line: UInt = #line
    ) -> Result {
        let whole = decode(bytes, options, contentType: contentType)
        for size in 1..<max(2, min(bytes.count, 12)) {
            let split = decode(bytes, options, contentType: contentType, size: size)
            XCTAssertEqual(split, whole, "in chunks of \(size)", line: line)
        }
        return whole
    }

    // MARK: Detection

    func testSourcesOfTheEncodingCountInOrder() {
        let meta = Array("<meta charset=koi8-r>".utf8)
        var options = HTMLOptions.standard
        XCTAssertEqual("\(check(meta).report)", "KOI8-R (meta), 0 issues")
        let typed = check(meta, contentType: "text/html; charset=latin2").report
        XCTAssertEqual("\(typed)", "ISO-8859-2 (contentType), 0 issues")
        options.encoding = .windows1251
        let forced = check(meta, options, contentType: "text/html; charset=latin2").report
        XCTAssertEqual("\(forced)", "windows-1251 (option), 0 issues")
        let marks: [([UInt8], HTMLEncoding)] = [
            ([0xEF, 0xBB, 0xBF], .utf8), ([0xFE, 0xFF], .utf16BE), ([0xFF, 0xFE], .utf16LE),
        ]
        for (mark, encoding) in marks {
            let report = check(mark + meta, options, contentType: "latin2").report
            XCTAssertEqual(report.encoding, encoding)
            XCTAssertEqual(report.encodingSource, .byteOrderMark)
        }
        let xml = check(Array("<?xml version='1.0' encoding='koi8-u'?>".utf8)).report
        XCTAssertEqual("\(xml)", "KOI8-U (xmlDeclaration), 0 issues")
        XCTAssertEqual("\(check([]).report)", "UTF-8 (content), 0 issues")
    }

    func testAContentTypeIsAHeaderOrALabel() {
        let rows: [(String, HTMLEncoding, Int)] = [
            ("utf-8", .utf8, 0), (" Latin2 ", .iso8859Part2, 0), ("", .utf8, 0),
            ("text/html", .utf8, 0), ("text/html; charset=koi8-r", .koi8R, 0),
            ("text/html;charset=\"koi8-r\"", .koi8R, 0), ("text/html; charset='koi8-r'", .koi8R, 0),
            ("text/html; CHARSET = koi8-r; a=b", .koi8R, 0), ("charset=gbk", .gbk, 0),
            ("text/html; charset=\"koi8-r", .utf8, 0), ("text/html; charset", .utf8, 0),
            ("text/html; charset=", .utf8, 0), ("text/html; charset=klingon", .utf8, 1),
            ("klingon", .utf8, 1), ("text/html; charset charset=koi8-r", .koi8R, 0),
            ("text/html; charset=utf-16", .utf16LE, 0), ("x-user-defined", .userDefined, 0),
        ]
        for (value, encoding, count) in rows {
            let report = decode([], contentType: value).report
            XCTAssertEqual(report.encoding, encoding, value)
            XCTAssertEqual(report.issues.map(\.code), count == 1 ? [.unknownEncoding] : [], value)
        }
    }

    func testLabelsAreThoseOfTheEncodingStandard() {
        let lines = EncodingTables.labels.split(separator: "\n").map { $0.split(separator: " ") }
        XCTAssertEqual(lines.map { String($0[0]) }, HTMLEncoding.allCases.map(\.rawValue))
        XCTAssertEqual(lines.map { $0.count - 1 }.reduce(0, +), 228)
        for line in lines {
            for label in line.dropFirst() {
                let encoding = HTMLEncoding(label: "\t\(label.uppercased()) \n")
                XCTAssertEqual(encoding?.rawValue, String(line[0]), String(label))
            }
        }
        XCTAssertNil(HTMLEncoding(label: ""))
        XCTAssertNil(HTMLEncoding(label: "utf 8"))
        XCTAssertNil(HTMLEncoding(label: "\u{A0}utf-8"))
        XCTAssertEqual(HTMLEncoding.allCases.filter(\.needsConverter).count, 7)
    }

    func testThePrescanReadsMetaElements() {
        let rows: [(String, HTMLEncoding?)] = [
            ("<meta charset=koi8-r>", .koi8R), ("<META CHARSET='KOI8-R'/>", .koi8R),
            ("<meta/charset=koi8-r>", .koi8R), ("<meta charset = \"koi8-r\" >", .koi8R),
            ("<metacharset=koi8-r>", nil), ("<meta charset=klingon>", nil), ("<meta charset>", nil),
            ("<meta http-equiv=content-type content='text/html; charset=koi8-r'>", .koi8R),
            ("<meta content='a;charset=koi8-r' http-equiv=Content-Type>", .koi8R),
            ("<meta content='text/html; charset=koi8-r'>", nil),
            ("<meta http-equiv=refresh content='charset=koi8-r'>", nil),
            ("<meta charset=koi8-r charset=utf-8>", .koi8R),
            ("<meta charset=utf-16><meta charset=koi8-r>", .utf8),
            ("<meta charset=x-user-defined>", .windows1252),
            ("<!-- <meta charset=gbk> --><meta charset=koi8-r>", .koi8R),
            ("<!--><meta charset=koi8-r>", .koi8R), ("<!---><meta charset=koi8-r>", .koi8R),
            ("<!-- <meta charset=koi8-r>", nil), ("<a b='<meta charset=gbk>'>", nil),
            ("<a b=<meta charset=gbk>", nil), ("</a b='<meta charset=gbk>'>", nil),
            ("<! <meta charset=gbk><meta charset=koi8-r>", .koi8R),
            ("</1 <meta charset=gbk><meta charset=koi8-r>", .koi8R),
            ("<? <meta charset=gbk><meta charset=koi8-r>", .koi8R),
            ("<1 <meta charset=koi8-r>", .koi8R), ("<meta charset=koi8-r", nil),
            ("<meta charset='koi8-r", nil), ("<meta charset=koi8-r a", nil),
            ("<?xml encoding=\"koi8-r\"?>", .koi8R), ("<?xml encoding = 'utf-16' ?>", .utf8),
            ("<?xml encoding='x-user-defined'?>", .userDefined),
            ("<?xml encoding=\"koi8-r?>", nil), ("<?xml encoding=koi8-r?>", nil),
            ("<?xml encoding='koi8-r'?><meta charset=gbk>", .gbk), (" <?xml encoding='gbk'?>", nil),
            ("<\0?\0x\0", .utf16LE), ("\0<\0?\0x", .utf16BE), ("<\0?\0y\0", nil),
            (String(repeating: " ", count: 1003) + "<meta charset=koi8-r>", .koi8R),
            (String(repeating: " ", count: 1004) + "<meta charset=koi8-r>", nil),
        ]
        for (html, encoding) in rows {
            let report = decode(Array(html.utf8)).report
            let isFound = report.encodingSource == .meta || report.encodingSource == .xmlDeclaration
            XCTAssertEqual(isFound ? report.encoding : nil, encoding, html)
        }
    }

    func testPagesHaveTheEncodingsOfTheTestsOfHTML5Lib() throws {
        var options = HTMLOptions.standard
        options.fallbackEncoding = .windows1252
        var count = 0
        for file in try HTML5Lib.files(in: "encoding", "dat") {
            // Latin 1 keeps each byte of the file.
            let text = try String(contentsOf: file, encoding: .isoLatin1)
            for test in text.components(separatedBy: "#data\n").dropFirst() {
                // One test needs scripts.
                guard !test.contains("multi-script") else { continue }
                count += 1
                let sections = test.components(separatedBy: "\n#encoding\n")
                let label = sections[1].split(separator: "\n")[0]
                let bytes = sections[0].unicodeScalars.map { UInt8($0.value) }
                let report = HTMLDocument(bytes, options: options).report
                XCTAssertEqual(report.encoding, HTMLEncoding(label: label), test)
            }
        }
        XCTAssertEqual(count, 58)
    }

    func testALateDeclarationHasADocumentReadAgain() {
        let late = String(repeating: "<!-- -->", count: 200) + "<title>"
        let bytes = Array(late.utf8) + [0xF0] + Array("</title><meta charset=koi8-r>".utf8)
        let whole = HTMLDocument(bytes)
        XCTAssertEqual(whole.title, "П")
        XCTAssertEqual("\(whole.report)", "KOI8-R (meta), 0 issues")
        var parser = HTMLDocument.Parser()
        parser.append(bytes)
        let pushed = parser.finish()
        XCTAssertEqual(pushed.title, "ð")
        XCTAssertEqual(pushed.report.issues.map(\.code), [.encodingConflict])
    }

    func testUndeclaredEncodingsFollowTheFirstSequenceOutsideASCII() {
        let rows: [(String, HTMLEncoding)] = [
            ("6161", .utf8), ("61c3a4", .utf8), ("61c3a4e4", .utf8), ("61e4", .windows1252),
            ("e4c3a4", .windows1252), ("e282ac", .utf8), ("e282", .windows1252),
            ("c080", .windows1252), ("eda080", .windows1252), ("f09f9880", .utf8),
            ("f0808080", .windows1252), ("f4908080", .windows1252), ("80", .windows1252),
        ]
        for (digits, encoding) in rows {
            let report = check(hex(digits)).report
            XCTAssertEqual(report.encoding, encoding, digits)
            XCTAssertEqual(report.encodingSource, .content, digits)
        }
        var options = HTMLOptions.standard
        options.fallbackEncoding = .koi8R
        XCTAssertEqual("\(check(hex("c3a4"), options).report)", "KOI8-R (fallback), 0 issues")
        XCTAssertEqual(check(hex("61f0"), options).text, "aП")
        options.fallbackEncoding = .utf16LE
        XCTAssertEqual(check(hex("6100e400"), options).text, "aä")
    }

    // MARK: Declarations that tree construction finds

    private func declare(
        _ label: String,
        after prefix: [UInt8],
        _ options: HTMLOptions = .standard,
        canReadAgain: Bool = true
    ) -> (decoder: Decoder, isReadAgain: Bool, log: IssueLog) {
        var log = IssueLog(options)
        var decoder = Decoder(options, contentType: nil, &log)
        let bytes = [UInt8](repeating: 0x20, count: 1024) + prefix
        unsafe bytes.withUnsafeBytes { buffer in
            _ = decoder.decode(unsafe ByteView(buffer), isLast: false, &log)
        }
        let again = decoder.declare(Array(label.utf8), at: 0, canReadAgain: canReadAgain, &log)
        return (again ?? decoder, again != nil, log)
    }

    func testALateDeclarationCountsWhileAllBytesAreASCII() {
        let (decoder, isReadAgain, log) = declare("koi8-r", after: hex("6161"))
        XCTAssertFalse(isReadAgain)
        XCTAssertEqual(decoder.encoding, .koi8R)
        XCTAssertEqual(decoder.source, .meta)
        XCTAssertEqual(log.count, 0)
    }

    func testTheDecoderPausesBeforeTheFirstByteOutsideASCII() {
        let (decoder, isReadAgain, _) = declare("koi8-r", after: hex("61e461"))
        XCTAssertTrue(decoder.isPaused)
        XCTAssertFalse(isReadAgain)
        XCTAssertEqual(decoder.encoding, .koi8R)
    }

    func testALaterDeclarationHasTheInputReadAgain() {
        var log = IssueLog(.standard)
        var decoder = Decoder(.standard, contentType: nil, &log)
        let bytes = [UInt8](repeating: 0x20, count: 1024) + [0xF0, 0x20]
        unsafe bytes.withUnsafeBytes { buffer in
            let view = unsafe ByteView(buffer)
            let count = decoder.decode(view, isLast: true, &log)
            XCTAssertTrue(decoder.isPaused)
            let rest = view.slice(from: count, count: view.count - count)
            _ = decoder.decode(rest, isLast: true, &log)
            XCTAssertEqual(decoder.encoding, .windows1252)
            var kept = decoder
            XCTAssertNil(kept.declare(Array("koi8-r".utf8), at: 9, canReadAgain: false, &log))
            XCTAssertEqual(kept.report(log).issues.map(\.code), [.encodingConflict])
            var again = decoder.declare(Array("koi8-r".utf8), at: 9, canReadAgain: true, &log)
            _ = again?.decode(view, isLast: true, &log)
            XCTAssertEqual(again.map { String(decoding: $0.text.suffix(3), as: UTF8.self) }, "П ")
            XCTAssertEqual(again?.report(log).encoding, .koi8R)
        }
    }

    func testALateDeclarationOfTheSameEncodingIsItsSource() {
        let (decoder, isReadAgain, log) = declare("utf8", after: [])
        XCTAssertFalse(isReadAgain)
        XCTAssertEqual(decoder.source, .meta)
        XCTAssertEqual(log.count, 0)
    }

    func testALateDeclarationNeverOverridesCertainOnes() {
        var options = HTMLOptions.standard
        options.encoding = .utf8
        XCTAssertEqual(declare("koi8-r", after: [], options).log.count, 0)
        XCTAssertEqual(declare("klingon", after: []).log.count, 1)
        var log = IssueLog(options)
        options.encoding = nil
        var decoder = Decoder(options, contentType: "utf-8", &log)
        XCTAssertNil(decoder.declare(Array("gbk".utf8), at: 3, canReadAgain: true, &log))
        XCTAssertNil(decoder.declare(Array("big5".utf8), at: 5, canReadAgain: true, &log))
        XCTAssertEqual(decoder.report(log).issues.map(\.code), [.encodingConflict])
        var string = Decoder(string: options)
        XCTAssertNil(string.declare(Array("gbk".utf8), at: 3, canReadAgain: true, &log))
        XCTAssertNil(string.declare(Array("klingon".utf8), at: 3, canReadAgain: true, &log))
        XCTAssertEqual(log.count, 1)
    }

    // MARK: Encodings

    func testSingleByteEncodingsHaveTheirCharacters() {
        let rows: [(HTMLEncoding, String, String)] = [
            (.ibm866, "8fe0a8a2a5e220b0", "Привет ░"),
            (.iso8859Part2, "a3f364bc20bbec", "Łódź ťě"),
            (.iso8859Part3, "a161bf20e6fd", "Ħaż ĉŭ"),
            (.iso8859Part4, "bbf320a9fe", "ģķ Šū"),
            (.iso8859Part5, "bfe0d8d2d5e220fd", "Привет §"),
            (.iso8859Part6, "e5d1cdc8c7", "مرحبا"),
            (.iso8859Part7, "c3e5e9dc", "Γειά"),
            (.iso8859Part8, "f9ece5ed", "שלום"),
            (.iso8859Part8I, "f9ece5ed", "שלום"),
            (.iso8859Part10, "d061b920ffbf", "Ðađ ĸŋ"),
            (.iso8859Part13, "c0fe756f6c6173", "Ąžuolas"),
            (.iso8859Part14, "d079fe20a2", "Ŵyŷ ḃ"),
            (.iso8859Part15, "a420bc7576726520be", "€ Œuvre Ÿ"),
            (.iso8859Part16, "de6172e320ba", "Țară ș"),
            (.koi8R, "f0d2c9d7c5d420a0", "Привет ═"),
            (.koi8U, "f0d2c9d7a6d420ad", "Привіт ґ"),
            (.macintosh, "816c8c20a020b0", "Ålå † ∞"),
            (.windows874, "cac7d1cab4d5", "สวัสดี"),
            (.windows1250, "8e6c759d6f75e86bfd", "Žluťoučký"),
            (.windows1251, "cff0e8e2e5f220b9", "Привет №"),
            (.windows1252, "93dc62756e67942080", "“Übung” €"),
            (.windows1253, "c3e5e9dc2089", "Γειά ‰"),
            (.windows1254, "49fefd6b20f0", "Işık ğ"),
            (.windows1255, "f9ece5ed20a4", "שלום ₪"),
            (.windows1256, "e3d1cdc8c72090", "مرحبا گ"),
            (.windows1257, "d0edfb6e6973", "Šķūnis"),
            (.windows1258, "d0f46920fe20fd", "Đôi ₫ ư"),
            (.macCyrillic, "8ff0e8e2e5f220b0", "Привет ∞"),
            (.userDefined, "4180ff", "A\u{F780}\u{F7FF}"), (.windows1252, "819d", "\u{81}\u{9D}"),
        ]
        for (encoding, digits, text) in rows {
            let result = check(hex(digits), options(encoding))
            XCTAssertEqual(Array(result.text.utf8), Array(text.utf8), "\(encoding): \(result.text)")
            XCTAssertEqual(result.report.issueCount, 0, "\(encoding)")
            // Every byte has a meaning, or is an issue.
            let all = check((0...255).map { UInt8($0) }, options(encoding))
            XCTAssertEqual(all.text.unicodeScalars.count, 256, "\(encoding)")
            let marks = all.text.unicodeScalars.filter { $0 == "\u{FFFD}" }.count
            XCTAssertEqual(all.report.issueCount, marks, "\(encoding)")
        }
    }

    func testLongSingleByteTextIsDecodedInBlocks() {
        let bytes = Array(repeating: hex("cff0e820f120616263646566676869"), count: 500).flatMap {
            $0
        }
        let text = String(repeating: "При с abcdefghi", count: 500)
        XCTAssertEqual(check(bytes, options(.windows1251)).text, text)
    }

    func testInvalidUTF8IsReplacedAsByTheStandardLibrary() {
        let rows = [
            "80", "c3", "c328", "e28261", "e282", "f09f98", "f09f9861", "f0", "f08080", "eda080",
            "f4908080", "c0af", "ff", "fe61", "e2c3a4", "f0c3a4", "f09fc3a4", "f8888080", "c3c3a4",
            "61e282acf09f988061", "6161616161616161c3a461616161616161c3",
        ]
        for digits in rows {
            let bytes = hex(digits)
            let result = check(bytes, options(.utf8))
            XCTAssertEqual(result.text, String(decoding: bytes, as: UTF8.self), digits)
            let marks = result.text.unicodeScalars.filter { $0 == "\u{FFFD}" }.count
            XCTAssertEqual(result.report.issueCount, marks, digits)
        }
    }

    func testRandomBytesAreDecodedAsByTheStandardLibrary() {
        var random = SystemRandomNumberGenerator()
        let leads: [UInt8] = [
            0x41, 0x80, 0xBF, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF4, 0xA0, 0x90, 0xFF,
        ]
        for _ in 0..<300 {
            let bytes = (0..<40).map { _ in leads.randomElement(using: &random) ?? 0 }
            let text = String(decoding: bytes, as: UTF8.self)
            XCTAssertEqual(decode(bytes, options(.utf8)).text, text, "\(bytes)")
            XCTAssertEqual(decode(bytes, options(.utf8), size: 3).text, text, "\(bytes)")
        }
    }

    func testUTF16IsDecodedAndRepaired() {
        let rows: [(String, String, Int)] = [
            ("6100e4003dd800de", "aä😀", 0), ("3dd8", "\u{FFFD}", 1),
            ("00de61", "\u{FFFD}\u{FFFD}", 2),
            ("3dd86100", "\u{FFFD}a", 1), ("61", "\u{FFFD}", 1), ("3dd861", "\u{FFFD}", 1),
            ("0d000a0061000d00", "\na\n", 0), ("0d000d000a00", "\n\n", 0),
        ]
        for (digits, text, count) in rows {
            let bytes = hex(digits)
            let result = check(bytes, options(.utf16LE))
            XCTAssertEqual(result.text, text, digits)
            XCTAssertEqual(result.report.issueCount, count, digits)
            guard bytes.count % 2 == 0 else { continue }
            let swapped = stride(from: 0, to: bytes.count, by: 2).flatMap {
                [bytes[$0 + 1], bytes[$0]]
            }
            XCTAssertEqual(check(swapped, options(.utf16BE)).text, text, digits)
        }
    }

    func testLineEndsBecomeLineFeedsAndTheMarkIsDroppedOnce() {
        XCTAssertEqual(check(Array("a\r\nb\rc\r\r\n\nd\r".utf8)).text, "a\nb\nc\n\n\nd\n")
        XCTAssertEqual(check(hex("cf0d0acf0dcf"), options(.windows1251)).text, "П\nП\nП")
        XCTAssertEqual(check(hex("efbbbfefbbbf61")).text, "\u{FEFF}a")
        XCTAssertEqual(check(hex("fffefffe6100")).text, "\u{FEFF}a")
        XCTAssertEqual(check(hex("61efbbbf")).text, "a\u{FEFF}")
    }

    func testReplacementIsOneMark() {
        let result = check(Array("<script>alert(1)</script>".utf8), contentType: "iso-2022-kr")
        XCTAssertEqual(result.text, "\u{FFFD}")
        XCTAssertEqual(result.report.encoding, .replacement)
        XCTAssertEqual(check([], contentType: "iso-2022-kr").text, "")
    }

    // MARK: Chinese, Japanese and Korean

    func testCharactersWithoutAConverterAreMarksAndMarkupStays() {
        let rows: [(HTMLEncoding, String, String)] = [
            (.gbk, "613cc4e3bac33e80", "a<\u{FFFD}\u{FFFD}>\u{FFFD}"),
            (.gb18030, "8130813061c4e3", "\u{FFFD}a\u{FFFD}"), (.gbk, "c45c61", "\u{FFFD}a"),
            (.big5, "a74161a75c", "\u{FFFD}a\u{FFFD}"), (.eucKR, "b0a161", "\u{FFFD}a"),
            (.shiftJIS, "82a061b183", "\u{FFFD}a\u{FFFD}\u{FFFD}"),
            (.eucJP, "a4a2618eb18fb0a1", "\u{FFFD}a\u{FFFD}\u{FFFD}"),
            (.iso2022JP, "611b244224221b284262", "a\u{FFFD}b"),
        ]
        for (encoding, digits, text) in rows {
            let result = check(hex(digits), options(encoding))
            XCTAssertEqual(result.text, text, digits)
            XCTAssertEqual(result.report.issues.first?.code, .undecodedEncoding, digits)
        }
        let once = check(hex("c4e361c4e361c4e3"), options(.gbk)).report
        XCTAssertEqual(once.issues.map(\.code), [.undecodedEncoding])
        XCTAssertEqual(once.issues[0].resolution, .usedReplacementCharacter)
    }

    func testInvalidCharactersLeaveTheMarkupAfterThem() {
        // A lead byte never hides the less-than sign after it.
        let rows: [(HTMLEncoding, String, String)] = [
            (.gbk, "c43c61", "\u{FFFD}<a"), (.gbk, "ff3c", "\u{FFFD}<"), (.gbk, "c4", "\u{FFFD}"),
            (.gb18030, "8130ff3c", "\u{FFFD}0\u{FFFD}<"), (.gb18030, "8130", "\u{FFFD}"),
            (.gb18030, "8130813c", "\u{FFFD}0\u{FFFD}<"), (.big5, "a73c", "\u{FFFD}<"),
            (.big5, "a78061", "\u{FFFD}a"), (.eucKR, "b03c", "\u{FFFD}<"),
            (.eucKR, "80", "\u{FFFD}"), (.shiftJIS, "823c", "\u{FFFD}<"),
            (.shiftJIS, "fd3c", "\u{FFFD}<"), (.eucJP, "a43c", "\u{FFFD}<"),
            (.eucJP, "8e3c", "\u{FFFD}<"), (.eucJP, "8fb03c", "\u{FFFD}<"),
            (.iso2022JP, "1b28", "\u{FFFD}("), (.iso2022JP, "1b613c", "\u{FFFD}a<"),
            (.iso2022JP, "1b28421b284261", "\u{FFFD}a"), (.iso2022JP, "8061", "\u{FFFD}a"),
            (.iso2022JP, "1b2442243c1b28423c", "\u{FFFD}<"), (.iso2022JP, "1b284a5c7e61", "¥‾a"),
            (.iso2022JP, "1b28492131", "｡ｱ"), (.iso2022JP, "1b24420a3c", "\u{FFFD}\u{FFFD}"),
        ]
        for (encoding, digits, text) in rows {
            let result = check(hex(digits), options(encoding))
            XCTAssertEqual(result.text, text, "\(encoding) \(digits)")
            XCTAssertEqual(result.report.issueCount > 0, text.contains("\u{FFFD}"), digits)
        }
    }

    func testAConverterGetsRunsOfWholeCharacters() {
        var options = options(.gbk)
        options.decodeRun = { encoding, run in
            XCTAssertEqual(encoding, .gbk)
            return run.contains(0xFE) ? nil : String(repeating: "字", count: run.count / 2)
        }
        let result = check(hex("61c4e3bac362c4e3"), options)
        XCTAssertEqual(result.text, "a字字b字")
        XCTAssertEqual(result.report.issueCount, 0)
        // One character without a meaning does not cost the others of its run.
        let partial = check(hex("c4e3fea0bac3"), options)
        XCTAssertEqual(partial.text, "字\u{FFFD}字")
        XCTAssertEqual(partial.report.issues.map(\.code), [.undecodedEncoding])

        options.encoding = .iso2022JP
        options.decodeRun = { $0 == .iso2022JP ? "\($1.count)" : nil }
        XCTAssertEqual(decode(hex("1b2442242224221b284262"), options).text, "10b")
    }

    // MARK: Limits

    func testInputEndsAtTheLimit() {
        var options = HTMLOptions.standard
        options.limits.inputBytes = 5
        let result = check(Array("abcdefgh".utf8), options)
        XCTAssertEqual(result.text, "abcde")
        XCTAssertTrue(result.report.isTruncated)
        XCTAssertEqual(result.report.issues.map(\.limit), [.inputBytes])
        XCTAssertEqual(result.report.issues.first?.resolution, .stoppedReading)
        XCTAssertEqual(result.report.issues.first?.offset, 5)
        XCTAssertTrue(check(Array("abcde".utf8), options).report.isClean)
        // The decoded text has the same limit.
        options.encoding = .windows1251
        let long = check(hex("cfcfcfcf"), options)
        XCTAssertEqual(long.text, "ПП")
        XCTAssertTrue(long.report.isTruncated)
        options.limits.inputBytes = -1
        XCTAssertEqual(check(hex("cfcf"), options).text, "")
        options.encoding = nil
        options.limits.inputBytes = 3
        XCTAssertEqual(check(hex("61c3a4c3a4"), options).text, "aä")
        XCTAssertEqual(check(hex("6161c3a4"), options).report.encoding, .windows1252)
    }

    func testLinesAndColumnsOfIssuesAreCounted() {
        let result = check(Array("aé\r\nböb".utf8) + [0xFF] + Array("c\n\n".utf8) + [0xFE])
        let issues = result.report.issues
        XCTAssertEqual(issues.map(\.line), [2, 4])
        XCTAssertEqual(issues.map(\.column), [4, 1])
        XCTAssertEqual(issues.map(\.offset), [8, 14])
        XCTAssertEqual(
            "\(issues[0])",
            "line 2, column 4: bytes are not valid in the encoding of the text, and were replaced "
                + "by U+FFFD"
        )
    }

    func testIssuesAreCountedBeyondTheList() {
        var options = options(.utf8)
        options.limits.issues = 2
        let report = decode([UInt8](repeating: 0xFF, count: 5), options).report
        XCTAssertEqual(report.issues.count, 2)
        XCTAssertEqual(report.issueCount, 5)
        XCTAssertEqual(report.omittedIssueCount, 3)
        XCTAssertEqual("\(report)", "UTF-8 (option), 5 issues")
    }
}
